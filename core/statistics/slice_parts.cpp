// SPDX-License-Identifier: Apache-2.0
// The part of each slice of a track in a time range, and its self time.
#include "core/statistics/slice_parts.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/statistics/duration_figures.h"
#include "core/trace/slices_range.h"

namespace pstudio::statistics {
namespace {

int64_t cyclesOf(int64_t picoseconds, const ClockLine *line) {
  return line == nullptr || line->picosecondsPerCycle <= 0
             ? kUnknownCycles
             : std::llround(static_cast<double>(picoseconds) / line->picosecondsPerCycle);
}

} // namespace

TimeRange clipped(const Trace &trace, uint32_t slice, const std::optional<TimeRange> &range) {
  const TimeRange time = trace.sliceTime(SliceId(slice));
  if (!range)
    return time;
  return {std::max(time.begin, range->begin), std::min(time.end, range->end)};
}

void SliceLength::add(const SliceLength &other) {
  picoseconds = saturatedSum(picoseconds, other.picoseconds);
  cycles = cycles == kUnknownCycles || other.cycles == kUnknownCycles
               ? kUnknownCycles
               : saturatedSum(cycles, other.cycles);
}

int64_t coveredTime(std::vector<TimeRange> ranges) {
  std::ranges::sort(ranges);
  int64_t sum = 0;
  Picoseconds reached(INT64_MIN);
  for (const TimeRange &range : ranges) {
    const Picoseconds begin = std::max(range.begin, reached);
    if (range.end > begin)
      sum = saturatedSum(sum, (range.end - begin).value);
    reached = std::max(reached, range.end);
  }
  return sum;
}

SlicePart partOf(const Trace &trace, uint32_t slice, const std::optional<TimeRange> &range,
                 const ClockLine *line) {
  const TimeRange whole = trace.sliceTime(SliceId(slice));
  const TimeRange piece = clipped(trace, slice, range);
  const bool isPoint = whole.begin == whole.end && range && whole.begin >= range->begin &&
                       whole.begin < range->end; // a slice without length is whole or outside
  if (range && piece.isEmpty() && !isPoint)
    return {};
  const bool isWhole = piece == whole;
  const bool isOpen = !isWholeSlice(trace.sliceFlags()[slice]);
  SlicePart part;
  part.place = isOpen ? SlicePlace::Open : isWhole ? SlicePlace::Whole : SlicePlace::Cut;
  part.picoseconds = piece.length().value;
  const bool hasCycles =
      !trace.sliceCycleDurations().empty() && trace.sliceBeginCycles()[slice] != Trace::kNoCycles;
  part.cycles = !hasCycles ? kUnknownCycles
                : isWhole  ? std::max<int64_t>(0, trace.sliceCycleDurations()[slice])
                           : cyclesOf(part.picoseconds, line);
  return part;
}

TrackParts::TrackParts(const Trace &trace, TrackId id, const std::optional<TimeRange> &range) {
  const SliceRange slices = slicesOf(trace, id);
  m_first = slices.begin;
  m_parts.resize(slices.size());
  const ClockLine *line = trace.clock(trace.track(id).clock);
  for (uint32_t i = 0; i < slices.size(); ++i)
    m_parts[i] = partOf(trace, m_first + i, range, line);
  m_covered.resize(slices.size());
  cover(trace);
  coverCrossing(trace, range);
}

void TrackParts::cover(const Trace &trace) {
  for (uint32_t slice = first(); slice < end(); ++slice) {
    const SliceId parent = trace.sliceParents()[slice];
    if (parent.isValid() && part(slice).place != SlicePlace::Outside)
      m_covered[parent.value - m_first].add(part(slice));
  }
}

/// Children that cross each other are rare; their time counts once.
void TrackParts::coverCrossing(const Trace &trace, const std::optional<TimeRange> &range) {
  std::map<uint32_t, std::vector<TimeRange>> crossed; // by parent
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
    SliceLength &covered = m_covered[parent - m_first];
    const int64_t once = coveredTime(std::move(pieces));
    if (covered.cycles != kUnknownCycles && covered.picoseconds > 0)
      covered.cycles =
          std::llround(static_cast<double>(covered.cycles) * static_cast<double>(once) /
                       static_cast<double>(covered.picoseconds));
    covered.picoseconds = once;
  }
}

SliceLength TrackParts::self(uint32_t slice) const {
  SliceLength part = this->part(slice);
  const SliceLength &covered = m_covered[slice - m_first];
  part.picoseconds = std::max<int64_t>(0, part.picoseconds - covered.picoseconds);
  part.cycles = part.cycles == kUnknownCycles || covered.cycles == kUnknownCycles
                    ? kUnknownCycles
                    : std::max<int64_t>(0, part.cycles - covered.cycles);
  return part;
}

} // namespace pstudio::statistics
