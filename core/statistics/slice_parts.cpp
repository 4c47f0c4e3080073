// SPDX-License-Identifier: Apache-2.0
// The part of each slice of a track in a time range, and its self time.
#include "core/statistics/slice_parts.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/statistics/duration_figures.h"

namespace pstudio::statistics {
namespace {

/// Two times of trace time [ps].
struct Piece {
  int64_t begin = 0;
  int64_t end = 0;
};

Piece clipped(const Trace &trace, uint32_t slice, const std::optional<TimeRange> &range) {
  const int64_t begin = trace.sliceBegins()[slice];
  const int64_t end = begin + trace.sliceDurations()[slice];
  if (!range)
    return {begin, end};
  return {std::max(begin, range->begin.value), std::min(end, range->end.value)};
}

int64_t lengthOfUnion(std::vector<Piece> &pieces) {
  std::ranges::sort(pieces, {}, &Piece::begin);
  int64_t sum = 0, reached = INT64_MIN;
  for (const Piece &piece : pieces) {
    const int64_t begin = std::max(piece.begin, reached);
    if (piece.end > begin)
      sum = saturatedSum(sum, piece.end - begin);
    reached = std::max(reached, piece.end);
  }
  return sum;
}

int64_t cyclesOf(int64_t picoseconds, const ClockLine *line) {
  return line == nullptr || line->picosecondsPerCycle <= 0
             ? kUnknownCycles
             : std::llround(static_cast<double>(picoseconds) / line->picosecondsPerCycle);
}

void addCovered(SlicePart &covered, const SlicePart &child) {
  covered.picoseconds = saturatedSum(covered.picoseconds, child.picoseconds);
  covered.cycles = covered.cycles == kUnknownCycles || child.cycles == kUnknownCycles
                       ? kUnknownCycles
                       : saturatedSum(covered.cycles, child.cycles);
}

} // namespace

std::pair<uint32_t, uint32_t> slicesOf(const Trace &trace, const Track &track) {
  if (track.rowCount == 0)
    return {0, 0};
  const uint32_t first = trace.row(track.firstRow).firstSlice.value;
  const Row &last = trace.row(RowId(track.firstRow.value + track.rowCount - 1));
  return {first, last.firstSlice.value + last.sliceCount - first};
}

SlicePart partOf(const Trace &trace, uint32_t slice, const std::optional<TimeRange> &range,
                 const ClockLine *line) {
  const int64_t begin = trace.sliceBegins()[slice];
  const int64_t duration = trace.sliceDurations()[slice];
  const Piece piece = clipped(trace, slice, range);
  const bool isPoint = duration == 0 && range && begin >= range->begin.value &&
                       begin < range->end.value; // a slice without length is whole or outside
  if (range && piece.end <= piece.begin && !isPoint)
    return {};
  const bool isWhole = piece.begin == begin && piece.end - piece.begin == duration;
  const bool isOpen = !isWholeSlice(trace.sliceFlags()[slice]);
  SlicePart part;
  part.place = isOpen ? SlicePlace::Open : isWhole ? SlicePlace::Whole : SlicePlace::Cut;
  part.picoseconds = piece.end - piece.begin;
  const bool hasCycles =
      !trace.sliceCycleDurations().empty() && trace.sliceBeginCycles()[slice] != Trace::kNoCycles;
  if (hasCycles)
    part.cycles = isWhole ? std::max<int64_t>(0, trace.sliceCycleDurations()[slice])
                          : cyclesOf(part.picoseconds, line);
  return part;
}

TrackParts::TrackParts(const Trace &trace, TrackId id, const std::optional<TimeRange> &range) {
  const Track &track = trace.track(id);
  const auto [first, count] = slicesOf(trace, track);
  m_first = first;
  m_parts.resize(count);
  const ClockLine *line = trace.clock(track.clock);
  for (uint32_t i = 0; i < count; ++i)
    m_parts[i] = partOf(trace, first + i, range, line);
  m_covered.assign(count, SlicePart{SlicePlace::Whole, 0, 0});
  cover(trace);
  coverCrossing(trace, range);
}

void TrackParts::cover(const Trace &trace) {
  for (uint32_t slice = first(); slice < end(); ++slice) {
    const SliceId parent = trace.sliceParents()[slice];
    if (parent.isValid() && part(slice).place != SlicePlace::Outside)
      addCovered(m_covered[parent.value - m_first], part(slice));
  }
}

/// Children that cross each other are rare; their time counts once.
void TrackParts::coverCrossing(const Trace &trace, const std::optional<TimeRange> &range) {
  std::map<uint32_t, std::vector<Piece>> crossed; // by parent
  for (uint32_t slice = first(); slice < end(); ++slice)
    if ((trace.sliceFlags()[slice] & kSliceCrossing) != 0 && trace.sliceParents()[slice].isValid())
      crossed[trace.sliceParents()[slice].value];
  if (crossed.empty())
    return;
  for (uint32_t slice = first(); slice < end(); ++slice) {
    const auto found = crossed.find(trace.sliceParents()[slice].value);
    if (found != crossed.end() && part(slice).place != SlicePlace::Outside)
      found->second.push_back(clipped(trace, slice, range));
  }
  for (auto &[parent, pieces] : crossed) {
    SlicePart &covered = m_covered[parent - m_first];
    const int64_t once = lengthOfUnion(pieces);
    if (covered.cycles != kUnknownCycles && covered.picoseconds > 0)
      covered.cycles =
          std::llround(static_cast<double>(covered.cycles) * static_cast<double>(once) /
                       static_cast<double>(covered.picoseconds));
    covered.picoseconds = once;
  }
}

SlicePart TrackParts::self(uint32_t slice) const {
  SlicePart part = this->part(slice);
  const SlicePart &covered = m_covered[slice - m_first];
  part.picoseconds = std::max<int64_t>(0, part.picoseconds - covered.picoseconds);
  part.cycles = part.cycles == kUnknownCycles || covered.cycles == kUnknownCycles
                    ? kUnknownCycles
                    : std::max<int64_t>(0, part.cycles - covered.cycles);
  return part;
}

} // namespace pstudio::statistics
