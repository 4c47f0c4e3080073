// SPDX-License-Identifier: Apache-2.0
// Everything that decides what a timeline shows, without the timeline: for a picture of it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/search/trace_search.h"
#include "viewer/geometry/timeline/timeline_scene.h"
#include "viewer/geometry/timeline/track_arrangement.h"

namespace pstudio {

/// Holds for the trace that it was taken from.
struct ShownTimeline {
  std::shared_ptr<const TrackArrangement> tracks; ///< never null
  TimeRange range;                                ///< visible
  double scrollY = 0;                             ///< content above the upper edge [px]
  double tracksWidth = 0, tracksHeight = 0;       ///< of the pane [px]
  double labelWidth = 0;                          ///< of the column of names [px]
  std::vector<NoteMark> notes;
  std::vector<PathMark> path; ///< by time
  SliceId selected;
  InstantId selectedInstant;
  std::optional<TimeRange> iteration; ///< of the selected slice
  std::vector<Flow> flows;            ///< arrows of the selected event
  std::optional<TimeRange> areaRange;
  std::vector<TrackId> areaTracks; ///< ascending; with a range
  std::shared_ptr<const SearchResult> search;
};

} // namespace pstudio
