// SPDX-License-Identifier: Apache-2.0
// The launch, SM, CTA and warp that each track of a trace belongs to.
#pragma once

#include <vector>

#include "core/trace/trace.h"

namespace pstudio::query {

/// Numbers of a track and of its parents; -1 where there is none.
struct TrackPlace {
  int64_t sm = -1;
  int64_t cta = -1;
  int64_t warp = -1;
  LaunchId launch;
};

/// Places of all tracks. O(tracks).
class TrackPlaces {
public:
  explicit TrackPlaces(const Trace &trace);
  const TrackPlace &of(TrackId track) const { return m_places[track.value]; }

private:
  std::vector<TrackPlace> m_places;
};

} // namespace pstudio::query
