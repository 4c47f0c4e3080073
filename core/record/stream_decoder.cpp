// SPDX-License-Identifier: Apache-2.0
#include "core/record/stream_decoder.h"

#include <vector>

namespace pstudio::record {
namespace {

class StreamDecoder {
public:
  StreamDecoder(std::span<const Chunk> chunks, std::optional<uint32_t> written,
                const ClockBounds &bounds, UnitRecords &unit)
      : m_chunks(chunks), m_written(written), m_bounds(bounds), m_unit(unit) {}

  StreamCounts run() {
    m_unit.records.clear();
    m_unit.addresses.clear();
    m_unit.gaps.clear();
    for (size_t i = 0; i < m_chunks.size();)
      i = decodeRunAt(i);
    if (m_written)
      addGap(*m_written - static_cast<uint32_t>(m_next));
    m_unit.oldestDropped = !m_unit.gaps.empty();
    m_counts.segments.slotsWritten = m_next;
    return m_counts;
  }

private:
  /// Decodes the contiguous chunks from `begin` on. Returns the index of the chunk after them.
  size_t decodeRunAt(size_t begin) {
    addGap(m_chunks[begin].first - static_cast<uint32_t>(m_next));
    m_slots.clear();
    const bool isHeadCut = m_next != 0 || m_chunks[begin].first != 0;
    size_t end = begin;
    for (; end < m_chunks.size() && m_chunks[end].first == static_cast<uint32_t>(m_next); ++end) {
      m_slots.insert(m_slots.end(), m_chunks[end].slots.begin(), m_chunks[end].slots.end());
      m_next += m_chunks[end].slots.size() / kSlotBytes;
    }
    const bool isLast = end == m_chunks.size();
    const bool isTailCut = !isLast || !m_written || *m_written != static_cast<uint32_t>(m_next);
    decode({m_slots, isHeadCut, isTailCut}, isLast && m_written && !isTailCut);
    return end;
  }

  void decode(const SlotRun &run, bool reachesEnd) {
    const size_t first = m_unit.records.size();
    m_counts.segments += decodeRun(run, m_unit.records, &m_unit.addresses);
    ClockBounds bounds = m_bounds;
    if (!reachesEnd) // the end of the block is no anchor for records before a gap
      bounds.end.reset();
    m_counts.clocks +=
        unwrapClocks(std::span(m_unit.records).subspan(first), bounds, run.isHeadCut);
  }

  void addGap(uint32_t slots) {
    if (slots == 0)
      return;
    m_unit.gaps.push_back({m_unit.records.size(), slots});
    m_next += slots;
    m_counts.segments.slotsDropped += slots;
    m_counts.segments.recordsDropped += slots;
  }

  const std::span<const Chunk> m_chunks;
  const std::optional<uint32_t> m_written;
  const ClockBounds m_bounds;
  UnitRecords &m_unit;
  uint64_t m_next = 0; // number of the slot after all decoded slots and gaps
  std::vector<std::byte> m_slots;
  StreamCounts m_counts;
};

} // namespace

StreamCounts decodeStreamedUnit(std::span<const Chunk> chunks, std::optional<uint32_t> written,
                                const ClockBounds &bounds, UnitRecords &unit) {
  return StreamDecoder(chunks, written, bounds, unit).run();
}

} // namespace pstudio::record
