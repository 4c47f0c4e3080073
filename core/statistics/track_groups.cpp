// SPDX-License-Identifier: Apache-2.0
// Warp, CTA and SM of each track.
#include "core/statistics/track_groups.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/trace/track_names.h"

namespace pstudio::statistics {
namespace {

TrackKind kindOf(GroupBy by) {
  return by == GroupBy::Warp  ? TrackKind::Warp
         : by == GroupBy::Cta ? TrackKind::Cta
                              : TrackKind::Sm;
}

const char *labelOfNone(GroupBy by) {
  return by == GroupBy::Warp ? "no warp" : by == GroupBy::Cta ? "no CTA" : "no SM";
}

} // namespace

TrackGroups::TrackGroups(const Trace &trace, GroupBy by) : m_groupOf(trace.tracks().size(), 0) {
  if (by == GroupBy::Scope) {
    m_groups.emplace_back();
    return;
  }
  std::map<std::tuple<TrackId, int64_t, std::string>, uint32_t> known;
  for (uint32_t t = 0; t < m_groupOf.size(); ++t) {
    const TrackId track = ancestorOfKind(trace, TrackId(t), kindOf(by));
    const bool isSm = track.isValid() && by == GroupBy::Sm;
    // The same SM of several launches is one group, a warp or a CTA is one of its launch.
    const auto key =
        isSm ? std::tuple(TrackId(), trace.track(track).number, trackLabel(trace, track))
             : std::tuple(track, int64_t{0}, std::string());
    const auto [found, isNew] = known.emplace(key, static_cast<uint32_t>(m_groups.size()));
    m_groupOf[t] = found->second;
    if (isNew)
      m_groups.push_back({track, !track.isValid() ? labelOfNone(by)
                                 : isSm           ? trackLabel(trace, track)
                                                  : placeLabel(trace, track)});
  }
}

std::string placeLabel(const Trace &trace, TrackId track) {
  std::string label = trackLabel(trace, track);
  const TrackId warp = ancestorOfKind(trace, track, TrackKind::Warp);
  const TrackId cta = ancestorOfKind(trace, track, TrackKind::Cta);
  if (warp.isValid() && warp != track)
    label = trackLabel(trace, warp) + ", " + label;
  if (cta.isValid() && cta != track)
    label = trackLabel(trace, cta) + ", " + label;
  const TrackId launch = ancestorOfKind(trace, track, TrackKind::Launch);
  if (cta.isValid() && launch.isValid() && trace.launches().size() > 1)
    label = trackLabel(trace, launch) + ", " + label;
  return label;
}

} // namespace pstudio::statistics
