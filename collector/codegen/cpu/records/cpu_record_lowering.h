// SPDX-License-Identifier: Apache-2.0
// The proton_gpu operations of a kernel as calls, for the CPU target.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include "collector/ir/proton_gpu_dialect.h"

namespace pstudio {

/// Lowers the proton_gpu operations of one kernel, whose only segment is `segment`, to calls of
/// intrinsics, which are declared in its module. Fails with an error at the operation that cannot
/// be lowered.
mlir::LogicalResult lowerRecordsForCpu(mlir::gpu::GPUFuncOp kernel,
                                       proton_gpu::SegmentAllocOp segment);

} // namespace pstudio
