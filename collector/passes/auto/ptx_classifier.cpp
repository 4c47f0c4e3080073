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

/// What an instruction does for the auto modes; instructions without a row do nothing.
struct EffectRow {
  Operation operation;
  Activity activity;
  StringRef label;
  Queue queue = Queue::None;
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
    {Operation::WarpBarrier, Activity::Barrier, "warp barrier"},
    {Operation::ClusterWait, Activity::Barrier, "cluster barrier"},
    {Operation::MbarrierTryWait, Activity::Barrier, "mbarrier wait"},
    {Operation::MbarrierTryWait, Activity::Wait, "bulk copy", Queue::Mbarrier},
    {Operation::MbarrierExpect, Activity::Issue, "bulk copy", Queue::Mbarrier},
    {Operation::CopyAsync, Activity::Issue, "async copy", Queue::CopyGroup},
    {Operation::CopyAsyncCommit, Activity::Commit, "async copy", Queue::CopyGroup},
    {Operation::CopyAsyncWait, Activity::Wait, "async copy", Queue::CopyGroup},
    {Operation::BulkCopy, Activity::Issue, "bulk copy", Queue::BulkGroup},
    {Operation::BulkCommit, Activity::Commit, "bulk copy", Queue::BulkGroup},
    {Operation::BulkWait, Activity::Wait, "bulk copy", Queue::BulkGroup},
    {Operation::Wgmma, Activity::Issue, "wgmma", Queue::MatrixGroup},
    {Operation::WgmmaCommit, Activity::Commit, "wgmma", Queue::MatrixGroup},
    {Operation::WgmmaWait, Activity::Wait, "wgmma", Queue::MatrixGroup},
};

bool isAccess(Activity activity) {
  return activity == Activity::Load || activity == Activity::Store || activity == Activity::Atomic;
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
      // One try_wait by itself is a poll, of which nobody knows whether it is the last one. An
      // announcement of bytes stands for the copies that an mbarrier counts.
      if ((instruction.operation == Operation::MbarrierTryWait && !loops) ||
          (instruction.operation == Operation::BulkCopy && instruction.usesMbarrier))
        continue;
      for (const EffectRow &row : kEffects)
        if (row.operation == instruction.operation)
          addEffect(assembly, statement, instruction, row, effects);
    }
  }

private:
  static void addEffect(LLVM::InlineAsmOp assembly, const ptx::Statement &statement,
                        const ptx::Instruction &instruction, const EffectRow &row,
                        Effects &effects) {
    Effect effect{row.activity, row.label, Space::None, row.queue, instruction.pending.value_or(0)};
    if (isAccess(row.activity)) {
      effect.space = spaceOf(instruction, valueOf(assembly, statement, instruction.address));
      if (effect.space == Space::None)
        return;
    }
    if (const Value barrier = valueOf(assembly, statement, instruction.barrier);
        barrier && row.queue == Queue::Mbarrier)
      effect.barrier = objectOf(barrier);
    effects.push_back(effect);
  }
};

} // namespace

std::unique_ptr<OperationClassifier> makePtxClassifier() {
  return std::make_unique<PtxClassifier>();
}

} // namespace pstudio::automode
