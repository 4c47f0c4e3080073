// SPDX-License-Identifier: Apache-2.0
// The unit's end of a stream on an NVIDIA GPU: chunks in memory that the host reads.
#pragma once

#include "collector/records/nvidia/ptx_writer.h"
#include "collector/records/gpu_block.h"
#include "core/record/record_layout.h"

namespace pstudio {

/// The lanes that copy slots together.
struct StreamLanes : LaneGroup {
  mlir::Value mask; ///< i32 mask of them; null for one lane alone, independent of the others

  /// All lanes of the warp.
  static StreamLanes warp(PtxWriter &w, const GpuUnit &unit);
  /// The executing lane.
  static StreamLanes one(PtxWriter &w);

  bool isOneLane() const { return !mask; }
  /// Waits for all of them and orders their memory operations.
  void sync(PtxWriter &w) const;
};

/// Publishes the half that the previous record filled: that record increased the count to `written`
/// (i32). If no chunk is free, the lanes wait for the host or, with `isDropping`, drop the half.
/// Returns the records of the time that this took.
HandoverRecords streamHalf(PtxWriter &w, const GpuUnit &unit, mlir::Value written,
                           uint32_t operation, const StreamLanes &lanes, bool isDropping);

/// Publishes the remaining slots, if any, when the unit ends after `written` (i32) slots.
void streamRest(PtxWriter &w, const GpuUnit &unit, mlir::Value written, const StreamLanes &lanes,
                bool isDropping);

} // namespace pstudio
