// SPDX-License-Identifier: Apache-2.0
// The slice or instant beside another one: on its row, its track, the neighbour rows.
#pragma once

#include "viewer/geometry/timeline/timeline_scene.h"

namespace pstudio {

enum class WalkDirection : uint8_t { Back, Forward };

// Each returns none where there is no such event. [thread: any]

/// The next slice at the same depth of the same track. O(log rows).
SliceId besideOnRow(const Trace &trace, SliceId slice, WalkDirection direction);
/// The next instant of the track. O(1).
InstantId besideOnTrack(const Trace &trace, InstantId instant, WalkDirection direction);

/// The next slice of the same name on the track, at any depth, by begin. O(slices of the track).
SliceId sameNameOnTrack(const Trace &trace, SliceId slice, WalkDirection direction);
/// The next instant of the same name on the track. O(instants of the track).
InstantId sameNameOnTrack(const Trace &trace, InstantId instant, WalkDirection direction);

/// The slice of the row that contains `time`, else the one with the nearest edge. O(log slices).
SliceId nearestOnRow(const Trace &trace, RowId row, Picoseconds time);

/// The slice nearest to the middle of `slice` in the next row on the screen: Forward is downwards.
/// Rows are the depths or lanes of each line that is not hidden in a folded group, in the order of
/// the lines. O(lines + log slices).
SliceId onNeighbourRow(const Trace &trace, const DisplayTree &tree, const TrackLayout &layout,
                       SliceId slice, WalkDirection direction);

/// The first slice one depth below within `slice`. O(log slices).
SliceId firstInside(const Trace &trace, SliceId slice);

/// The slice nearest to the middle of the view, in the first visible row with slices: the start of
/// a move by key without a selection. O(visible lines + log slices).
SliceId sliceInSight(const TimelineScene &scene);

} // namespace pstudio
