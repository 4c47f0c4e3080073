// SPDX-License-Identifier: Apache-2.0
// Where a warp's records go on an NVIDIA GPU, and what is written besides them: header, unit table,
// the copy of shared segments.
#pragma once

#include "collector/passes/pipeline.h"
#include "collector/passes/ptx_writer.h"
#include "collector/passes/segment_lowering.h"

namespace pstudio {

/// Values that hold in the whole kernel, computed at its entry.
struct NvidiaUnit {
  SegmentShape shape;
  mlir::Value thread;      ///< i32: linear thread of the CTA
  mlir::Value block;       ///< global pointer: the CTA's block
  mlir::Value entry;       ///< global pointer: the warp's entry of the unit table
  mlir::Value slots;       ///< global pointer: the warp's segment in the block
  mlir::Value sharedSlots; ///< i32, shared address of the warp's segment; null if it is global
};

/// Writes the address computations.
NvidiaUnit locateUnit(PtxWriter &w, proton_gpu::SegmentAllocOp segment,
                      const NvidiaRecordOptions &options);

/// Thread 0 writes the header, the first pair of clocks last.
void writeHeader(PtxWriter &w, const NvidiaUnit &unit);

/// The whole warp, which is together, marks its unit as final after `writtenBytes` (i32) of
/// records; a shared segment is copied first, each lane every 32nd slot.
void finalizeUnit(PtxWriter &w, const NvidiaUnit &unit, mlir::Value writtenBytes);

/// Thread 0 writes the second pair of clocks.
void writeEndPair(PtxWriter &w, const NvidiaUnit &unit);

} // namespace pstudio
