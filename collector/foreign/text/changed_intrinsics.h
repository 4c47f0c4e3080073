// SPDX-License-Identifier: Apache-2.0
// Intrinsics that LLVM 19 supports with other parameters than the text has.
#pragma once

#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace pstudio::foreign {

/// Renames each intrinsic whose type is not the one that the installed LLVM gives it, so that it is
/// an unknown intrinsic instead of an invalid one. Attributes of unknown intrinsics that the
/// installed LLVM rejects are dropped.
void setChangedIntrinsicsAside(llvm::Module &module);

/// Gives them their names back. The module does not verify then.
void restoreChangedIntrinsics(llvm::Module &module);

/// Whether the function was renamed.
bool isChangedIntrinsic(const llvm::Function &function);

/// The name of a function in the text.
std::string nameInText(const llvm::Function &function);

} // namespace pstudio::foreign
