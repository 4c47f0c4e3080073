// SPDX-License-Identifier: Apache-2.0
// How gpu.shuffle reaches the chip.
#pragma once

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace pstudio::nvidia {

/// Adds a pattern for gpu.shuffle of 32-bit values, before upstream's, whose clamp for `up` is
/// right for a width of 32 alone and which leaves lanes beyond the width out of their own mask. A
/// lane whose source is not among the first `width` lanes gets its own value and false, and so does
/// every lane beyond the width: as the CPU target does it.
void populateShufflePatterns(mlir::LLVMTypeConverter &converter, mlir::RewritePatternSet &patterns);

} // namespace pstudio::nvidia
