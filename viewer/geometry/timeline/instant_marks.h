// SPDX-License-Identifier: Apache-2.0
// Positions of the marks of instants, for the functions that draw and hit them.
#pragma once

#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/timeline/timeline_scene.h"

namespace pstudio {

/// Half of the width and the height of a mark [pixels].
inline constexpr float kInstantHalfWidth = 4, kInstantHeight = 7;
/// Marks closer than this [pixels] are drawn as thin ticks, which leave the slices visible.
inline constexpr float kInstantPitch = 10;

/// Lower edge of the marks of a line, from the line's top [pixels].
float instantBase(const LayoutMetrics &metrics);

/// A triangle that stands on `base`, larger by `extra` on each side.
DrawCurve instantMark(float x, float base, float extra, ColorToken color);

/// The instant of the line's track whose mark is at the pixel, the nearest of several; none if
/// there is no mark. `y` counts from the line's top. O(log instants).
InstantId instantAt(const TimelineScene &scene, const LayoutItem &item, double x, double y);

} // namespace pstudio
