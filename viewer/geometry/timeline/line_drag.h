// SPDX-License-Identifier: Apache-2.0
// Where a line of the timeline goes that is dragged among its siblings.
#pragma once

#include <optional>
#include <vector>

#include "viewer/geometry/timeline/timeline_scene.h"
#include "viewer/geometry/timeline/track_choice.h"

namespace pstudio {

/// A place among the siblings of a line.
struct LineDrop {
  NodeId before; ///< the sibling that comes next; none: behind the last one
  double y = 0;  ///< of the mark, from the top of the content [px]
  bool operator==(const LineDrop &) const = default;
};

/// A line being dragged, and where it would go.
struct LineDrag {
  NodeId line;
  std::optional<LineDrop> drop;
};

/// Whether the line has a track, itself or below, and a sibling: only then it can be moved. Lines
/// below a pinned one cannot.
bool canMoveLine(const DisplayTree &tree, NodeId line);

/// The place of `line` if it is let go at `y` of the pane [px]; none over other groups, and where
/// it would stay. O(siblings).
std::optional<LineDrop> lineDropAt(const TimelineScene &scene, NodeId line, double y);

/// The sibling one place up (-1) or down (1), as LineDrop::before; none if it would stay.
/// O(siblings).
std::optional<NodeId> siblingBeside(const DisplayTree &tree, NodeId line, int places);

/// The move that puts the line before its sibling, or behind all of them if that is none.
TrackMove moveOf(const DisplayTree &tree, NodeId line, NodeId before);
/// The first track of each sibling, the line's own among them.
std::vector<TrackId> siblingTracks(const DisplayTree &tree, NodeId line);

/// How many places among the pinned lines lie between a pinned line and `before`. O(pinned lines).
int placesBetween(const DisplayTree &tree, NodeId line, NodeId before);

} // namespace pstudio
