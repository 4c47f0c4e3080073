// SPDX-License-Identifier: Apache-2.0
// Arithmetic instructions of PTX as LLVM IR.
#pragma once

#include "collector/codegen/cpu/ptx_operands.h"

namespace pstudio::cpu {

/// Executes an instruction that computes with registers alone: arithmetic, comparisons, selections,
/// conversions, moves. Approximations become the exact function. False if it is none of those that
/// are implemented; then nothing was written.
bool buildPtxArithmetic(llvm::IRBuilder<> &builder, const ptx::Statement &statement,
                        PtxOperands &operands);

} // namespace pstudio::cpu
