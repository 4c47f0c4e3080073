// SPDX-License-Identifier: Apache-2.0
// Records of warps whose lanes may part, on an NVIDIA GPU: slots are taken from a shared counter.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include "collector/records/nvidia/stream_flush.h"
#include "collector/records/gpu_block.h"
#include "collector/records/record_store.h"
#include "collector/records/record_options.h"

namespace pstudio {

/// Every unit has two words of shared memory: the slots taken so far, and the lanes that have
/// returned. At a record the lanes that are there elect one, which takes all slots of the record at
/// once, so that they stay together. If lanes are missing that have not returned, a scope record
/// keeps the mask of those that are there. The lanes that return last finalise the unit.
///
/// A record is one piece of PTX in which the lanes do not part.
class DivergentRecords : public RecordStore {
public:
  /// Lanes that hold the count since a record that they stored together.
  struct Holders {
    mlir::Value together; ///< i32: mask of the active lanes, holders or not
    StreamLanes lanes;    ///< the holders
    mlir::Value isFirst;  ///< i1: the lane is the first of the holders
  };

  /// Adds the counters to the kernel and writes their initialisation at the position of `entry`,
  /// the kernel's entry.
  DivergentRecords(PtxWriter &entry, mlir::gpu::GPUFuncOp kernel, const GpuUnit &unit);

  void store(GpuWriter &gpu, proton_gpu::StoreOp op, mlir::Value tag, mlir::Value clock) override;
  /// Point where a full half is flushed. The lanes at a record hold the count until here, and copy
  /// the half together.
  void atFlushPoint(GpuWriter &gpu, proton_gpu::FlushPointOp op) override;
  void finalize(GpuWriter &gpu) override;

private:
  /// Flushes the half that the previous record filled. Returns the number of slots that it appends.
  size_t handOver(PtxWriter &w, const Holders &holders, mlir::Value written, uint32_t operation);

  const GpuUnit &m_unit;
  mlir::Value m_counters;    ///< i32, shared address of the unit's two words
  mlir::Value m_held;        ///< i32: count that the elected lane holds since the last record
  mlir::Value m_heldSlots;   ///< i32: slots of the last record, if it was an access; else null
  mlir::Value m_warpLanes;   ///< i32: mask of the lanes of the warp; the last warp may have fewer
  bool m_isDropping = false; ///< the unit of a stream does not wait for the host
};

} // namespace pstudio
