// SPDX-License-Identifier: Apache-2.0
// Bars of operations in flight whose waits are known.
#pragma once

#include "viewer/geometry/draw_list.h"

namespace pstudio {

/// Of bars in lanes of operations in flight.
inline constexpr uint8_t kLaneTint = 165;

/// In flight behind other work: half of the height. Waited for, from pixel `waitedFrom` on: all of
/// it, in full colour. Complete at an unknown time (`isOpen`): an outline that no fill closes, so
/// that nothing looks like its end.
void addFlightBars(const DrawRect &bar, float waitedFrom, bool isOpen, DrawList &out);

} // namespace pstudio
