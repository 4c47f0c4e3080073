// SPDX-License-Identifier: Apache-2.0
// Built-in bodies for mathematical functions, under libdevice's names.
#pragma once

#include <string_view>

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::nvidia {

/// Adds a body to every function that the module declares and calls, if there is a built-in one for
/// its name ("__nv_expf"). True if there were any.
bool defineBuiltInFunctions(llvm::Module &module);

/// Declares and defines `name` in the module, for tests. False if there is no such function.
bool defineBuiltInFunction(llvm::Module &module, std::string_view name);

} // namespace pstudio::nvidia
