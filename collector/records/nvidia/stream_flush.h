// SPDX-License-Identifier: Apache-2.0
// The unit's end of a stream on an NVIDIA GPU: chunks in memory that the host reads.
#pragma once

#include "collector/records/nvidia/ptx_writer.h"
#include "collector/records/gpu_block.h"
#include "core/record/record_layout.h"

namespace pstudio {

/// Which lanes hand slots over, together.
struct StreamLanes : LaneGroup {
  mlir::Value mask; ///< i32 of them; null for one lane alone, wherever the others are

  /// All lanes of the warp.
  static StreamLanes warp(PtxWriter &w, const GpuUnit &unit);
  /// The executing lane.
  static StreamLanes one(PtxWriter &w);

  bool isOneLane() const { return !mask; }
  /// Waits for all of them and orders their memory operations.
  void sync(PtxWriter &w) const;
};

/// Hands the half over that the record before filled: it brought the count to `written` (i32).
/// Without room for it the lanes wait for the host or, with `isDropping`, go on without. Returns
/// what that took.
HandoverRecords streamHalf(PtxWriter &w, const GpuUnit &unit, mlir::Value written,
                           uint32_t operation, const StreamLanes &lanes, bool isDropping);

/// Hands over what is left when the unit ends after `written` (i32) slots, if anything is.
void streamRest(PtxWriter &w, const GpuUnit &unit, mlir::Value written, const StreamLanes &lanes,
                bool isDropping);

} // namespace pstudio
