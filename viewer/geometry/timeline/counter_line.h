// SPDX-License-Identifier: Apache-2.0
// Draws one counter as a step line over a filled ground.
#pragma once

#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/timeline/counter_scale.h"
#include "viewer/geometry/timeline/viewport.h"

namespace pstudio {

/// Where a counter is drawn and how.
struct CounterPlace {
  float top = 0;    ///< of the line of the largest number [px]
  float bottom = 0; ///< of the line of the smallest [px]
  uint8_t tint = 255;
};

/// Each value holds until the next; before the first nothing is drawn. A column of pixels shows
/// from the least to the most of its values; one that is no number is marked at the bottom.
/// O(pixels log samples), however many samples there are.
void drawCounterLine(const Trace &trace, TrackId counter, const CounterScale &scale,
                     const Viewport &viewport, const CounterPlace &place, DrawList &out);

} // namespace pstudio
