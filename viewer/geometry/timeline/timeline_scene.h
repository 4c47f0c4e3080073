// SPDX-License-Identifier: Apache-2.0
// Everything that one frame of the timeline shows, for the functions that draw and hit it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/trace/trace.h"
#include "viewer/geometry/color_token.h"
#include "viewer/geometry/timeline/counter_scale.h"
#include "viewer/geometry/timeline/density.h"
#include "viewer/geometry/timeline/grouping.h"
#include "viewer/geometry/timeline/scope_colors.h"
#include "viewer/geometry/timeline/track_layout.h"
#include "viewer/geometry/timeline/viewport.h"

namespace pstudio {

class OverlapData;
class SearchMarks;
class SliceColors;
class SmResidency;
class WarpAccesses;

/// A selected area: a time range on some tracks.
struct AreaMark {
  TimeRange range;
  std::span<const TrackId> tracks;  ///< ascending
  const ClockLine *clock = nullptr; ///< for its length in cycles; null if unknown
};

/// A note at a time of the trace, to be drawn.
struct NoteMark {
  TimeRange range; ///< empty for a point in time
  ColorToken color = ColorToken::Caution;
  bool isSelected = false;
  std::string text = {}; ///< shown as a callout; empty for a bookmark
};

/// A piece of a path through the tracks, such as the critical path of a CTA.
struct PathMark {
  TrackId track;
  TimeRange time;
  bool operator==(const PathMark &) const = default;
};

/// References to what is shown and the few values that change from frame to frame. Nothing is
/// owned; all pointers are set, except those with a documented null.
struct TimelineScene {
  const Trace *trace = nullptr;
  const DisplayTree *tree = nullptr;
  const TrackLayout *layout = nullptr;
  const ScopeColors *colors = nullptr;
  DensityCache *density = nullptr;
  const std::vector<CounterScale> *counterScales = nullptr; ///< by TrackId
  const SearchMarks *search = nullptr; ///< search results; the rest is dimmed; null = no search
  const OverlapData *overlap =
      nullptr; ///< which part of an operation in flight has a blocked wait; null = unknown
  WarpAccesses *accesses = nullptr;         ///< of warps without slices; null = not drawn
  const SliceColors *sliceColors = nullptr; ///< instead of `colors`; null = by scope
  const SmResidency *residency = nullptr;   ///< CTAs in headings of SMs; null = none
  std::span<const NoteMark> notes;          ///< by begin
  std::span<const Flow> flows;              ///< arrows to show: those of the selected slice
  std::span<const PathMark> path;           ///< a path to draw, ordered by time; empty = none

  Viewport viewport;  ///< its width is that of the tracks pane
  Picoseconds zero;   ///< time of the trace at which the axis of ruler and grid is 0
  double scrollY = 0; ///< content above the top edge [px]
  float height = 0;   ///< of the tracks pane [px]
  /// Height of the pinned lines that do not scroll [px], TrackLayout::fixedHeight(); 0 for none.
  double fixedHeight = 0;
  SliceId selected;
  SliceId hovered;
  InstantId selectedInstant;
  InstantId hoveredInstant;
  std::optional<double> cursorX;      ///< pixel in the viewport
  std::optional<TimeRange> marked;    ///< range being selected
  std::optional<double> dropY;        ///< where a dragged line goes [px of the content]
  std::optional<AreaMark> area;       ///< selected, or being selected
  std::optional<TimeRange> iteration; ///< of the selected slice, in its warp
  std::optional<TimeRange> pointed;   ///< time of the selection of another view
  const ClockLine *clock = nullptr;   ///< for the cycles of the ruler; null if unknown

  /// Top of a line in the pane [px].
  double screenTop(const LayoutItem &item) const {
    return item.y < fixedHeight ? item.y : item.y - scrollY;
  }
  /// Where `y` of the pane lies in the layout [px]; outside of the pane as if nothing was pinned.
  double contentY(double y) const { return y >= 0 && y < fixedHeight ? y : y + scrollY; }
  /// Index of the line at `y` of the pane; items().size() below the last one. O(log lines).
  size_t itemAt(double y) const { return layout->itemAt(y, scrollY, fixedHeight); }
};

/// The flows that start or end at the event. O(flows).
std::vector<Flow> flowsAt(const Trace &trace, const EventRef &event);

} // namespace pstudio
