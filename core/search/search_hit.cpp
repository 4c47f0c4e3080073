// SPDX-License-Identifier: Apache-2.0
// Where a hit of a search is, and what it is called.
#include <algorithm>

#include "core/access/launch_accesses.h"
#include "core/search/trace_search.h"

namespace pstudio {
namespace {

int64_t ctaNumberOf(const Trace &trace, TrackId track) {
  while (track.isValid() && trace.track(track).kind != TrackKind::Cta)
    track = trace.track(track).parent;
  return track.isValid() ? trace.track(track).number : -1;
}

} // namespace

AccessPlace accessOf(const SearchResult &result, const SearchHit &hit) {
  const auto after = std::ranges::upper_bound(result.accessStarts, uint64_t{hit.index});
  const auto launch = static_cast<uint32_t>(after - result.accessStarts.begin() - 1);
  return {LaunchId(launch), hit.index - result.accessStarts[launch]};
}

WarpTracks::WarpTracks(const Trace &trace) : m_trace(trace) {
  for (uint32_t i = 0; i < trace.tracks().size(); ++i) {
    const Track &track = trace.tracks()[i];
    if (track.kind != TrackKind::Warp || !track.launch.isValid() || track.number < 0 ||
        !trace.launches()[track.launch.value].accesses)
      continue;
    if (const int64_t cta = ctaNumberOf(trace, TrackId(i)); cta >= 0)
      m_warps.push_back({track.launch.value, static_cast<uint32_t>(cta),
                         static_cast<uint32_t>(track.number), TrackId(i)});
  }
  std::ranges::sort(m_warps);
}

TrackId WarpTracks::trackOf(const AccessPlace &place) const {
  const auto runs = m_trace.launches()[place.launch.value].accesses->table.warps();
  const auto run = std::ranges::upper_bound(runs, place.access, {}, &memory::WarpRun::end);
  if (run == runs.end())
    return {};
  const Warp wanted{place.launch.value, run->cta, run->warp, TrackId(0)};
  const auto found = std::ranges::lower_bound(m_warps, wanted);
  const bool isThere = found != m_warps.end() && found->launch == wanted.launch &&
                       found->cta == wanted.cta && found->warp == wanted.warp;
  return isThere ? found->track : TrackId();
}

TrackId trackOfHit(const Trace &trace, const SearchResult &result, const SearchHit &hit,
                   const WarpTracks &warps) {
  switch (hit.kind) {
  case HitKind::Track:
  case HitKind::Counter:
    return TrackId(hit.index);
  case HitKind::Slice:
    return trace.row(trace.rowOf(SliceId(hit.index))).track;
  case HitKind::Instant:
    return trace.instants()[hit.index].track;
  case HitKind::Access:
    return warps.trackOf(accessOf(result, hit));
  }
  return {};
}

void keepHitsOn(const Trace &trace, const std::vector<bool> &tracks, SearchResult &result) {
  const WarpTracks warps(trace);
  std::erase_if(result.hits, [&](const SearchHit &hit) {
    const TrackId track = trackOfHit(trace, result, hit, warps);
    return !track.isValid() || track.value >= tracks.size() || !tracks[track.value];
  });
}

TimeRange timeOfHit(const Trace &trace, const SearchHit &hit) {
  const int64_t length =
      hit.kind == HitKind::Slice ? trace.sliceDurations()[hit.index] : int64_t{1};
  return {Picoseconds(hit.beginPs), Picoseconds(hit.beginPs + std::max<int64_t>(length, 1))};
}

std::string nameOfHit(const Trace &trace, const SearchResult &result, const SearchHit &hit,
                      const TrackNames &trackNames) {
  switch (hit.kind) {
  case HitKind::Track:
  case HitKind::Counter:
    return trackNames(TrackId(hit.index));
  case HitKind::Slice:
    return std::string(trace.string(trace.sliceNames()[hit.index]));
  case HitKind::Instant:
    return std::string(trace.string(trace.instants()[hit.index].name));
  case HitKind::Access:
    break;
  }
  const AccessPlace place = accessOf(result, hit);
  const memory::AccessTable &table = trace.launches()[place.launch.value].accesses->table;
  return memory::siteText(table.sites()[table[place.access].site]);
}

} // namespace pstudio
