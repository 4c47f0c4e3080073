// SPDX-License-Identifier: Apache-2.0
// The panes of the timeline as draw lists. The window, the exported picture and the tests draw the
// same ones.
#pragma once

#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/text_measure.h"
#include "viewer/geometry/timeline/timeline_scene.h"

namespace pstudio {

/// Width of a bar of a density strip, and the pitch of its bars.
inline constexpr float kDensityBar = 2;
inline constexpr float kDensityPitch = 3;

/// Bars, strips, counters, arrows and marks of all visible lines. Origin: the top left of the
/// tracks pane. Cost per visible row: O(pixel columns x log slices), for any trace; see RowWalk and
/// BusyCurve. At most two data rectangles per row and column.
void drawTracks(const TimelineScene &scene, const TextMeasure &measure, DrawList &out);

/// The pinned lines alone, of the same size, to be drawn over drawTracks() at the same origin. Only
/// where the scene has a fixedHeight.
void drawFixedTracks(const TimelineScene &scene, const TextMeasure &measure, DrawList &out);

/// Names of the visible lines in a column of `width` pixels, with fold triangles.
void drawTrackLabels(const TimelineScene &scene, float width, const TextMeasure &measure,
                     DrawList &out);

/// The names of the pinned lines, to be drawn over drawTrackLabels().
void drawFixedLabels(const TimelineScene &scene, float width, const TextMeasure &measure,
                     DrawList &out);

/// Marks of time, and of cycles where the scene has a clock. `height` for two lines is 36.
void drawRuler(const TimelineScene &scene, float height, const TextMeasure &measure, DrawList &out);

/// Busy share of the whole trace with the visible part marked. `overview` shows the whole trace.
void drawMinimap(const TimelineScene &scene, const Viewport &overview, float height, DrawList &out);

/// Left edge of the text and of the fold triangle of a line at `depth`.
float labelIndent(uint32_t depth);

/// The width at which the label of a line is not cut [logical pixels].
float labelWidthOf(const TimelineScene &scene, const LayoutItem &item, const TextMeasure &measure);

/// Whether the label names the levels that share the last row: of a line that is limited to its
/// outermost levels.
bool hasLevelsText(const LayoutItem &item);

} // namespace pstudio
