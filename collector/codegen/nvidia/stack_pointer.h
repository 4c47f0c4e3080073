// SPDX-License-Identifier: Apache-2.0
// The stack pointer, saved and restored as PTX does it.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::nvidia {

/// True if a function has an array of variable size, or one that is allocated more than once, or
/// saves the stack pointer. O(instructions).
bool hasVariableStack(const llvm::Module &module);

/// LLVM 19's back end selects allocas of variable size but not the intrinsics that free them:
/// llvm.stacksave and llvm.stackrestore become PTX's instructions (ISA 7.3, sm_52).
void lowerStackPointer(llvm::Module &module);

} // namespace pstudio::nvidia
