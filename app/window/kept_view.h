// SPDX-License-Identifier: Apache-2.0
// The view of a trace for another run of its kernel.
#pragma once

namespace pstudio {

class TimelineView;

/// Shows `after` as `before` is shown, if both have traces of the same kernel: times from the begin
/// of each trace, folds, tracks, and the slice that corresponds to the selected one: that with the
/// same track path and name, and the same number among those of its name on the track. Whole traces
/// stay whole. False if the kernels differ.
bool keepView(TimelineView &before, TimelineView &after);

} // namespace pstudio
