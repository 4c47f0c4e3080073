// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/timeline/counter_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "core/trace/slices_range.h"
#include "viewer/geometry/number_format.h"

namespace pstudio {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A counter's samples.
std::span<const Sample> samplesOf(const Trace &trace, const Track &track) {
  return trace.samples().subspan(track.firstSample, track.sampleCount);
}

/// The ends of the line, from the least and the most of the samples.
CounterScale scaleOf(double least, double most) {
  if (least > most)
    return {};
  CounterScale scale{least, most, least, most};
  if (least > 0 && least <= most / 2)
    scale.low = 0;
  if (most < 0 && most >= least / 2)
    scale.high = 0;
  if (scale.low < scale.high)
    return scale;
  // All values are equal: the line lies at the top, or at the bottom if the value is zero or less.
  (least > 0 ? scale.low : scale.high) = 0;
  if (!(scale.low < scale.high))
    scale.high = 1;
  return scale;
}

} // namespace

bool isRecordedValue(const Trace &trace, TrackId counter) {
  const TrackId parent = trace.track(counter).parent;
  return parent.isValid() && trace.track(parent).kind == TrackKind::Warp;
}

std::vector<CounterScale> counterScales(const Trace &trace) {
  struct Range {
    double least = kInfinity, most = -kInfinity;
  };
  std::vector<size_t> groups(trace.tracks().size(), SIZE_MAX);
  std::vector<Range> ranges;
  std::map<std::tuple<StringId, StringId>, size_t> shared;
  for (size_t t = 0; t < groups.size(); ++t) {
    const Track &track = trace.tracks()[t];
    if (track.sampleCount == 0)
      continue;
    groups[t] = ranges.size();
    if (isRecordedValue(trace, TrackId(static_cast<uint32_t>(t))))
      groups[t] = shared.try_emplace({track.name, track.unit}, ranges.size()).first->second;
    if (groups[t] == ranges.size())
      ranges.emplace_back();
    Range &range = ranges[groups[t]];
    for (const Sample &sample : samplesOf(trace, track))
      if (std::isfinite(sample.value)) {
        range.least = std::min(range.least, sample.value);
        range.most = std::max(range.most, sample.value);
      }
  }
  std::vector<CounterScale> scales(groups.size());
  for (size_t t = 0; t < groups.size(); ++t)
    if (groups[t] != SIZE_MAX)
      scales[t] = scaleOf(ranges[groups[t]].least, ranges[groups[t]].most);
  return scales;
}

std::string scaleText(const Trace &trace, TrackId counter, const CounterScale &scale) {
  if (scale.isEmpty())
    return {};
  const std::string_view unit = trace.string(trace.track(counter).unit);
  if (scale.least == scale.most)
    return formatNumber(scale.least, unit);
  return formatNumber(scale.least) + " .. " + formatNumber(scale.most, unit);
}

Picoseconds counterEnd(const Trace &trace, TrackId counter) {
  const Track &track = trace.track(counter);
  if (!isRecordedValue(trace, counter))
    return trace.timeRange().end;
  const auto samples = samplesOf(trace, track);
  Picoseconds end = samples.empty() ? trace.timeRange().begin : samples.back().time;
  const auto ofWarp = slicesRange(trace, trace.track(track.parent));
  return ofWarp ? std::max(end, ofWarp->end) : end;
}

uint32_t sampleBefore(const Trace &trace, TrackId counter, Picoseconds time) {
  const Track &track = trace.track(counter);
  const auto samples = samplesOf(trace, track);
  const auto after = std::partition_point(samples.begin(), samples.end(),
                                          [time](const Sample &s) { return s.time < time; });
  if (after == samples.begin())
    return UINT32_MAX;
  return track.firstSample + static_cast<uint32_t>(after - samples.begin()) - 1;
}

} // namespace pstudio
