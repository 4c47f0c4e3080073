// SPDX-License-Identifier: Apache-2.0
// The drop position of a timeline line that is dragged among its siblings.
#pragma once

#include <optional>
#include <vector>

#include "viewer/geometry/timeline/timeline_scene.h"
#include "viewer/geometry/timeline/track_choice.h"

namespace pstudio {

/// A place among the siblings of a line.
struct LineDrop {
  NodeId before; ///< the sibling after the place; none: after the last sibling
  double y = 0;  ///< of the mark, from the top of the content [px]
  bool operator==(const LineDrop &) const = default;
};

/// A line being dragged, and its drop position.
struct LineDrag {
  NodeId line;
  std::optional<LineDrop> drop;
};

/// Whether the line can be moved: it has a track, itself or below it, and a sibling. Lines below a
/// pinned one cannot be moved.
bool canMoveLine(const DisplayTree &tree, NodeId line);

/// The place of `line` if it is dropped at `y` of the pane [px]; none over other groups, and if the
/// line would not move. O(siblings).
std::optional<LineDrop> lineDropAt(const TimelineScene &scene, NodeId line, double y);

/// The new place one step up (-1) or down (1), as LineDrop::before; nothing if the line would not
/// move.
/// O(siblings).
std::optional<NodeId> siblingBeside(const DisplayTree &tree, NodeId line, int places);

/// The move that places the line before the sibling, or after all siblings if `before` is none.
TrackMove moveOf(const DisplayTree &tree, NodeId line, NodeId before);
/// The first track of each sibling, the line's own among them.
std::vector<TrackId> siblingTracks(const DisplayTree &tree, NodeId line);

/// Signed number of places that moves a pinned line to the place before `before`: negative is up
/// (movePinned()). O(pinned lines).
int placesBetween(const DisplayTree &tree, NodeId line, NodeId before);

} // namespace pstudio
