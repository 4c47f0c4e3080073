// SPDX-License-Identifier: Apache-2.0
// How operations of the math dialect reach the chip.
#pragma once

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace pstudio::nvidia {

/// Adds patterns for the operations that are one instruction (or a correctly rounded sequence of
/// the back end): abs, ceil, floor, trunc, roundeven, copysign, fma, sqrt, integer bit counts. They
/// go before upstream's, which call a function for each.
void populateMathPatterns(mlir::LLVMTypeConverter &converter, mlir::RewritePatternSet &patterns);

} // namespace pstudio::nvidia
