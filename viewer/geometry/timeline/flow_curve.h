// SPDX-License-Identifier: Apache-2.0
// The shape of an arrow between two events.
#pragma once

#include "viewer/geometry/draw_list.h"

namespace pstudio {

/// From the end of one event to the beginning of the other. One that ends while the other already
/// lasts (a copy that is waited for) points at that moment, so that no arrow runs back in time.
void addFlowCurve(const PixelRect &from, const PixelRect &to, DrawList &out);

} // namespace pstudio
