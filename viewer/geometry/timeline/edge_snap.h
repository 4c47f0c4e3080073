// SPDX-License-Identifier: Apache-2.0
// Edges of slices: the nearest one to a pixel, and the next one after a time.
#pragma once

#include <optional>
#include <span>

#include "viewer/geometry/timeline/timeline_scene.h"

namespace pstudio {

/// An edge this near to the pointer attracts a measured range [px].
inline constexpr double kSnapDistance = 6;

/// The begin or end of a visible slice, or the time of a visible instant, that is nearest to pixel
/// `x` of the tracks pane and at most kSnapDistance away; else the time at `x`. Edges of the line
/// at pane pixel `y` have precedence over those of other lines. Without `y`, or above the pane, all
/// visible lines are equal. O(visible rows log slices).
Picoseconds snappedTime(const TimelineScene &scene, double x, std::optional<double> y);

/// The first edge of a slice of these tracks at or after `time` + `distance`, or the last one at or
/// before `time` - `distance`; nothing if there is none. `distance` is at least 1.
/// O(rows log slices).
std::optional<Picoseconds> edgeAfter(const Trace &trace, std::span<const TrackId> tracks,
                                     Picoseconds time, Picoseconds distance);
std::optional<Picoseconds> edgeBefore(const Trace &trace, std::span<const TrackId> tracks,
                                      Picoseconds time, Picoseconds distance);

} // namespace pstudio
