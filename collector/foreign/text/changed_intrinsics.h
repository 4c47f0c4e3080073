// SPDX-License-Identifier: Apache-2.0
// Intrinsics that LLVM 19 supports with other parameters than in the text.
#pragma once

#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace pstudio::foreign {

/// Renames each intrinsic whose type is not the one of the installed LLVM, so that it is an unknown
/// intrinsic instead of an invalid one. Attributes of unknown intrinsics that the installed LLVM
/// rejects are dropped.
void setChangedIntrinsicsAside(llvm::Module &module);

/// Restores the names. Afterwards the module does not verify.
void restoreChangedIntrinsics(llvm::Module &module);

/// True if the function was renamed.
bool isChangedIntrinsic(const llvm::Function &function);

/// The name of a function in the text.
std::string nameInText(const llvm::Function &function);

} // namespace pstudio::foreign
