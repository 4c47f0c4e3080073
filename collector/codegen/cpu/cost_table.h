// SPDX-License-Identifier: Apache-2.0
// Costs of instructions on the virtual SM. README.md explains the numbers.
#pragma once

#include <cstdint>
#include <string_view>

namespace llvm {
class Instruction;
} // namespace llvm

namespace pstudio::cpu {

/// Kinds of instructions that cost the same.
enum class CostClass : uint8_t {
  Free,       ///< address arithmetic, casts of integers, moves: folded into other instructions
  IntegerAlu, ///< add, multiply, compare, select, logic
  IntegerDivide,
  FloatAlu,       ///< add, multiply, fused multiply-add, compare, minimum
  FloatDivide,    ///< divide, remainder, square root
  Convert,        ///< between integer and floating types or widths
  Transcendental, ///< exp, log, sin, pow, ... as an intrinsic or library call
  Branch,         ///< conditional
  GlobalLoad,
  GlobalStore,
  SharedLoad,
  SharedStore,
  LocalAccess, ///< a thread's own stack memory, constants
  Atomic,
  Barrier, ///< in addition to the time until the last thread arrives
  Shuffle,
  CopyIssue,   ///< of an asynchronous copy
  CopyControl, ///< commit and wait, in addition to the time until the copies complete
};

/// Row of the table.
struct ClassCost {
  CostClass costClass;
  std::string_view name;
  uint32_t
      cycles; ///< virtual cycles of one unit: a scalar operation, or up to 16 bytes of an access
};

/// The row of a class.
const ClassCost &costOf(CostClass costClass);
/// Virtual cycles of one instruction: its class's cycles times its units (elements of a vector
/// operation, started 16 bytes of an access). 0 for instrumentation and markers of this folder.
/// O(length of the address computation).
uint32_t cyclesOf(const llvm::Instruction &instruction);

} // namespace pstudio::cpu
