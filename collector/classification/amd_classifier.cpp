// SPDX-License-Identifier: Apache-2.0
// Classifies operations of AMD's GPUs: rocdl, amdgpu, intrinsics and inline assembly, by the
// counters that count them.
#include "collector/classification/operation_classifier.h"

#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/Matchers.h"

#include "collector/chips/amd_instructions.h"
#include "collector/ir/amd_names.h"

using namespace mlir;

namespace pstudio::automode {
namespace {

bool hasUsers(Operation *op) {
  return llvm::any_of(op->getResults(), [](Value result) { return !result.use_empty(); });
}

/// The name of an operation in the names of its steps.
StringRef labelOf(AmdOperation operation) {
  switch (operation) {
  case AmdOperation::LoadToLds:
    return "load to LDS";
  case AmdOperation::VectorLoad:
  case AmdOperation::FlatLoad:
    return "vector load";
  case AmdOperation::VectorStore:
  case AmdOperation::FlatStore:
    return "vector store";
  case AmdOperation::VectorAtomic:
  case AmdOperation::FlatAtomic:
    return "vector atomic";
  case AmdOperation::ScalarLoad:
    return "scalar load";
  case AmdOperation::Export:
    return "export";
  default:
    return "LDS";
  }
}

/// The effect for the mode memory. None for operations without an access that this mode records,
/// and for asynchronous ones.
std::optional<Effect> accessOf(AmdOperation operation) {
  switch (operation) {
  case AmdOperation::VectorLoad:
  case AmdOperation::ScalarLoad:
    return Effect{Activity::Load, "load", Space::Global};
  case AmdOperation::VectorStore:
    return Effect{Activity::Store, "store", Space::Global};
  case AmdOperation::VectorAtomic:
    return Effect{Activity::Atomic, "atomic", Space::Global};
  case AmdOperation::FlatLoad:
    return Effect{Activity::Load, "load", Space::Generic};
  case AmdOperation::FlatStore:
    return Effect{Activity::Store, "store", Space::Generic};
  case AmdOperation::FlatAtomic:
    return Effect{Activity::Atomic, "atomic", Space::Generic};
  case AmdOperation::LdsLoad:
    return Effect{Activity::Load, "load", Space::Shared};
  case AmdOperation::LdsStore:
    return Effect{Activity::Store, "store", Space::Shared};
  case AmdOperation::LdsAtomic:
    return Effect{Activity::Atomic, "atomic", Space::Shared};
  default:
    return std::nullopt;
  }
}

StringRef nameOfCounter(AsyncQueue counter) {
  switch (counter) {
  case AsyncQueue::LoadCounter:
    return "vmcnt";
  case AsyncQueue::StoreCounter:
    return "vscnt";
  case AsyncQueue::ExportCounter:
    return "expcnt";
  default:
    return "lgkmcnt";
  }
}

class AmdClassifier final : public OperationClassifier {
public:
  explicit AmdClassifier(std::optional<AmdChip> chip) : m_chip(chip) {}

  void classify(Operation *op, Effects &effects) const override {
    if (auto assembly = dyn_cast<LLVM::InlineAsmOp>(op))
      return classifyAssembly(assembly, effects);
    if (auto wait = dyn_cast<ROCDL::WaitcntOp>(op))
      return addImmediate(wait.getBitfield(), effects);
    if (isa<amdgpu::LDSBarrierOp>(op)) {
      addWait({AsyncQueue::SharedCounter, 0}, effects);
      return addBarrier(effects);
    }
    if (isa<ROCDL::BarrierOp>(op))
      return addBarrier(effects);
    if (isa<amdgpu::MFMAOp, amdgpu::WMMAOp>(op))
      return addMatrix(isa<amdgpu::MFMAOp>(op) ? "mfma" : "wmma", effects);
    if (const std::optional<std::string> stem = amdStemOf(op))
      classifyIntrinsic(op, *stem, effects);
  }

private:
  void classifyIntrinsic(Operation *op, StringRef stem, Effects &effects) const {
    const auto operation = amdIntrinsic({stem.data(), stem.size()}, hasUsers(op));
    if (!operation)
      return;
    if (operation == AmdOperation::Wait) {
      APInt immediate;
      if (op->getNumOperands() == 1 && matchPattern(op->getOperand(0), m_ConstantInt(&immediate)))
        addImmediate(static_cast<uint32_t>(immediate.getLimitedValue(UINT16_MAX)), effects);
    } else if (operation == AmdOperation::Matrix) {
      // "mfma.f32.16x16x4f32", "swmmac.f32.16x16x32.f16"
      for (const StringRef label : {"mfma", "smfmac", "wmma", "swmmac"})
        if (stem.starts_with(label))
          addMatrix(label, effects);
    } else {
      addOperation(*operation, effects);
    }
  }

  void classifyAssembly(LLVM::InlineAsmOp assembly, Effects &effects) const {
    const StringRef text = assembly.getAsmString();
    const auto instructions = parseAmdAssembly({text.data(), text.size()});
    if (!instructions)
      return;
    for (const AmdInstruction &instruction : *instructions) {
      if (instruction.operation == AmdOperation::Wait) {
        const auto waits = instruction.waits(m_chip);
        for (const AmdWait &wait : waits.value_or(std::vector<AmdWait>()))
          addWait(wait, effects);
        if (!waits)
          addUnknownWait(effects);
      } else if (instruction.operation == AmdOperation::Matrix) {
        const StringRef name(instruction.mnemonic.data(), instruction.mnemonic.size());
        for (const StringRef label : {"mfma", "smfmac", "wmma", "swmmac"})
          if (name.drop_front(2).starts_with(label))
            addMatrix(label, effects);
      } else {
        addOperation(instruction.operation, effects);
      }
    }
  }

  void addOperation(AmdOperation operation, Effects &effects) const {
    if (operation == AmdOperation::BarrierSignal)
      return effects.push_back(
          {Activity::Arrive, "barrier", Space::None, AsyncQueue::NamedBarrier});
    if (operation == AmdOperation::Barrier || operation == AmdOperation::BarrierWait)
      return addBarrier(effects);
    if (const std::optional<Effect> access = accessOf(operation))
      effects.push_back(*access);
    for (const AsyncQueue counter : amdCountersOf(operation, m_chip))
      effects.push_back({Activity::Issue,
                         labelOf(operation),
                         Space::None,
                         counter,
                         0,
                         {},
                         operation == AmdOperation::LoadToLds});
  }

  void addImmediate(uint32_t immediate, Effects &effects) const {
    if (!m_chip)
      return addUnknownWait(effects);
    for (const AmdWait &wait : decodeWaitcnt(immediate, *m_chip))
      addWait(wait, effects);
  }

  static void addWait(const AmdWait &wait, Effects &effects) {
    effects.push_back(
        {Activity::Wait, nameOfCounter(wait.counter), Space::None, wait.counter, wait.pending});
  }

  static void addUnknownWait(Effects &effects) {
    Effect wait{Activity::Wait, "vmcnt", Space::None, AsyncQueue::LoadCounter};
    wait.operands.isUnknown = true;
    effects.push_back(wait);
  }

  static void addMatrix(StringRef label, Effects &effects) {
    effects.push_back({Activity::Matrix, label});
  }

  static void addBarrier(Effects &effects) {
    effects.push_back({Activity::Synchronize, "barrier", Space::None, AsyncQueue::NamedBarrier});
    effects.push_back({Activity::Barrier, "barrier"});
  }

  std::optional<AmdChip> m_chip;
};

} // namespace

bool isAmdArithmetic(Operation *op) {
  if (auto assembly = dyn_cast<LLVM::InlineAsmOp>(op)) {
    const StringRef text = assembly.getAsmString();
    const auto instructions = parseAmdAssembly({text.data(), text.size()});
    return instructions && llvm::all_of(*instructions, [](const AmdInstruction &instruction) {
             return instruction.operation == AmdOperation::Other;
           });
  }
  const std::optional<std::string> stem = amdStemOf(op);
  return stem && amdIntrinsic(*stem, hasUsers(op)) == AmdOperation::Other;
}

std::unique_ptr<OperationClassifier> makeAmdClassifier(const std::optional<AmdChip> &chip) {
  return std::make_unique<AmdClassifier>(chip);
}

} // namespace pstudio::automode
