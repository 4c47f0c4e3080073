// SPDX-License-Identifier: Apache-2.0
// The part of a launch's memory accesses that the views show.
#include "viewer/geometry/heat/heat_choice.h"

#include <algorithm>

namespace pstudio {

namespace {

using memory::AccessSpace;
using memory::SiteStatistics;

bool isGlobal(const HeatData &data, uint32_t buffer) {
  const auto buffers = data.accesses().buffers.buffers();
  return buffer < buffers.size() && buffers[buffer].space == AccessSpace::Global;
}

std::optional<uint32_t> firstGlobal(const HeatData &data) {
  for (uint32_t i = 0; i < data.accesses().buffers.buffers().size(); ++i)
    if (isGlobal(data, i))
      return i;
  return std::nullopt;
}

/// Index of the largest number; nothing if all are 0.
std::optional<uint32_t> largest(const std::vector<uint64_t> &counts) {
  const auto most = std::ranges::max_element(counts);
  if (most == counts.end() || *most == 0)
    return std::nullopt;
  return static_cast<uint32_t>(most - counts.begin());
}

/// Whether `track` or its nearest ancestor of this kind has this number.
bool isPartOf(const Trace &trace, TrackId track, TrackKind kind, int64_t number) {
  for (TrackId at = track; at.isValid(); at = trace.track(at).parent)
    if (trace.track(at).kind == kind)
      return trace.track(at).number == number;
  return false;
}

SliceId innermostAt(const Trace &trace, const Track &track, Picoseconds time) {
  SliceId found;
  for (uint32_t r = 0; r < track.rowCount; ++r) {
    const SliceId slice = trace.firstEndingAfter(RowId(track.firstRow.value + r), time);
    if (slice.isValid() && trace.sliceTime(slice).begin <= time)
      found = slice; // rows lie outermost first
  }
  return found;
}

} // namespace

HeatSelection siteSelection(std::optional<uint16_t> site) {
  HeatSelection selection;
  selection.site = site;
  return selection;
}

std::optional<uint32_t> openingBuffer(const HeatData &data) {
  if (!data.sites())
    return firstGlobal(data);
  std::vector<uint64_t> excess(data.accesses().buffers.buffers().size()), accesses(excess.size());
  for (const SiteStatistics &site : *data.sites()) {
    const uint64_t wasted = site.excessBytes(data.accesses().model);
    for (const auto &[buffer, count] : site.buffers) {
      if (!isGlobal(data, buffer))
        continue;
      accesses[buffer] += count;
      // Distributed in proportion to the accesses: a site may touch several buffers.
      excess[buffer] +=
          static_cast<uint64_t>(static_cast<double>(wasted) * static_cast<double>(count) /
                                static_cast<double>(site.accesses));
    }
  }
  if (const auto worst = largest(excess))
    return worst;
  if (const auto busiest = largest(accesses))
    return busiest;
  return firstGlobal(data);
}

TrackId trackOfWarp(const Trace &trace, uint32_t launch, uint32_t cta, uint32_t warp) {
  const std::span<const Track> tracks = trace.tracks();
  for (uint32_t i = 0; i < tracks.size(); ++i)
    if (tracks[i].kind == TrackKind::Warp && tracks[i].number == static_cast<int64_t>(warp) &&
        tracks[i].launch == LaunchId(launch) &&
        isPartOf(trace, TrackId(i), TrackKind::Cta, static_cast<int64_t>(cta)))
      return TrackId(i);
  return {};
}

SliceId sliceOfAccess(const Trace &trace, uint32_t launch, uint32_t cta, uint32_t warp,
                      Picoseconds time) {
  const TrackId track = trackOfWarp(trace, launch, cta, warp);
  return track.isValid() ? innermostAt(trace, trace.track(track), time) : SliceId();
}

std::optional<HeatPlace> placeOfSlice(const Trace &trace, SliceId slice) {
  if (!slice.isValid())
    return std::nullopt;
  const TrackId track = trace.slice(slice).track;
  const LaunchId launch = trace.track(track).launch;
  if (!launch.isValid() || !trace.launches()[launch.value].accesses)
    return std::nullopt;
  HeatPlace place{launch.value, std::nullopt, trace.sliceTime(slice)};
  for (TrackId at = track; at.isValid(); at = trace.track(at).parent)
    if (trace.track(at).kind == TrackKind::Cta && trace.track(at).number >= 0)
      place.cta = static_cast<uint32_t>(trace.track(at).number);
  return place;
}

} // namespace pstudio
