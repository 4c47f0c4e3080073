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

Cell placeCell(const TrackPlaces &places, TrackId track, PlaceColumn column) {
  const TrackPlace &place = places.of(track);
  switch (column) {
  case PlaceColumn::Track:
    return idOrNull(track);
  case PlaceColumn::Launch:
    return idOrNull(place.launch);
  case PlaceColumn::Sm:
    return numberOrNull(place.sm);
  case PlaceColumn::Cta:
    return numberOrNull(place.cta);
  case PlaceColumn::Warp:
    return numberOrNull(place.warp);
  }
  return {};
}

} // namespace pstudio::query
