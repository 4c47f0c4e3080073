// SPDX-License-Identifier: Apache-2.0
// llvm.inline_asm: each instruction of its PTX.
#include "collector/passes/auto/operation_classifier.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "core/ptx/instruction.h"

using namespace mlir;

namespace pstudio::automode {
namespace {

using ptx::Operation;

/// The operand of the inline assembly that is behind operand `index` of an instruction.
Value valueOf(LLVM::InlineAsmOp assembly, const ptx::Statement &statement, int index) {
  if (index < 0)
    return {};
  const ptx::Operand *operand = &statement.operands[static_cast<size_t>(index)];
  if (operand->kind == ptx::Operand::Kind::Address)
    operand = &operand->parts.front();
  if (operand->kind != ptx::Operand::Kind::Placeholder)
    return {};
  // Placeholders count outputs first.
  SmallVector<StringRef> constraints;
  assembly.getConstraints().split(constraints, ',');
  const auto outputs = static_cast<size_t>(
      llvm::count_if(constraints, [](StringRef text) { return text.starts_with("="); }));
  if (operand->placeholder < outputs ||
      operand->placeholder - outputs >= assembly.getOperands().size())
    return {};
  return assembly.getOperands()[static_cast<unsigned>(operand->placeholder - outputs)];
}

Space spaceOf(const ptx::Instruction &instruction, Value address) {
  switch (instruction.space) {
  case ptx::StateSpace::Global:
    return Space::Global;
  case ptx::StateSpace::Shared:
    return Space::Shared;
  case ptx::StateSpace::Generic:
    return address ? spaceOfAddress(address) : Space::Generic;
  default:
    return Space::None;
  }
}

class PtxClassifier final : public OperationClassifier {
public:
  void classify(mlir::Operation *op, Effects &effects) const override {
    auto assembly = dyn_cast<LLVM::InlineAsmOp>(op);
    if (!assembly)
      return;
    const ptx::Program program = ptx::parse(assembly.getAsmString());
    bool loops = false; // so that a wait that gives up after a while is repeated until it is over
    for (const ptx::Statement &statement : program.statements)
      loops |= statement.opcode == "bra";
    for (const ptx::Statement &statement : program.statements)
      addEffects(assembly, statement, loops, effects);
  }

private:
  static void addEffects(LLVM::InlineAsmOp assembly, const ptx::Statement &statement, bool loops,
                         Effects &effects) {
    const ptx::Instruction instruction = ptx::classify(statement);
    const auto access = [&](Activity activity, StringRef label) {
      const Space space = spaceOf(instruction, valueOf(assembly, statement, instruction.address));
      if (space != Space::None)
        effects.push_back({activity, label, space});
    };
    const auto queued = [&](Activity activity, StringRef label, Queue queue) {
      Effect effect{activity, label, Space::None, queue, instruction.pending.value_or(0)};
      if (const Value barrier = valueOf(assembly, statement, instruction.barrier);
          barrier && queue == Queue::Mbarrier)
        effect.barrier = objectOf(barrier);
      effects.push_back(effect);
    };
    switch (instruction.operation) {
    case Operation::Load:
      return access(Activity::Load, "load");
    case Operation::Store:
    case Operation::StoreAsync:
      return access(Activity::Store, "store");
    case Operation::Atomic:
      return access(Activity::Atomic, "atomic");
    case Operation::LoadMatrix:
      return access(Activity::Load, "ldmatrix");
    case Operation::StoreMatrix:
      return access(Activity::Store, "stmatrix");
    case Operation::Mma:
      return effects.push_back({Activity::Matrix, "mma.sync"});
    case Operation::Barrier:
      return effects.push_back({Activity::Barrier, "barrier"});
    case Operation::WarpBarrier:
      return effects.push_back({Activity::Barrier, "warp barrier"});
    case Operation::ClusterWait:
      return effects.push_back({Activity::Barrier, "cluster barrier"});
    case Operation::MbarrierTryWait:
      if (!loops)
        return; // a poll, of which nobody knows whether it is the last one
      effects.push_back({Activity::Barrier, "mbarrier wait"});
      return queued(Activity::Wait, "bulk copy", Queue::Mbarrier);
    case Operation::MbarrierExpect:
      return queued(Activity::Issue, "bulk copy", Queue::Mbarrier);
    case Operation::CopyAsync:
      return queued(Activity::Issue, "async copy", Queue::CopyGroup);
    case Operation::CopyAsyncCommit:
      return queued(Activity::Commit, "async copy", Queue::CopyGroup);
    case Operation::CopyAsyncWait:
      return queued(Activity::Wait, "async copy", Queue::CopyGroup);
    case Operation::BulkCopy:
      if (!instruction.usesMbarrier)
        queued(Activity::Issue, "bulk copy", Queue::BulkGroup);
      return;
    case Operation::BulkCommit:
      return queued(Activity::Commit, "bulk copy", Queue::BulkGroup);
    case Operation::BulkWait:
      return queued(Activity::Wait, "bulk copy", Queue::BulkGroup);
    case Operation::Wgmma:
      return queued(Activity::Issue, "wgmma", Queue::MatrixGroup);
    case Operation::WgmmaCommit:
      return queued(Activity::Commit, "wgmma", Queue::MatrixGroup);
    case Operation::WgmmaWait:
      return queued(Activity::Wait, "wgmma", Queue::MatrixGroup);
    default:
      return;
    }
  }
};

} // namespace

std::unique_ptr<OperationClassifier> makePtxClassifier() {
  return std::make_unique<PtxClassifier>();
}

} // namespace pstudio::automode
