// SPDX-License-Identifier: Apache-2.0
#include "core/record/cta_decoder.h"

#include <algorithm>

#include "core/record/stream_decoder.h"

namespace pstudio::record {

CoveredTime &CoveredTime::operator+=(const CoveredTime &other) {
  cycles += other.cycles;
  keptCycles += other.keptCycles;
  return *this;
}

std::optional<double> CoveredTime::part() const {
  if (cycles == 0)
    return std::nullopt;
  return static_cast<double>(keptCycles) / static_cast<double>(cycles);
}

DecodeCounts &DecodeCounts::operator+=(const DecodeCounts &other) {
  segments += other.segments;
  clocks += other.clocks;
  covered += other.covered;
  unfinishedCtas += other.unfinishedCtas;
  unfinishedUnits += other.unfinishedUnits;
  return *this;
}

namespace {

/// The time of one unit that its records cover. The clock of its records must be that of `bounds`.
CoveredTime coveredTime(const UnitRecords &unit, const ClockBounds &bounds, bool isComplete) {
  if (!bounds.end || *bounds.end <= bounds.begin)
    return {};
  CoveredTime covered;
  covered.cycles = static_cast<uint64_t>(*bounds.end - bounds.begin);
  if (isComplete) {
    covered.keptCycles = covered.cycles;
  } else if (!unit.records.empty()) {
    const int64_t first = unit.oldestDropped ? unit.records.front().cycles : bounds.begin;
    const int64_t last = unit.oldestDropped ? *bounds.end : unit.records.back().cycles;
    const int64_t kept =
        std::clamp(last, bounds.begin, *bounds.end) - std::clamp(first, bounds.begin, *bounds.end);
    covered.keptCycles = static_cast<uint64_t>(std::max<int64_t>(kept, 0));
  }
  return covered;
}

/// Clears the records of a previous unit and keeps their memory.
void clearRecords(UnitRecords &unit) {
  unit.records.clear();
  unit.gaps.clear();
  unit.addresses.clear();
  unit.oldestDropped = unit.newestDropped = false;
}

} // namespace

DecodedCta CtaDecoder::decode(size_t cta, std::span<const std::byte> block,
                              const BlockHeader &header) {
  DecodedCta decoded;
  decoded.counts.unfinishedCtas = header.isFinalized ? 0 : 1;
  m_units.resize(header.unitCount);
  for (uint32_t i = 0; i < header.unitCount; ++i) {
    m_units[i].number = numberOf(i, header);
    const Segment segment = segmentOf(block, header, i, m_groups);
    decoded.counts.unfinishedUnits += !segment.finalized;
    if (header.strategy == Strategy::Histogram)
      clearRecords(m_units[i]); // the unit has counters
    else if (header.strategy == Strategy::Stream)
      decodeStreamed(m_log ? std::span<const Chunk>(m_log->chunks(cta, i))
                           : std::span<const Chunk>(),
                     segment, header, m_units[i], decoded.counts);
    else
      decodeUnit(segment, header, m_units[i], decoded.counts);
  }
  if (header.strategy == Strategy::Histogram)
    decoded.counters = countersOf(block, header);
  decoded.matched = m_matcher.match(m_units, allRecord(header));
  return decoded;
}

/// True if every warp of the CTA records.
bool CtaDecoder::allRecord(const BlockHeader &header) const {
  return m_shape.sampledWarps.isEmpty() && warpsPerUnit(header.granularity) == 1;
}

uint32_t CtaDecoder::numberOf(uint32_t unit, const BlockHeader &header) {
  auto found = m_recording.find(header.granularity);
  if (found == m_recording.end())
    found =
        m_recording
            .emplace(header.granularity, RecordingUnits(header.granularity, m_shape.threads,
                                                        m_shape.lanesPerWarp, m_shape.sampledWarps))
            .first;
  return found->second.count() == header.unitCount ? found->second.number(unit) : unit;
}

void CtaDecoder::decodeUnit(const Segment &segment, const BlockHeader &header, UnitRecords &unit,
                            DecodeCounts &counts) {
  clearRecords(unit);
  unit.newestDropped = !segment.finalized;
  const Result<SegmentCounts> decoded = decodeSegment(segment, unit.records, &unit.addresses);
  if (!decoded) // readBlockHeader() has checked all conditions of decodeSegment()
    return;
  counts.segments += *decoded;
  unit.oldestDropped = segment.strategy != Strategy::First &&
                       (decoded->slotsDropped > 0 || decoded->guessedRotations > 0);
  unit.newestDropped |= segment.strategy == Strategy::First && decoded->slotsDropped > 0;
  ClockBounds bounds = header.clockBounds();
  if (segment.strategy == Strategy::First && unit.newestDropped)
    bounds.end.reset(); // it may be long after the last record that was kept
  counts.clocks += unwrapClocks(unit.records, bounds, unit.oldestDropped);
  counts.covered += coveredTime(unit, header.clockBounds(), decoded->slotsDropped == 0);
}

void CtaDecoder::decodeStreamed(std::span<const Chunk> chunks, const Segment &segment,
                                const BlockHeader &header, UnitRecords &unit,
                                DecodeCounts &counts) {
  const std::optional<uint32_t> written =
      segment.finalized ? std::optional(segment.written) : std::nullopt;
  unit.newestDropped = !segment.finalized;
  const StreamCounts streamed = decodeStreamedUnit(chunks, written, header.clockBounds(), unit);
  counts.segments += streamed.segments;
  counts.clocks += streamed.clocks;
}

} // namespace pstudio::record
