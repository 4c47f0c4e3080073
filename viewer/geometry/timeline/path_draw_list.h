// SPDX-License-Identifier: Apache-2.0
// Draws a path through the tracks, such as the critical path of a CTA.
#pragma once

#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/timeline/timeline_scene.h"

namespace pstudio {

/// Draws a line below the bars of the track of each piece, and a vertical line where the path
/// continues on another track. Pieces on lines of the layout outside of [first, end) are left out;
/// those of a folded group lie on its line. Draws nothing without TimelineScene::path.
/// O(visible pieces).
void drawPath(const TimelineScene &scene, size_t first, size_t end, DrawList &out);

} // namespace pstudio
