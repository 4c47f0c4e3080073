// SPDX-License-Identifier: Apache-2.0
// PTX ISA 9.0, "TensorCore 5th Generation Family Instructions" and "clusterlaunchcontrol".
#include "core/ptx/tensor_instructions.h"

#include <string>
#include <string_view>

#include "core/ptx/statement_facts.h"

namespace pstudio::ptx {
namespace {

constexpr uint32_t kRegisterBits = 32;
constexpr uint64_t kCancelBytes = 16; ///< the answer of clusterlaunchcontrol.try_cancel

/// Registers of a thread for .x1, or bytes of one copy, of a shape.
struct ShapeRow {
  std::string_view shape;
  uint32_t amount;
};

/// tcgen05.ld and tcgen05.st.
constexpr ShapeRow kRegisters[] = {
    {"16x64b", 1}, {"16x128b", 2}, {"16x256b", 4}, {"32x32b", 1}, {"16x32bx2", 1}};
/// tcgen05.cp.
constexpr ShapeRow kCopyBytes[] = {{"128x256b", 128 * 256 / 8},
                                   {"4x256b", 4 * 256 / 8},
                                   {"128x128b", 128 * 128 / 8},
                                   {"64x128b", 64 * 128 / 8},
                                   {"32x128b", 32 * 128 / 8}};

template <size_t N> uint32_t amountOf(const Statement &statement, const ShapeRow (&rows)[N]) {
  for (const ShapeRow &row : rows)
    if (statement.has(row.shape))
      return row.amount;
  return 0;
}

/// 64 of ".x64", a power of two up to 128; 0 without such a modifier.
uint32_t repeatsOf(const Statement &statement) {
  constexpr uint32_t kMost = 128;
  for (uint32_t count = 1; count <= kMost; count *= 2)
    if (statement.has("x" + std::to_string(count)))
      return count;
  return 0;
}

Instruction tensorStep(Operation operation) {
  Instruction instruction;
  instruction.operation = operation;
  return instruction;
}

/// An instruction whose first address is of tensor memory.
Instruction onTensorMemory(const Statement &statement, Operation operation) {
  Instruction instruction = tensorStep(operation);
  instruction.space = StateSpace::Tensor;
  instruction.address = addressFrom(statement, 0);
  return instruction;
}

/// tcgen05.ld and tcgen05.st, of one warp: each thread moves its registers.
Instruction registerMove(const Statement &statement, Operation operation) {
  Instruction instruction = onTensorMemory(statement, operation);
  instruction.elementBits = kRegisterBits;
  instruction.vectorWidth = amountOf(statement, kRegisters) * repeatsOf(statement);
  instruction.bytes = uint64_t{instruction.vectorWidth} * kRegisterBits / 8;
  return instruction;
}

/// tcgen05.mma [d], a-desc or [a], b-desc, ...
Instruction tensorProduct(const Statement &statement) {
  Instruction instruction = onTensorMemory(statement, Operation::TensorMma);
  const int source = instruction.address + 1;
  if (instruction.address >= 0 && static_cast<size_t>(source) < statement.operands.size())
    instruction.source = source;
  return instruction;
}

/// tcgen05.cp [tensor memory], descriptor of shared memory.
Instruction tensorCopy(const Statement &statement) {
  Instruction instruction = tensorProduct(statement);
  instruction.operation = Operation::TensorCopy;
  instruction.bytes = amountOf(statement, kCopyBytes);
  return instruction;
}

/// tcgen05.commit...mbarrier::arrive::one.b64 [mbarrier] {, mask of CTAs}.
Instruction commit(const Statement &statement) {
  Instruction instruction = tensorStep(Operation::TensorCommit);
  instruction.barrier = addressFrom(statement, 0);
  // Without a state space the address is generic, or one of shared memory.
  instruction.space = statement.has("shared::cluster") ? StateSpace::Shared : StateSpace::Generic;
  return instruction;
}

/// tcgen05.alloc [where the address is stored], columns.
Instruction allocate(const Statement &statement) {
  Instruction instruction = tensorStep(Operation::TensorAllocate);
  instruction.address = addressFrom(statement, 0);
  instruction.space = statement.has("shared::cta") ? StateSpace::Shared : StateSpace::Generic;
  instruction.elementBits = kRegisterBits;
  instruction.bytes = kRegisterBits / 8;
  return instruction;
}

} // namespace

Instruction classifyTensorInstruction(const Statement &statement) {
  const std::string_view what =
      statement.modifiers.empty() ? std::string_view() : statement.modifiers.front();
  if (what == "mma")
    return tensorProduct(statement);
  if (what == "commit")
    return commit(statement);
  if (what == "cp")
    return tensorCopy(statement);
  if (what == "shift")
    return onTensorMemory(statement, Operation::TensorShift);
  if (what == "ld")
    return registerMove(statement, Operation::TensorLoad);
  if (what == "st")
    return registerMove(statement, Operation::TensorStore);
  if (what == "wait::ld")
    return tensorStep(Operation::TensorWaitLoad);
  if (what == "wait::st")
    return tensorStep(Operation::TensorWaitStore);
  if (what.starts_with("fence::"))
    return tensorStep(Operation::TensorFence);
  if (what == "alloc")
    return allocate(statement);
  return tensorStep(what == "dealloc" || what == "relinquish_alloc_permit" ? Operation::TensorFree
                                                                           : Operation::Unknown);
}

Instruction classifyLaunchControl(const Statement &statement) {
  if (statement.has("query_cancel")) // reads the answer from registers
    return tensorStep(Operation::Compute);
  if (!statement.has("try_cancel"))
    return {};
  Instruction instruction = tensorStep(Operation::LaunchCancel);
  instruction.space = StateSpace::Shared;
  instruction.address = addressFrom(statement, 0);
  instruction.bytes = kCancelBytes;
  if (instruction.address >= 0)
    instruction.barrier = addressFrom(statement, static_cast<size_t>(instruction.address) + 1);
  return instruction;
}

} // namespace pstudio::ptx
