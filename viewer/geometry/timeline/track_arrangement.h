// SPDX-License-Identifier: Apache-2.0
// The arrangement of the lines of one timeline. An undo restores it, and a picture uses it.
#pragma once

#include <map>

#include "viewer/geometry/timeline/grouping.h"
#include "viewer/geometry/timeline/slice_colors.h"
#include "viewer/geometry/timeline/track_choice.h"
#include "viewer/geometry/timeline/track_layout.h"

namespace pstudio {

/// Holds for the trace that it was taken from, with any times (TimelineContent::arrangement()).
struct TrackArrangement {
  GroupingKind grouping = GroupingKind::AsRecorded;
  TrackChoice choice;
  TrackHeight height = TrackHeight::Normal;
  ColorBy colorBy = ColorBy::Scope;
  std::map<GroupingKind, FoldState> wholeFolds; ///< of all tracks, of the groupings shown so far
  FoldState folds;                              ///< of the lines that are shown
  bool operator==(const TrackArrangement &) const = default;
};

} // namespace pstudio
