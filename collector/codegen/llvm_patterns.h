// SPDX-License-Identifier: Apache-2.0
// The conversions to LLVM dialect that are the same for every target.
#pragma once

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace pstudio {

/// Adds upstream's patterns for arith, complex, cf, func, index, memref, ub and one-dimensional
/// vector operations. Those of gpu, nvgpu and math are added by the target.
void populateLlvmPatterns(mlir::LLVMTypeConverter &converter, mlir::RewritePatternSet &patterns);

} // namespace pstudio
