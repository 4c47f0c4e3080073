// SPDX-License-Identifier: Apache-2.0
// A range of time and lines that the pointer marks.
#pragma once

#include <span>
#include <vector>

#include "viewer/geometry/timeline/timeline_scene.h"

namespace pstudio {

/// The tracks of the lines between two heights of the content, ascending, for any order of the
/// heights. A folded line includes all tracks below it. An open heading counts only if no other
/// line is covered, and then includes all tracks below it. O(nodes below covered lines).
std::vector<TrackId> tracksBetween(const DisplayTree &tree, const TrackLayout &layout, double y0,
                                   double y1);

/// Whether a line shows one of these tracks, which are ascending. An open heading shows none.
/// O(nodes below a folded line * log tracks).
bool showsAnyOf(const DisplayTree &tree, const LayoutItem &item, std::span<const TrackId> tracks);

/// Whether a pixel of the tracks pane lies in TimelineScene::area.
bool isInArea(const TimelineScene &scene, double x, double y);

/// The area between the position of the press and the pointer. It is anchored in time and content,
/// so it keeps its place when the view moves. [not thread-safe]
class AreaDrag {
public:
  /// \param x, y  pixels of the tracks pane. \param snaps  whether edges of slices attract x.
  AreaDrag(const TimelineScene &scene, double x, double y, bool snaps);

  void moveTo(const TimelineScene &scene, double x, double y, bool snaps);
  TimeRange range() const;
  std::span<const TrackId> tracks() const { return m_tracks; } ///< ascending; may be empty

private:
  Picoseconds m_from;
  Picoseconds m_to;
  double m_fromY; ///< in the content
  std::vector<TrackId> m_tracks;
};

} // namespace pstudio
