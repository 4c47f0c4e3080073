// SPDX-License-Identifier: Apache-2.0
// PTX instructions that access memory or wait for other threads, as LLVM IR.
#pragma once

#include "collector/codegen/cpu/ptx_operands.h"

namespace pstudio::cpu {

/// Executes a load, a store, an atomic operation, a fence, a barrier of the CTA or a warp, a
/// shuffle, a vote or cp.async. False if it is none of those that are implemented; then it has no
/// effect.
bool buildPtxMemory(llvm::IRBuilder<> &builder, const ptx::Statement &statement,
                    PtxOperands &operands);

} // namespace pstudio::cpu
