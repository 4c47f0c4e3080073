// SPDX-License-Identifier: Apache-2.0
// Everything that one frame of the timeline shows, for the functions that draw and hit it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/trace/trace.h"
#include "viewer/geometry/timeline/counter_scale.h"
#include "viewer/geometry/timeline/density.h"
#include "viewer/geometry/timeline/grouping.h"
#include "viewer/geometry/timeline/scope_colors.h"
#include "viewer/geometry/timeline/track_layout.h"
#include "viewer/geometry/timeline/viewport.h"

namespace pstudio {

class OverlapData;
class WarpAccesses;

/// A selected area: a time range on some tracks.
struct AreaMark {
  TimeRange range;
  std::span<const TrackId> tracks;  ///< ascending
  const ClockLine *clock = nullptr; ///< for its length in cycles; null if unknown
};

/// References to what is shown and the few values that change from frame to frame. Nothing is
/// owned; all pointers but `filter`, `overlap`, `accesses` and `clock` are set.
struct TimelineScene {
  const Trace *trace = nullptr;
  const DisplayTree *tree = nullptr;
  const TrackLayout *layout = nullptr;
  const ScopeColors *colors = nullptr;
  DensityCache *density = nullptr;
  const std::vector<CounterScale> *counterScales = nullptr; ///< by TrackId
  const std::vector<bool> *filter =
      nullptr; ///< by StringId: names that are searched for; null = all
  const OverlapData *overlap =
      nullptr; ///< which part of an operation in flight was waited for; null = not known
  WarpAccesses *accesses = nullptr; ///< of warps without slices; null = not drawn
  std::span<const Flow> flows;      ///< arrows to show: those of the selected slice

  Viewport viewport;  ///< its width is that of the tracks pane
  double scrollY = 0; ///< content above the top edge [px]
  float height = 0;   ///< of the tracks pane [px]
  SliceId selected;
  SliceId hovered;
  InstantId selectedInstant;
  InstantId hoveredInstant;
  std::optional<double> cursorX;    ///< pixel in the viewport
  std::optional<TimeRange> marked;  ///< range being selected
  std::optional<AreaMark> area;     ///< selected, or being selected
  std::optional<TimeRange> pointed; ///< when something happened that another view has selected
  const ClockLine *clock = nullptr; ///< for the cycles of the ruler; null if unknown
};

/// By StringId: whether the name of a slice or instant contains `text`, without regard to case;
/// empty for an empty text. O(slices + instants).
std::vector<bool> namesContaining(const Trace &trace, std::string_view text);

/// The flows that start or end at the event. O(flows).
std::vector<Flow> flowsAt(const Trace &trace, const EventRef &event);

} // namespace pstudio
