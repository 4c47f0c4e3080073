// SPDX-License-Identifier: Apache-2.0
#include "core/record/stream_ring.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "core/base/little_endian.h"

namespace pstudio::record {
namespace {

std::atomic_ref<uint32_t> counterAt(std::byte *entry, uint32_t offset) {
  return std::atomic_ref<uint32_t>(*reinterpret_cast<uint32_t *>(entry + offset));
}

} // namespace

bool StreamProducer::hasRoom() const {
  // Acquire: the host has finished reading the previous content of the place.
  const uint32_t drained = counterAt(m_entry, kStreamDrained).load(std::memory_order_acquire);
  const uint32_t published = counterAt(m_entry, kStreamPublished).load(std::memory_order_relaxed);
  return published - drained < m_chunks;
}

void StreamProducer::publish(uint32_t first, std::span<const std::byte> slots) {
  std::atomic_ref<uint32_t> published = counterAt(m_entry, kStreamPublished);
  const uint32_t number = published.load(std::memory_order_relaxed);
  std::byte *chunk = m_ring + (number & (m_chunks - 1)) * chunkBytes(m_flushedSlots);
  storeLittle(chunk + kChunkFirst, first);
  storeLittle(chunk + kChunkCount, static_cast<uint32_t>(slots.size() / kSlotBytes));
  std::memcpy(chunk + kChunkHeadBytes, slots.data(), slots.size());
  published.store(number + 1, std::memory_order_release);
}

StreamConsumer::StreamConsumer(std::byte *block, const StreamShape &shape, uint32_t unit)
    : m_entry(block + streamEntryOffset(shape.units, unit)),
      m_ring(block + streamRingOffset(shape, unit)), m_flushedSlots(shape.flushedSlots),
      m_chunks(shape.chunks) {}

std::optional<Chunk> StreamConsumer::next() const {
  const uint32_t published = counterAt(m_entry, kStreamPublished).load(std::memory_order_acquire);
  const uint32_t drained = counterAt(m_entry, kStreamDrained).load(std::memory_order_relaxed);
  if (published == drained)
    return std::nullopt;
  const std::byte *chunk = m_ring + (drained & (m_chunks - 1)) * chunkBytes(m_flushedSlots);
  const uint32_t count = std::min(loadLittle<uint32_t>(chunk + kChunkCount), m_flushedSlots);
  return Chunk{loadLittle<uint32_t>(chunk + kChunkFirst),
               {chunk + kChunkHeadBytes, size_t{count} * kSlotBytes}};
}

void StreamConsumer::release() {
  std::atomic_ref<uint32_t> drained = counterAt(m_entry, kStreamDrained);
  drained.store(drained.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

} // namespace pstudio::record
