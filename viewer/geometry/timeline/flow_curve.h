// SPDX-License-Identifier: Apache-2.0
// The shape of an arrow between two events.
#pragma once

#include "viewer/geometry/draw_list.h"

namespace pstudio {

/// Draws an arrow from the end of `from` to the beginning of `to`. If `from` ends during `to` (a
/// copy and the wait for it), the arrow points at that time, so no arrow runs back in time.
void addFlowCurve(const PixelRect &from, const PixelRect &to, DrawList &out);

} // namespace pstudio
