// SPDX-License-Identifier: Apache-2.0
// The numbers of iterations, counted in stack variables.
#pragma once

#include "collector/ir/proton_gpu_dialect.h"
#include "collector/passes/llvm_writer.h"

namespace pstudio {

/// What the operations of proton_gpu.loop_counter do to its variable (pointer to i32). `every` is
/// i32.
namespace loop_counter {
void enter(LlvmWriter &w, mlir::Value variable, mlir::Value every);
void next(LlvmWriter &w, mlir::Value variable, mlir::Value every);
mlir::Value isSampled(LlvmWriter &w, mlir::Value variable);
} // namespace loop_counter

/// Writes what one operation that uses a counter becomes; the value is that of is_sampled.
using LoopCounterLowering = llvm::function_ref<mlir::Value(LlvmWriter &w, mlir::Operation *op,
                                                           mlir::Value variable, uint32_t every)>;

/// Replaces a counter by a stack variable and all operations that use it by what `lower` writes.
void lowerLoopCounter(proton_gpu::LoopCounterOp counter, LoopCounterLowering lower);
/// The same in place. LLVM turns the variable into SSA values: an addition, a comparison and a
/// selection in each iteration.
void lowerLoopCounter(proton_gpu::LoopCounterOp counter);

} // namespace pstudio
