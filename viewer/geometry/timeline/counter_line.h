// SPDX-License-Identifier: Apache-2.0
// Draws one counter as a step line over a filled ground.
#pragma once

#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/timeline/counter_scale.h"
#include "viewer/geometry/timeline/viewport.h"

namespace pstudio {

/// Position and tint of a counter line.
struct CounterPlace {
  float top = 0;    ///< of the line of the largest number [px]
  float bottom = 0; ///< of the line of the smallest [px]
  uint8_t tint = 255;
};

/// Each value holds until the next; before the first nothing is drawn. A pixel column shows the
/// range of its values; of a column with more than 17 samples, the first 16 and the last one. A
/// value that is not finite is marked at the bottom. O(pixels log samples).
void drawCounterLine(const Trace &trace, TrackId counter, const CounterScale &scale,
                     const Viewport &viewport, const CounterPlace &place, DrawList &out);

} // namespace pstudio
