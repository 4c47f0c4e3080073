// SPDX-License-Identifier: Apache-2.0
// The CTAs of an SM as bars in the heading of the SM.
#pragma once

#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/text_measure.h"
#include "viewer/geometry/timeline/timeline_scene.h"

namespace pstudio {

/// Draws the lanes of the heading `item`, whose top is at `y` of the pane. Bars narrower than a
/// pixel are merged with their neighbours. O(CTAs of the SM).
void drawResidency(const TimelineScene &scene, const LayoutItem &item, float y,
                   const TextMeasure &measure, DrawList &out);

} // namespace pstudio
