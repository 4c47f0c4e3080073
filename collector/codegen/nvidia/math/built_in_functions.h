// SPDX-License-Identifier: Apache-2.0
// Our own bodies for mathematical functions, under libdevice's names.
#pragma once

#include <string_view>

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::nvidia {

/// Gives every function that the module declares, calls and does not define a body if we have one
/// for its name ("__nv_expf"). Whether there were any.
bool defineBuiltInFunctions(llvm::Module &module);

/// Declares and defines `name` in the module, for tests. False if there is no such function.
bool defineBuiltInFunction(llvm::Module &module, std::string_view name);

} // namespace pstudio::nvidia
