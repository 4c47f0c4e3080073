// SPDX-License-Identifier: Apache-2.0
// Common parts of the lowerings of proton_gpu for all targets.
#pragma once

#include <cstdint>
#include <vector>

#include "collector/records/id_lookup.h"
#include "collector/records/llvm_writer.h"
#include "collector/ir/proton_gpu_dialect.h"
#include "core/record/stream_layout.h"

namespace pstudio {

/// Fails, with an error, unless the segment is allocated, is used by proton_gpu operations only,
/// and has a flush point after every store if it is halved.
mlir::LogicalResult checkLowerable(proton_gpu::SegmentAllocOp segment);

/// Sizes and flags of a kernel's allocated segment, as record_layout.h defines them.
struct SegmentShape {
  explicit SegmentShape(proton_gpu::SegmentAllocOp segment);

  proton_gpu::Strategy strategy = proton_gpu::Strategy::Circular;
  proton_gpu::Granularity granularity = proton_gpu::Granularity::Warp;
  proton_gpu::Metric metric = proton_gpu::Metric::Cycle;
  uint32_t units = 0; ///< segments per CTA
  /// The warps that record, one for each unit (Granularity::Thread: each lane of them is a unit);
  /// empty if all do.
  std::vector<IdProgression> recorders;
  std::vector<IdProgression> ctas; ///< that record; empty if all do
  uint32_t slots = 0;              ///< capacity of a segment while the kernel runs [slots]
  uint32_t keptSlots = 0;    ///< capacity of a segment in the block; the same unless halved [slots]
  bool isGrouped = false;    ///< each record starts at a multiple of record::kGroupSlots
  uint32_t flags = 0;        ///< of the block header
  uint64_t segmentBytes = 0; ///< of one unit, while the kernel runs
  uint64_t keptBytes = 0;    ///< of one unit, in the block
  uint64_t blockBytes = 0;   ///< of one CTA
  uint64_t unitTable = 0;    ///< offset of the unit table in a block [bytes]
  uint64_t segments = 0;     ///< offset of unit 0's segment in a block [bytes]
  record::StreamShape stream; ///< strategy stream: then segments in the block are rings of chunks

  bool isPerThread() const { return granularity == proton_gpu::Granularity::Thread; }
};

/// Slots that one flush copies; 0 if the segment is not halved.
uint32_t flushedSlots(const SegmentShape &shape);

/// i1: record::fillsHalf for a count of slots (i32); `slots` (i32) may be null.
mlir::Value fillsHalf(LlvmWriter &w, mlir::Value written, uint32_t half, mlir::Value slots = {});

bool isScope(proton_gpu::RecordKind kind);
/// True if records of this kind keep the mask of their lanes.
bool hasMask(proton_gpu::RecordKind kind);

/// i32: the bits of the tag of an Address slot that hold the high word (i32) of the address.
mlir::Value addressBits(LlvmWriter &w, mlir::Value high);

/// i32: bits 63..32 of `address` (i64) of an access, which are 0 in shared memory; null: of the
/// operation's own address.
mlir::Value highWord(LlvmWriter &w, proton_gpu::StoreOp access, mlir::Value address = {});

/// The further slots of a value's record, low word first; empty for other kinds.
llvm::SmallVector<mlir::Value, 2> valueWords(LlvmWriter &w, proton_gpu::StoreOp store);

/// The tag word of a record, with the constant part of its key: for a value, whether it is wide.
uint32_t tagOf(proton_gpu::StoreOp store);

} // namespace pstudio
