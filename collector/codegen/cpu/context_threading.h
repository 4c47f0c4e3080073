// SPDX-License-Identifier: Apache-2.0
// Adds the thread's context to every function, and turns markers into loads from it and calls of
// the runtime.
#pragma once

#include <string>

#include "core/base/result.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace pstudio::cpu {

/// Adds a first parameter `ThreadContext *` to every defined function and expands every intrinsic
/// and marker. Returns the function that runs the kernel, a KernelEntry. `kernel` and the functions
/// it calls are replaced, so pointers to them become invalid. Unsupported for an intrinsic that
/// does not exist.
Result<llvm::Function *> threadContext(llvm::Module &module, const std::string &kernel);

} // namespace pstudio::cpu
