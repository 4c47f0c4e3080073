// SPDX-License-Identifier: Apache-2.0
// The proton_gpu operations of a kernel as LLVM and ROCDL dialect, for AMD GPUs.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include "collector/ir/proton_gpu_dialect.h"
#include "collector/passes/pipeline.h"

namespace pstudio {

/// As lowerRecordsForNvidia(). Fails, with an error at the segment, for strategy stream and for a
/// chip that records cannot be written for.
mlir::LogicalResult lowerRecordsForAmd(mlir::gpu::GPUFuncOp kernel,
                                       proton_gpu::SegmentAllocOp segment,
                                       const AmdRecordOptions &options);

} // namespace pstudio
