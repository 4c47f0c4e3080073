// SPDX-License-Identifier: Apache-2.0
// The proton_gpu operations of a kernel as LLVM dialect: what the lowerings for all GPUs share.
#pragma once

#include <memory>

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include "collector/records/gpu_block.h"
#include "collector/records/record_store.h"

namespace pstudio {

/// What a vendor's GPUs bring to the lowering.
class RecordTarget {
public:
  virtual ~RecordTarget() = default;

  /// Writes where `builder` stands.
  virtual std::unique_ptr<GpuWriter> writer(const mlir::OpBuilder &builder,
                                            mlir::Location location) const = 0;
  /// Of units whose lanes stay together; `mayWrap` as in UniformRecords.
  virtual std::unique_ptr<RecordStore> uniformRecords(GpuWriter &entry, const GpuUnit &unit,
                                                      bool mayWrap) const = 0;
  /// True if uniformRecords() can record an access that only lanes with a predicate make.
  virtual bool countsLanesOfPredicates() const { return true; }
  /// Of units whose lanes may part. May add workgroup buffers to the kernel.
  virtual std::unique_ptr<RecordStore>
  divergentRecords(GpuWriter &entry, mlir::gpu::GPUFuncOp kernel, const GpuUnit &unit) const = 0;
  /// Writes, in front of a read of the clock that comes behind a barrier, what makes it read behind
  /// the barrier.
  virtual void waitForBarrier(GpuWriter &) const {}
};

/// Lowers the proton_gpu operations of one kernel, whose only segment is `segment`, for CTAs of
/// `block` threads. The kernel may still hold operations of any dialect; it gains operations of
/// llvm, scf, memref and the target's dialect. Fails with an error at the operation that cannot be
/// lowered.
mlir::LogicalResult lowerRecordsForGpu(mlir::gpu::GPUFuncOp kernel,
                                       proton_gpu::SegmentAllocOp segment,
                                       const std::array<uint32_t, 3> &block,
                                       const RecordTarget &target);

} // namespace pstudio
