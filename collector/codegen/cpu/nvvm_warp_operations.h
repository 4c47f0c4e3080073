// SPDX-License-Identifier: Apache-2.0
// NVIDIA's operations of the lanes of a warp, as calls of intrinsics.h.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace pstudio::cpu {

/// The value of a call of the intrinsic llvm.nvvm.`name` (shfl, vote, match, redux, bar.warp.sync,
/// activemask, elect; with .sync, or without for the active lanes), built before it; null if it is
/// none of them. For a call without a result any value.
llvm::Value *buildWarpOperation(llvm::IRBuilder<> &builder, llvm::CallInst &call,
                                llvm::StringRef name);

/// Likewise of a call of inline assembly that is one of these instructions alone; null if it is
/// not.
llvm::Value *buildWarpAssembly(llvm::IRBuilder<> &builder, llvm::CallInst &call);

} // namespace pstudio::cpu
