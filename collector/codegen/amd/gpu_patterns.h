// SPDX-License-Identifier: Apache-2.0
// Operations whose lowering to ROCDL dialect is ours.
#pragma once

#include "collector/passes/amd_chip.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/PatternMatch.h"

namespace pstudio::amd {

/// gpu.shuffle in all modes; gpu.grid_dim from the implicit arguments, without a library; math
/// operations that the back end has instructions or expansions for. All are preferred to upstream's
/// patterns for the same operations.
///
/// A shuffle stays in segments of `width` lanes: kernels that were written for warps of 32 lanes do
/// on a wave of 64 what they do there.
void populateGpuPatterns(mlir::LLVMTypeConverter &converter, const AmdChip &chip,
                         mlir::RewritePatternSet &patterns);

} // namespace pstudio::amd
