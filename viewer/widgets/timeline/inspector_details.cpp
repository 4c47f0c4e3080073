// SPDX-License-Identifier: Apache-2.0
// The data of one slice for the inspector, gathered from the trace; no widget, no formatting.
#include "viewer/widgets/timeline/inspector_details.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace pstudio {
namespace {

SlicePlace describePlace(const Trace &trace, TrackId id) {
  SlicePlace place;
  place.track = trace.string(trace.track(id).name);
  place.unit = recordingUnitOf(trace, id);
  for (TrackId at = id; at.isValid(); at = trace.track(at).parent) {
    const Track &track = trace.track(at);
    std::optional<int64_t> *number = track.kind == TrackKind::Cta  ? &place.cta
                                     : track.kind == TrackKind::Sm ? &place.sm
                                                                   : nullptr;
    if (number && !number->has_value() && track.number >= 0)
      *number = track.number;
    if (track.launch.isValid() && place.kernel.empty())
      place.kernel = trace.string(trace.launches()[track.launch.value].kernel);
  }
  return place;
}

std::vector<SliceId> pathTo(const Trace &trace, SliceId id) {
  std::vector<SliceId> path;
  for (SliceId at = id; at.isValid(); at = trace.parentOf(at))
    path.push_back(at);
  std::reverse(path.begin(), path.end());
  return path;
}

SliceValues summarize(const Trace &trace, const Track &counter, std::span<const Sample> samples) {
  SliceValues values{std::string(trace.string(counter.name)),
                     std::string(trace.string(counter.unit)),
                     samples.size(),
                     samples.front().value,
                     samples.back().value,
                     std::numeric_limits<double>::quiet_NaN(),
                     std::numeric_limits<double>::quiet_NaN()};
  for (const Sample &sample : samples) {
    values.least = std::fmin(values.least, sample.value);
    values.most = std::fmax(values.most, sample.value);
  }
  return values;
}

std::vector<SliceValues> valuesIn(const Trace &trace, const Slice &slice) {
  std::vector<SliceValues> values;
  TrackId unit = slice.track;
  while (unit.isValid() && trace.track(unit).kind != TrackKind::Warp)
    unit = trace.track(unit).parent;
  if (!unit.isValid())
    return values;
  for (const TrackId child : trace.children(unit)) {
    const Track &track = trace.track(child);
    const auto samples = trace.samples().subspan(track.firstSample, track.sampleCount);
    const auto begin = std::partition_point(
        samples.begin(), samples.end(), [&](const Sample &s) { return s.time < slice.time.begin; });
    // With the end: in the CPU model records cost nothing, so what is recorded last in a scope has
    // the time of its end.
    const auto end = std::partition_point(
        begin, samples.end(), [&](const Sample &s) { return s.time <= slice.time.end; });
    if (begin != end)
      values.push_back(summarize(trace, track, std::span(begin, end)));
  }
  return values;
}

struct Instance {
  int64_t beginPs;
  int64_t durationPs;
  uint32_t id;
};

/// Appends the slices of one row with the name of `wanted`. In a row of more than `budget` slices,
/// only those around `wanted` are searched. \return whether the row has more than `budget` slices.
bool appendInstances(const Trace &trace, const Row &row, const Slice &wanted, size_t budget,
                     std::vector<Instance> &out) {
  if (row.sliceCount == 0)
    return false;
  uint32_t first = row.firstSlice.value;
  uint32_t last = first + row.sliceCount;
  const bool isTruncated = row.sliceCount > budget;
  if (isTruncated) {
    const SliceId near = trace.firstBeginningAtOrAfter(
        RowId(static_cast<uint32_t>(&row - trace.rows().data())), wanted.time.begin);
    const uint32_t middle = near.isValid() ? near.value : last;
    const uint32_t half = static_cast<uint32_t>(budget / 2);
    first = middle - first > half ? middle - half : first;
    last = last - middle > half ? middle + half : last;
  }
  const auto names = trace.sliceNames();
  for (uint32_t at = first; at < last; ++at)
    if (names[at] == wanted.name)
      out.push_back({trace.sliceBegins()[at], trace.sliceDurations()[at], at});
  return isTruncated;
}

SameScope summarize(const Trace &trace, const Slice &wanted) {
  SameScope result;
  const Track &track = trace.track(wanted.track);
  std::vector<Instance> instances;
  const size_t budget = kMaxInstances / std::max<size_t>(1, track.rowCount);
  for (uint32_t depth = 0; depth < track.rowCount; ++depth)
    result.isTruncated |= appendInstances(trace, trace.row(RowId(track.firstRow.value + depth)),
                                          wanted, budget, instances);
  std::sort(instances.begin(), instances.end(), [](const Instance &a, const Instance &b) {
    return a.beginPs != b.beginPs ? a.beginPs < b.beginPs : a.id < b.id;
  });

  std::vector<int64_t> &durations = result.durationsPs;
  durations.reserve(instances.size());
  for (const Instance &instance : instances) {
    if (instance.id == wanted.id.value)
      result.selected = durations.size();
    durations.push_back(instance.durationPs);
    result.slices.emplace_back(instance.id);
  }
  std::vector<int64_t> sorted;
  for (const Instance &instance : instances)
    if (isWholeSlice(trace.sliceFlags()[instance.id]))
      sorted.push_back(instance.durationPs);
  result.wholeCount = sorted.size();
  if (sorted.empty())
    return result;
  const size_t middle = (sorted.size() - 1) / 2;
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(middle),
                   sorted.end());
  result.median = Picoseconds(sorted[middle]);
  const auto [low, high] = std::minmax_element(sorted.begin(), sorted.end());
  result.shortest = Picoseconds(*low);
  result.longest = Picoseconds(*high);
  return result;
}

} // namespace

SliceDetails describeSlice(const Trace &trace, const Trace &recorded, SliceId id) {
  SliceDetails details;
  details.slice = trace.slice(id);
  details.place = describePlace(trace, details.slice.track);
  details.path = pathTo(trace, id);
  details.calls = callPathOf(trace, details.slice.args);
  details.source = sourcePlaceOf(trace, details.slice.args);
  details.values = valuesIn(trace, details.slice);
  details.sameScope = summarize(trace, details.slice);
  const ClockLine *clock = trace.clock(trace.track(details.slice.track).clock);
  if (clock != nullptr && clock->base != TimeBase::Model)
    details.clock = *clock;
  if (isWholeSlice(details.slice.flags))
    details.cost = correctedDuration(recorded, id);
  return details;
}

} // namespace pstudio
