// SPDX-License-Identifier: Apache-2.0
// Rejects IR that the CPU target does not support.
#pragma once

#include "core/base/result.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::cpu {

/// Unsupported, naming it and its source location, if the module has inline assembly, a call
/// through a pointer, an instruction of another machine, or a function that neither the module nor
/// the runtime defines. CompileFailed if the IR is malformed.
Result<void> checkSupported(const llvm::Module &module);

/// Unsupported, with the location, if the local arrays of constant size of a function do not fit a
/// thread's stack. Call after cleanUpNeutrally(), which turns some of them into values.
Result<void> checkStackUse(const llvm::Module &module);

} // namespace pstudio::cpu
