// SPDX-License-Identifier: Apache-2.0
// Hit tests of the timeline: the item at a pixel.
#pragma once

#include "viewer/geometry/timeline/timeline_scene.h"

namespace pstudio {

/// Result of a hit test of the tracks pane or the label column.
struct TimelineHit {
  size_t item = SIZE_MAX;       ///< index into TrackLayout::items(); SIZE_MAX below the last line
  NodeId node;                  ///< of that line
  SliceId slice;                ///< only in the tracks pane; the one that is drawn there
  uint32_t merged = 1;          ///< slices of the row in that pixel column; 1 if not merged
  InstantId instant;            ///< only in the tracks pane; its mark lies over the slices
  uint32_t sample = UINT32_MAX; ///< of a counter: index of the sample that holds there
  bool onTriangle = false;      ///< only in the label column
  bool onLevels = false;        ///< on the text about levels that share a row, in the label column
  bool isLine() const { return item != SIZE_MAX; }
};

/// Hits the tracks pane at pane pixels. O(log lines + log slices).
TimelineHit hitTracks(const TimelineScene &scene, double x, double y);

/// Hits the label column.
TimelineHit hitLabels(const TimelineScene &scene, double x, double y);

} // namespace pstudio
