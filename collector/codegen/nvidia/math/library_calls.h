// SPDX-License-Identifier: Apache-2.0
// LLVM's mathematical intrinsics and remainders as calls of library functions.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::nvidia {

/// Intrinsics that the back end has no instruction for (llvm.exp), and frem, become calls of
/// libdevice's names (__nv_expf), element by element and in single precision at least; without this
/// the back end would end the process.
void callLibraryFunctions(llvm::Module &module);

} // namespace pstudio::nvidia
