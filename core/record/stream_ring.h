// SPDX-License-Identifier: Apache-2.0
// Both ends of a unit's ring of chunks, for host code.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/record/stream_layout.h"

namespace pstudio::record {

/// The unit's end of the ring. The lowering for a GPU does the same in PTX. [one thread]
class StreamProducer {
public:
  /// `entry`: the unit's counters, `ring`: its chunks; both as in a block.
  StreamProducer(std::byte *entry, std::byte *ring, uint32_t flushedSlots, uint32_t chunks)
      : m_entry(entry), m_ring(ring), m_flushedSlots(flushedSlots), m_chunks(chunks) {}

  /// True if the host has drained enough chunks that the ring has a free place.
  bool hasRoom() const;
  /// Publishes a chunk with the slots from number `first` on. There must be room.
  void publish(uint32_t first, std::span<const std::byte> slots);

private:
  std::byte *m_entry;
  std::byte *m_ring;
  uint32_t m_flushedSlots;
  uint32_t m_chunks;
};

/// A chunk in its ring.
struct Chunk {
  uint32_t first = 0; ///< number of its first slot
  std::span<const std::byte> slots;
};

/// The host's end of the ring. [one thread, other than the producer's]
class StreamConsumer {
public:
  /// A whole block and one of its units.
  StreamConsumer(std::byte *block, const StreamShape &shape, uint32_t unit);

  /// The oldest chunk that is published and not drained yet. Valid until release(). An invalid
  /// count of slots is limited to the size of a chunk.
  std::optional<Chunk> next() const;
  /// Frees the place of that chunk.
  void release();

private:
  std::byte *m_entry;
  const std::byte *m_ring;
  uint32_t m_flushedSlots;
  uint32_t m_chunks;
};

} // namespace pstudio::record
