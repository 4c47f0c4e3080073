// SPDX-License-Identifier: Apache-2.0
// The launch, SM, CTA and warp that each track of a trace belongs to.
#pragma once

#include <vector>

#include "core/query/query_table.h"
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

/// The columns that every table with a track has, in this order. `first` is that of the first one.
enum class PlaceColumn : uint8_t { Track, Launch, Sm, Cta, Warp };
inline constexpr int kPlaceColumns = 5;
inline constexpr ColumnFacts kPlaceFacts[kPlaceColumns] = {
    {"track_id", "INTEGER", "track, tracks.id"},
    {"launch_id", "INTEGER", "launch, launches.id"},
    {"sm", "INTEGER", "number of the SM (compute unit)"},
    {"cta", "INTEGER", "linear number of the CTA (workgroup)"},
    {"warp", "INTEGER", "number of the warp (wavefront) in its CTA"},
};
Cell placeCell(const TrackPlaces &places, TrackId track, PlaceColumn column);

} // namespace pstudio::query
