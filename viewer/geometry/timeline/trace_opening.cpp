// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/timeline/trace_opening.h"

#include <algorithm>
#include <array>
#include <ranges>

#include "core/base/number_text.h"
#include "viewer/geometry/number_format.h"

namespace pstudio {
namespace {

bool hasWarpTracks(const Trace &trace) {
  return std::ranges::any_of(trace.tracks(),
                             [](const Track &track) { return track.kind == TrackKind::Warp; });
}

TraceShape shapeOf(const Trace &trace) {
  if (hasWarpTracks(trace))
    return TraceShape::KernelRecords;
  const auto hasData = [](const Track &track) {
    return track.rowCount > 0 || track.instantCount > 0 || track.sampleCount > 0;
  };
  const auto tracks = trace.tracks();
  if (std::ranges::none_of(tracks, hasData))
    return TraceShape::Empty;
  const auto withSlices =
      std::ranges::count_if(tracks, [](const Track &track) { return track.rowCount > 0; });
  return withSlices == 1 && std::ranges::count_if(tracks, hasData) == 1 ? TraceShape::OneThread
                                                                        : TraceShape::HostThreads;
}

/// Many CTAs that follow each other on an SM would be a staircase of short lines in an empty
/// window.
constexpr int64_t kMostCtasOfSm = 16;

GroupingKind groupingOf(const Trace &trace, TraceShape shape) {
  if (shape != TraceShape::KernelRecords)
    return GroupingKind::AsRecorded;
  const auto count = [&trace](TrackKind kind) {
    return std::ranges::count(trace.tracks(), kind, &Track::kind);
  };
  return count(TrackKind::Cta) > kMostCtasOfSm * std::max<int64_t>(1, count(TrackKind::Sm))
             ? GroupingKind::SmWarp
             : GroupingKind::SmCtaWarp;
}

/// The events on one side of a range.
struct FarEvents {
  uint64_t count = 0;
  bool isWithin = true; ///< all of them reach into the range
  Picoseconds farthest; ///< largest distance from the range

  void add(uint64_t events, bool reachesIn, Picoseconds distance) {
    count += events;
    isWithin = isWithin && reachesIn;
    farthest = std::max(farthest, distance);
  }
};

/// The slices of a row lie one after another, so of those that begin before the range only the last
/// one can reach into it; likewise at the end.
void addRow(const Trace &trace, RowId id, TimeRange range, FarEvents &before, FarEvents &after) {
  const Row &row = trace.row(id);
  const uint32_t first = row.firstSlice.value, end = first + row.sliceCount;
  const SliceId inside = trace.firstBeginningAtOrAfter(id, range.begin);
  if (const uint32_t count = (inside.isValid() ? inside.value : end) - first; count > 0) {
    const bool reachesIn = trace.sliceTime(SliceId(first + count - 1)).end > range.begin;
    before.add(count, count == 1 && reachesIn, range.begin - trace.sliceTime(SliceId(first)).begin);
  }
  // The first slice that ends after the range: at most one picosecond later than its end.
  const SliceId late = trace.firstEndingAfter(id, range.end);
  if (late.isValid())
    after.add(end - late.value, end - late.value == 1 && trace.sliceTime(late).begin < range.end,
              trace.sliceTime(SliceId(end - 1)).end - range.end);
}

/// `times` ascends.
template <class Times>
void addPoints(const Times &times, TimeRange range, FarEvents &before, FarEvents &after) {
  const auto begin = std::ranges::lower_bound(times, range.begin);
  const auto end = std::ranges::upper_bound(times, range.end);
  if (begin != times.begin())
    before.add(static_cast<uint64_t>(begin - times.begin()), false, range.begin - times.front());
  if (end != times.end())
    after.add(static_cast<uint64_t>(times.end() - end), false, times.back() - range.end);
}

/// A time between events in the largest unit that suits it: "23 h", "1.20 ms".
std::string distanceText(Picoseconds distance) {
  struct Unit {
    int64_t seconds;
    const char *name;
  };
  constexpr std::array<Unit, 3> kUnits = {{{86'400, " days"}, {3'600, " h"}, {60, " min"}}};
  constexpr int64_t kLeast = 2; // "90 min" is clearer than "2 h"
  const int64_t seconds = distance.value / 1'000'000'000'000;
  for (const Unit &unit : kUnits)
    if (seconds >= kLeast * unit.seconds)
      return std::to_string((seconds + unit.seconds / 2) / unit.seconds) + unit.name;
  return formatShort(distance);
}

/// "1 event lies 23 h before", "3 events lie up to 2 days after"; events that reach into the range
/// begin before it or end after it.
std::string sideText(const FarEvents &far, const char *place, const char *reaching) {
  if (far.count == 0)
    return {};
  const bool isOne = far.count == 1;
  std::string verb = far.isWithin ? reaching : "lie";
  if (isOne)
    verb += "s";
  return countText(far.count, "event", "events") + " " + verb + (isOne ? " " : " up to ") +
         distanceText(far.farthest) + " " + place;
}

std::string lineOf(const Trace &trace, const OpeningRange &opening) {
  if (opening.part == OpeningPart::All)
    return {};
  FarEvents before, after;
  for (uint32_t i = 0; i < trace.rows().size(); ++i)
    addRow(trace, RowId(i), opening.range, before, after);
  for (const Track &track : trace.tracks()) {
    addPoints(trace.instants().subspan(track.firstInstant, track.instantCount) |
                  std::views::transform(&Instant::time),
              opening.range, before, after);
    addPoints(trace.samples().subspan(track.firstSample, track.sampleCount) |
                  std::views::transform(&Sample::time),
              opening.range, before, after);
  }
  const std::string early = sideText(before, "before", "begin");
  const std::string late = sideText(after, "after", "end");
  if (early.empty() && late.empty())
    return {};
  return early + (early.empty() || late.empty() ? "" : ", ") + late + "; Whole trace shows " +
         (before.count + after.count == 1 ? "it" : "them");
}

} // namespace

GroupingKind openingGrouping(const Trace &trace) {
  return groupingOf(trace, shapeOf(trace));
}

TraceOpening openingOf(const Trace &trace) {
  const OpeningRange opening = openingRangeOf(trace);
  const TraceShape shape = shapeOf(trace);
  return {shape, groupingOf(trace, shape), opening.range, lineOf(trace, opening)};
}

std::optional<QualityBadge> openingBadge(const TraceOpening &opening) {
  if (opening.line.empty())
    return std::nullopt;
  return QualityBadge{QualityBadge::Severity::Neutral, opening.line,
                      "The trace opens on the time of its launches, steps or slices. View > Whole "
                      "trace (Home, Ctrl+0) shows all times."};
}

} // namespace pstudio
