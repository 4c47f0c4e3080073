// SPDX-License-Identifier: Apache-2.0
// Positions of the marks of instants, for the functions that draw and hit them.
#pragma once

#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/timeline/timeline_scene.h"

namespace pstudio {

/// Half of the width and the height of a mark [pixels]. An instant is a tick of one pixel in width,
/// and a mark while it is hovered or selected.
inline constexpr float kInstantHalfWidth = 4, kInstantHeight = 7;
/// Ticks closer than this [pixels] are hit only at their own pixel.
inline constexpr float kInstantPitch = 10;

/// Lower edge of the marks of a line, from the line's top [pixels].
float instantBase(const LayoutMetrics &metrics);

/// A triangle that stands on `base`, larger by `extra` on each side.
DrawCurve instantMark(float x, float base, float extra, ColorToken color);

/// The instant of the line's track whose mark is at the pixel, the nearest of several; none if
/// there is no mark. `y` counts from the line's top. O(log instants).
InstantId instantAt(const TimelineScene &scene, const LayoutItem &item, double x, double y);

} // namespace pstudio
