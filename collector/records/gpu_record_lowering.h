// SPDX-License-Identifier: Apache-2.0
// Lowers the proton_gpu operations of a kernel to the LLVM dialect: the part that all GPUs share.
#pragma once

#include <memory>

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include "collector/records/gpu_block.h"
#include "collector/records/record_store.h"

namespace pstudio {

/// The part of the lowering that is specific to the GPUs of a vendor.
class RecordTarget {
public:
  virtual ~RecordTarget() = default;

  /// A writer that inserts at `builder`.
  virtual std::unique_ptr<GpuWriter> writer(const mlir::OpBuilder &builder,
                                            mlir::Location location) const = 0;
  /// A writer whose ids of threads and CTAs the compiler computes where it writes them, not at the
  /// kernel's entry; null if the target gains nothing by it.
  virtual std::unique_ptr<GpuWriter> lateWriter(const mlir::OpBuilder &, mlir::Location) const {
    return nullptr;
  }
  /// Records of units whose lanes do not diverge; `mayWrap` as in UniformRecords.
  virtual std::unique_ptr<RecordStore> uniformRecords(GpuWriter &entry, const GpuUnit &unit,
                                                      bool mayWrap) const = 0;
  /// True if uniformRecords() can record an access that only lanes with a predicate make.
  virtual bool countsLanesOfPredicates() const { return true; }
  /// Records of units whose lanes may diverge. May add workgroup buffers to the kernel.
  virtual std::unique_ptr<RecordStore>
  divergentRecords(GpuWriter &entry, mlir::gpu::GPUFuncOp kernel, const GpuUnit &unit) const = 0;
  /// For a read of the clock after a barrier: writes code before the read that keeps it from
  /// executing before the barrier completes.
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
