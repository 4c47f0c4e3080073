// SPDX-License-Identifier: Apache-2.0
// The block of a CTA whose records are streamed: rings of chunks that the host drains while the
// kernel runs. Drawn in FORMAT.md. No other code contains an offset of it.
#pragma once

#include "core/record/record_layout.h"

namespace pstudio::record {

/// Sizes of the blocks of a launch with strategy stream.
struct StreamShape {
  uint32_t units = 0;        ///< per CTA
  uint32_t flushedSlots = 0; ///< of a chunk: a power of two, at least kMinFlushedSlots
  uint32_t chunks = 0;       ///< of a unit's ring: a power of two, at least 2
  /// Slots that a unit fills before it hands them over, if they are in the block: twice
  /// flushedSlots, or 0 where they are in shared memory.
  uint32_t stagedSlots = 0;
  bool operator==(const StreamShape &) const = default;
};

/// One unit's counters, after the unit table. Both count chunks, modulo 2^32.
enum StreamOffset : uint32_t {
  kStreamPublished = 0, ///< u32 by the unit: chunks whose slots the host may read
  kStreamDrained = 4,   ///< u32 by the host: chunks whose place the unit may use again
};
inline constexpr uint32_t kStreamEntryBytes = 8;

/// A chunk: this head, then flushedSlots slots, of which the first `count` are valid.
enum ChunkOffset : uint32_t {
  kChunkFirst = 0, ///< u32 number of the first slot, counted as kUnitWritten does
  kChunkCount = 4, ///< u32 slots; fewer than flushedSlots only in a unit's last chunk
};
inline constexpr uint32_t kChunkHeadBytes = 8;

constexpr uint64_t chunkBytes(uint32_t flushedSlots) {
  return kChunkHeadBytes + uint64_t{flushedSlots} * kSlotBytes;
}
/// Bytes from the start of a block to unit `unit`'s counters.
constexpr uint64_t streamEntryOffset(uint32_t units, uint32_t unit) {
  return unitEntryOffset(units) + uint64_t{unit} * kStreamEntryBytes;
}
/// ... to its first chunk.
constexpr uint64_t streamRingOffset(const StreamShape &shape, uint32_t unit) {
  return streamEntryOffset(shape.units, shape.units) +
         uint64_t{unit} * shape.chunks * chunkBytes(shape.flushedSlots);
}
/// ... to its staged slots.
constexpr uint64_t streamStagingOffset(const StreamShape &shape, uint32_t unit) {
  return streamRingOffset(shape, shape.units) + uint64_t{unit} * shape.stagedSlots * kSlotBytes;
}
/// Size of a whole block.
constexpr uint64_t streamBlockBytes(const StreamShape &shape) {
  const uint64_t used = streamStagingOffset(shape, shape.units);
  return (used + kBlockAlignment - 1) / kBlockAlignment * kBlockAlignment;
}
/// Size of the part of a block that a drain log contains: its header and unit table.
constexpr uint64_t loggedBlockBytes(uint32_t units) {
  return unitEntryOffset(units);
}

static_assert(kStreamEntryBytes % kSlotBytes == 0 && kChunkHeadBytes % kSlotBytes == 0);

} // namespace pstudio::record
