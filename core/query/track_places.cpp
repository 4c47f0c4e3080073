// SPDX-License-Identifier: Apache-2.0
// The launch, SM, CTA and warp that each track of a trace belongs to.
#include "core/query/track_places.h"

namespace pstudio::query {

TrackPlaces::TrackPlaces(const Trace &trace) {
  m_places.reserve(trace.tracks().size());
  for (const Track &track : trace.tracks()) {
    TrackPlace place = track.parent.isValid() ? m_places[track.parent.value] : TrackPlace();
    if (track.launch.isValid())
      place.launch = track.launch;
    if (track.kind == TrackKind::Sm)
      place.sm = track.number;
    if (track.kind == TrackKind::Cta)
      place.cta = track.number;
    if (track.kind == TrackKind::Warp)
      place.warp = track.number;
    m_places.push_back(place);
  }
}

} // namespace pstudio::query
