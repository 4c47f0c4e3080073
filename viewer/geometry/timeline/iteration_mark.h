// SPDX-License-Identifier: Apache-2.0
// Marks the extent of the iteration that the selected slice belongs to.
#pragma once

#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/timeline/timeline_scene.h"

namespace pstudio {

/// TimelineScene::iteration as a band with edges over all lines, to compare warps. Nothing if it is
/// none or out of sight.
void drawIterationExtent(const TimelineScene &scene, DrawList &out);

} // namespace pstudio
