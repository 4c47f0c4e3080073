// SPDX-License-Identifier: Apache-2.0
// The folds with which a trace opens in a pane of some height.
#pragma once

#include <optional>

#include "viewer/geometry/timeline/track_layout.h"

namespace pstudio {

/// The folding that shows the most detail in `height` pixels: everything open if that fits.
///
/// With warps: the first group in detail, the next groups with one row for each track, and the rest
/// folded as strips. In a trace with launches the first group is one of a launch. Without warps:
/// every group is open if its tracks fit with one row each.
///
/// Tracks outside of launches then share the rest of the height: they open as many levels as fit,
/// equally many each as long as they have them.
///
/// With a time, groups without data in it stay folded. O(nodes), with a time O(nodes * log slices).
FoldState foldsForHeight(const Trace &trace, const DisplayTree &tree, double height,
                         const LayoutInput &input = {},
                         std::optional<TimeRange> time = std::nullopt);

} // namespace pstudio
