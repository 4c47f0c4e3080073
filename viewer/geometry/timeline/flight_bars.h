// SPDX-License-Identifier: Apache-2.0
// Bars of operations in flight whose waits are known.
#pragma once

#include "viewer/geometry/draw_list.h"

namespace pstudio {

/// Tint of bars in lanes of operations in flight.
inline constexpr uint8_t kLaneTint = 165;

/// Draws the bar of an operation in flight. The hidden part, which overlaps other work, has half of
/// the height. The part from pixel `waitedFrom` on, in which a wait is blocked, has the full height
/// and the full colour. With `isOpen` the completion time is unknown: the hidden part ends in a
/// dashed outline without a fill, and no waited part is drawn.
void addFlightBars(const DrawRect &bar, float waitedFrom, bool isOpen, DrawList &out);

} // namespace pstudio
