// SPDX-License-Identifier: Apache-2.0
// Classifies llvm.inline_asm by each instruction of its PTX.
#include "collector/classification/operation_classifier.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "collector/ir/ptx_operands.h"
#include "core/ptx/instruction.h"

using namespace mlir;

namespace pstudio::automode {
namespace {

using ptx::Operation;

const ptx::Operand *operandAt(const ptx::Statement &statement, int index) {
  return index < 0 ? nullptr : &statement.operands[static_cast<size_t>(index)];
}

/// The value of operand `index` of an instruction; for an address, its base.
Value valueAt(LLVM::InlineAsmOp assembly, const ptx::Statement &statement, int index) {
  const ptx::Operand *operand = operandAt(statement, index);
  if (!operand)
    return {};
  return valueOf(assembly,
                 operand->kind == ptx::Operand::Kind::Address ? operand->parts.front() : *operand);
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

/// The effect of an instruction for auto modes; instructions without a row have none.
struct EffectRow {
  Operation operation;
  Activity activity;
  StringRef label;
  std::optional<AsyncQueue> queue = {};
};

const EffectRow kEffects[] = {
    {Operation::Load, Activity::Load, "load"},
    {Operation::Store, Activity::Store, "store"},
    {Operation::StoreAsync, Activity::Store, "store"},
    {Operation::Atomic, Activity::Atomic, "atomic"},
    {Operation::LoadMatrix, Activity::Load, "ldmatrix"},
    {Operation::StoreMatrix, Activity::Store, "stmatrix"},
    {Operation::Mma, Activity::Matrix, "mma.sync"},
    {Operation::Barrier, Activity::Barrier, "barrier"},
    {Operation::Barrier, Activity::Synchronize, "barrier", AsyncQueue::NamedBarrier},
    {Operation::BarrierArrive, Activity::Arrive, "barrier", AsyncQueue::NamedBarrier},
    {Operation::WarpBarrier, Activity::Barrier, "warp barrier"},
    {Operation::ClusterWait, Activity::Barrier, "cluster barrier"},
    {Operation::MbarrierInit, Activity::Init, "mbarrier", AsyncQueue::Mbarrier},
    {Operation::MbarrierArrive, Activity::Arrive, "mbarrier", AsyncQueue::Mbarrier},
    {Operation::MbarrierExpect, Activity::Issue, "mbarrier", AsyncQueue::Mbarrier},
    {Operation::CopyAsyncArrive, Activity::Issue, "mbarrier", AsyncQueue::Mbarrier},
    {Operation::MbarrierTryWait, Activity::Poll, "mbarrier", AsyncQueue::Mbarrier},
    {Operation::MbarrierTestWait, Activity::Poll, "mbarrier", AsyncQueue::Mbarrier},
    {Operation::CopyAsync, Activity::Issue, "cp.async", AsyncQueue::CopyGroup},
    {Operation::CopyAsyncCommit, Activity::Commit, "cp.async", AsyncQueue::CopyGroup},
    {Operation::CopyAsyncWait, Activity::Wait, "cp.async", AsyncQueue::CopyGroup},
    {Operation::BulkCopy, Activity::Issue, "bulk copy", AsyncQueue::BulkGroup},
    {Operation::BulkCommit, Activity::Commit, "bulk copy", AsyncQueue::BulkGroup},
    {Operation::BulkWait, Activity::Wait, "bulk copy", AsyncQueue::BulkGroup},
    {Operation::Wgmma, Activity::Issue, "wgmma", AsyncQueue::MatrixGroup},
    {Operation::WgmmaCommit, Activity::Commit, "wgmma", AsyncQueue::MatrixGroup},
    {Operation::WgmmaWait, Activity::Wait, "wgmma", AsyncQueue::MatrixGroup},
    {Operation::TensorMma, Activity::Start, "tcgen05.mma", AsyncQueue::Mbarrier},
    {Operation::TensorCopy, Activity::Start, "tcgen05.cp", AsyncQueue::Mbarrier},
    {Operation::TensorShift, Activity::Start, "tcgen05.shift", AsyncQueue::Mbarrier},
    {Operation::TensorCommit, Activity::Issue, "tcgen05.commit", AsyncQueue::Mbarrier},
    {Operation::TensorLoad, Activity::Issue, "tcgen05.ld", AsyncQueue::TensorLoad},
    {Operation::TensorWaitLoad, Activity::Wait, "tcgen05.ld", AsyncQueue::TensorLoad},
    {Operation::TensorStore, Activity::Issue, "tcgen05.st", AsyncQueue::TensorStore},
    {Operation::TensorWaitStore, Activity::Wait, "tcgen05.st", AsyncQueue::TensorStore},
    {Operation::TensorAllocate, Activity::Barrier, "tcgen05.alloc"},
    {Operation::LaunchCancel, Activity::Feed, "mbarrier", AsyncQueue::Mbarrier},
};

bool isAccess(Activity activity) {
  return activity == Activity::Load || activity == Activity::Store || activity == Activity::Atomic;
}

/// Adjusts the row for variants of an instruction that have another effect, or none, on a queue of
/// this CTA.
std::optional<EffectRow> rowFor(const EffectRow &row, const ptx::Statement &statement,
                                const ptx::Instruction &instruction, bool loops) {
  EffectRow found = row;
  switch (row.operation) {
  case Operation::BulkCopy:
    if (instruction.usesMbarrier)
      found = {row.operation, Activity::Feed, "mbarrier", AsyncQueue::Mbarrier};
    break;
  case Operation::MbarrierTryWait:
  case Operation::MbarrierTestWait:
    if (loops)
      found.activity = Activity::Wait;
    break;
  case Operation::MbarrierInit:
    if (statement.has("inval"))
      return std::nullopt;
    break;
  case Operation::MbarrierArrive:
    if (statement.has("shared::cluster")) // of another CTA
      return std::nullopt;
    break;
  case Operation::MbarrierExpect:
    if (statement.has("shared::cluster"))
      return std::nullopt;
    if (!statement.has("arrive")) // expect_tx without an arrive
      found.activity = Activity::Feed;
    break;
  default:
    break;
  }
  return found;
}

class PtxClassifier final : public OperationClassifier {
public:
  void classify(mlir::Operation *op, Effects &effects) const override {
    auto assembly = dyn_cast<LLVM::InlineAsmOp>(op);
    if (!assembly)
      return;
    const ptx::Program program = ptx::parse(assembly.getAsmString());
    const bool loops = llvm::any_of(program.statements, [](const ptx::Statement &statement) {
      return statement.opcode == "bra";
    });
    for (const ptx::Statement &statement : program.statements) {
      const ptx::Instruction instruction = ptx::classify(statement);
      for (const EffectRow &row : kEffects)
        if (row.operation == instruction.operation)
          if (const auto found = rowFor(row, statement, instruction, loops))
            addEffect(assembly, program, statement, instruction, *found, effects);
    }
  }

private:
  static void addEffect(LLVM::InlineAsmOp assembly, const ptx::Program &program,
                        const ptx::Statement &statement, const ptx::Instruction &instruction,
                        const EffectRow &row, Effects &effects) {
    Effect effect{row.activity, row.label, Space::None, row.queue, instruction.pending.value_or(0)};
    effect.tracksStarted = row.operation == Operation::TensorCommit;
    effect.isMatrix = row.operation == Operation::TensorMma;
    effect.isOfWarp = row.operation == Operation::WarpBarrier;
    if (isAccess(row.activity)) {
      effect.space = spaceOf(instruction, valueAt(assembly, statement, instruction.address));
      if (effect.space == Space::None)
        return;
    }
    if (row.queue) {
      effect.operands = operandsOf(assembly, statement, instruction);
      const Predicate guard = guardOf(assembly, program, statement);
      effect.operands.predicate = guard.value;
      effect.operands.isNegated = guard.isNegated;
    }
    effects.push_back(effect);
    // A wait with its own loop blocks as a barrier does. A try_wait without a loop is a poll, and
    // whether it is the last one is unknown.
    if (row.queue == AsyncQueue::Mbarrier && row.activity == Activity::Wait)
      effects.push_back({Activity::Barrier, "mbarrier wait"});
  }

  static QueueOperands operandsOf(LLVM::InlineAsmOp assembly, const ptx::Statement &statement,
                                  const ptx::Instruction &instruction) {
    QueueOperands operands;
    if (const ptx::Operand *barrier = operandAt(statement, instruction.barrier)) {
      operands.barrier = valueAt(assembly, statement, instruction.barrier);
      const bool isAddress = barrier->kind == ptx::Operand::Kind::Address;
      const std::optional<int64_t> number = isAddress ? barrier->offset : immediateOf(*barrier);
      operands.fixed = number.value_or(0);
      operands.isUnknown = !operands.barrier && (isAddress || !number);
    }
    if (const ptx::Operand *parity = operandAt(statement, instruction.parity)) {
      operands.parity = valueOf(assembly, *parity);
      if (const auto number = immediateOf(*parity))
        operands.fixedParity = *number != 0;
    }
    return operands;
  }
};

} // namespace

std::unique_ptr<OperationClassifier> makePtxClassifier() {
  return std::make_unique<PtxClassifier>();
}

} // namespace pstudio::automode
