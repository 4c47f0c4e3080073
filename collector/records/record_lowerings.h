// SPDX-License-Identifier: Apache-2.0
// The lowerings of records to each target, one function for each.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include "collector/ir/proton_gpu_dialect.h"
#include "collector/records/record_options.h"

namespace pstudio {

// Each lowers the proton_gpu operations of one kernel, whose only segment is `segment`, and fails
// with an error at the operation that cannot be lowered.

/// To calls of intrinsics, which are declared in the kernel's module.
mlir::LogicalResult lowerRecordsForCpu(mlir::gpu::GPUFuncOp kernel,
                                       proton_gpu::SegmentAllocOp segment);

/// To LLVM dialect and inline PTX. The kernel may still hold operations of any dialect; it gains
/// operations of llvm, nvvm, scf and memref.
mlir::LogicalResult lowerRecordsForNvidia(mlir::gpu::GPUFuncOp kernel,
                                          proton_gpu::SegmentAllocOp segment,
                                          const NvidiaRecordOptions &options);

/// The same with rocdl. Fails, with an error at the segment, for strategy stream and for a chip
/// that records cannot be written for.
mlir::LogicalResult lowerRecordsForAmd(mlir::gpu::GPUFuncOp kernel,
                                       proton_gpu::SegmentAllocOp segment,
                                       const AmdRecordOptions &options);

} // namespace pstudio
