// SPDX-License-Identifier: Apache-2.0
// Preparation of LLVM IR of kernels that is common to the GPUs of all vendors.
#pragma once

#include <string>
#include <vector>

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace pstudio {

/// Removes all functions but `kernels` and those that they refer to. Makes the latter internal and
/// marks them to be inlined, unless they are `noinline`: a call costs a GPU a stack frame in memory.
void keepOnly(llvm::Module &module, const std::vector<std::string> &kernels);

/// Marks functions and inline assembly as convergent. Otherwise LLVM may copy a record, or a call
/// of a function with a barrier, that follows a branch into the arms of the branch, and a warp
/// whose lanes take both arms would execute it twice. LLVM removes the mark from functions that do
/// not require it.
void keepLanesTogether(llvm::Module &module);

/// "file:line:column" of an instruction, or empty.
std::string locationOf(const llvm::Instruction &instruction);

/// "file:line:column" of the first call of `function`, or empty.
std::string locationOfCall(const llvm::Function &function);

/// Keeps line tables and drops descriptions of variables and types. Profilers map code to sources
/// by the line tables.
void keepOnlyLines(llvm::Module &module);

} // namespace pstudio
