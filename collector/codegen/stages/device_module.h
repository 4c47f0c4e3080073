// SPDX-License-Identifier: Apache-2.0
// What LLVM IR of a GPU's kernels needs whoever makes the GPU.
#pragma once

#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace pstudio {

/// Only `kernels` are visible from outside, and what they call becomes part of them: a call costs a
/// GPU a stack frame in memory.
void keepOnly(llvm::Module &module, const std::vector<std::string> &kernels);

/// Marks functions and inline assembly as what the lanes of a warp do together. Otherwise a record,
/// or a call of a function with a barrier, behind a branch may be copied into its arms, and a warp
/// whose lanes take both would execute it twice. LLVM takes the mark from functions that need none.
void keepLanesTogether(llvm::Module &module);

/// "file:line:column" of the first call of `function`, or empty.
std::string locationOfCall(const llvm::Function &function);

/// Line tables, and no description of variables and types: what profilers map code to sources by.
void keepOnlyLines(llvm::Module &module);

} // namespace pstudio
