// SPDX-License-Identifier: Apache-2.0
// The proton_gpu operations of a kernel as LLVM dialect and inline PTX, for NVIDIA GPUs.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include "collector/ir/proton_gpu_dialect.h"
#include "collector/passes/pipeline.h"

namespace pstudio {

/// Lowers the proton_gpu operations of one kernel, whose only segment is `segment`. The kernel may
/// still hold operations of any dialect; it gains operations of llvm, nvvm, scf and memref. Fails
/// with an error at the operation that cannot be lowered.
mlir::LogicalResult lowerRecordsForNvidia(mlir::gpu::GPUFuncOp kernel,
                                          proton_gpu::SegmentAllocOp segment,
                                          const NvidiaRecordOptions &options);

} // namespace pstudio
