// SPDX-License-Identifier: Apache-2.0
// The memory for a warp's records on a GPU, and the other data that is written: header, unit table,
// the copy of shared segments.
#pragma once

#include "collector/records/gpu_writer.h"
#include "collector/records/segment_lowering.h"

namespace pstudio {

/// Values that are valid in the whole kernel, computed at its entry.
struct GpuUnit {
  SegmentShape shape;
  mlir::Value thread; ///< i32: linear thread of the CTA
  mlir::Value warp;   ///< i32, the same in all lanes
  mlir::Value lanes;  ///< i32: lanes of the warp; the last one of a CTA may have fewer than others
  mlir::Value index;  ///< i32: number of the unit's segment; 0 where nothing is recorded
  mlir::Value hasBlock;    ///< i1: the CTA is sampled; null if all are
  mlir::Value records;     ///< i1: this warp makes records; null if all do
  mlir::Value block;       ///< global pointer: the CTA's block
  mlir::Value entry;       ///< global pointer: the unit's entry of the unit table
  mlir::Value slots;       ///< global pointer: the unit's segment in the block; not of a stream
  mlir::Value sharedSlots; ///< i32, shared address of the unit's segment; null if it is global
  mlir::Value globalSlots; ///< global pointer: slots that records are written to if not shared
};

/// Lanes that do an operation together.
struct LaneGroup {
  mlir::Value rank;  ///< i32 of the lane among them
  mlir::Value count; ///< i32: their number

  /// The executing lane alone.
  static LaneGroup one(GpuWriter &w);
};

/// A slot that is recorded after a flush.
struct HandoverRecord {
  uint32_t tag = 0;
  mlir::Value payload; ///< i32
};
using HandoverRecords = llvm::SmallVector<HandoverRecord, 4>;

/// i32: address of a workgroup buffer in shared memory.
mlir::Value sharedAddress(GpuWriter &w, mlir::Value buffer);

/// Both conditions; a null one is true.
mlir::Value both(GpuWriter &w, mlir::Value a, mlir::Value b);

/// Writes the address computations. For a stream that is not in shared memory, the kernel gets one
/// more argument after the profile buffer: device memory for `stagedSlots` of the shape for each
/// unit of each block, in order.
GpuUnit locateUnit(GpuWriter &w, proton_gpu::SegmentAllocOp segment,
                   const std::array<uint32_t, 3> &block);

/// Thread 0 writes the header, the first pair of clocks last.
void writeHeader(GpuWriter &w, const GpuUnit &unit);

/// Copies `count` (i32) slots to a global pointer, each lane its own. `from` is the address of
/// recorded slots: an address in shared memory or a global pointer.
void copySlots(GpuWriter &w, const GpuUnit &unit, mlir::Value from, mlir::Value count,
               mlir::Value to, const LaneGroup &lanes);

/// Strategy flush: copies the half to the block that the previous record filled: that record
/// increased the count to `written` (i32). Before and after the copy, `sync` synchronises the
/// lanes. Returns the records of the time since `start`, a clock.
HandoverRecords flushHalf(GpuWriter &w, const GpuUnit &unit, mlir::Value written,
                          uint32_t operation, mlir::Value start, const LaneGroup &lanes,
                          llvm::function_ref<void()> sync);

/// Copies the rest of a unit's shared segment when it ends after `written` (i32) slots: all slots,
/// or those that were not flushed. Not for streams (stream_flush.h).
void copyRest(GpuWriter &w, const GpuUnit &unit, mlir::Value written, const LaneGroup &lanes);

/// The executing lane stores one slot, the `written`-th (i32), in the memory for records.
void storeSlot(GpuWriter &w, const GpuUnit &unit, mlir::Value written, uint32_t tag,
               mlir::Value payload);

/// Start of the slot that is stored `written`-th (i32) into a ring of `bytes`, from the begin of
/// the ring: i32, in bytes.
mlir::Value ringOffset(GpuWriter &w, mlir::Value written, uint64_t bytes);

/// i32: count at which the half begins that holds the slot stored `written`-th (i32).
mlir::Value beginOfHalf(GpuWriter &w, const GpuUnit &unit, mlir::Value written);

/// Stores the unit's count of slots (i32), which is final, and with groups that of its `records`
/// (i32). Any lane of the warp may do it.
void markFinal(GpuWriter &w, const GpuUnit &unit, mlir::Value written, mlir::Value records = {});

/// Thread 0 writes the second pair of clocks.
void writeEndPair(GpuWriter &w, const GpuUnit &unit);

} // namespace pstudio
