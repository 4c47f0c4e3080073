// SPDX-License-Identifier: Apache-2.0
// Instructions of LLVM IR whose result another CTA of the grid can change between two executions.
#pragma once

#include <cstdint>
#include <string>

namespace llvm {
class CallBase;
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace pstudio::foreign {

/// Source of the result of an instruction.
enum class ValueSource : uint8_t {
  Operands, ///< its operands, and values that no CTA changes: constant memory, parameters, special
            ///< registers
  OwnCta,   ///< a phase of an mbarrier of the own CTA
  Shared,   ///< shared memory of the CTA
  Private,  ///< memory of the thread
  Others,   ///< memory that other CTAs may write, or unknown code
};

/// The source of an instruction, with a description for a message.
struct ReadSource {
  ValueSource source = ValueSource::Operands;
  std::string words; ///< "an atomic operation on global memory"; of Others and Shared
};

/// O(operands), of inline PTX O(text). Calls of functions with a body are Operands.
ReadSource readSourceOf(const llvm::Instruction &instruction);

/// The text of inline PTX in `call`; empty if it is none.
std::string inlinePtxOf(const llvm::CallBase &call);

/// True for an atomic addition of a constant above 0 to global memory that returns the old value: a
/// counter that only grows.
bool isIncrement(const llvm::Instruction &instruction);
/// True for instructions that may write register values to shared memory: stores, also to generic
/// addresses, and atomic operations.
bool storesToShared(const llvm::Instruction &instruction);
/// The address of a store to shared memory; null if it is unknown.
const llvm::Value *sharedStoreAddress(const llvm::Instruction &instruction);
/// True for instructions that write shared memory from other memory, such as asynchronous copies.
bool copiesToShared(const llvm::Instruction &instruction);
/// True for an atomic operation or a store on global or generic memory.
bool writesGlobal(const llvm::Instruction &instruction);
/// The address that such an instruction writes; null if it is unknown.
const llvm::Value *writtenAddress(const llvm::Instruction &instruction);

} // namespace pstudio::foreign
