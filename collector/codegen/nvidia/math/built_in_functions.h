// SPDX-License-Identifier: Apache-2.0
// Built-in bodies for mathematical functions, under libdevice's names.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::nvidia {

/// Adds a body to every function that the module declares and calls, if there is a built-in one for
/// its name ("__nv_expf"). True if there were any.
bool defineBuiltInFunctions(llvm::Module &module);

} // namespace pstudio::nvidia
