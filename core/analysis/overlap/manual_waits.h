// SPDX-License-Identifier: Apache-2.0
// Waits for manual events, which nobody recorded as waits.
#pragma once

#include <vector>

#include "core/analysis/overlap/async_records.h"

namespace pstudio::analysis {

/// Takes, for each manual event with both ends, the innermost scope of the ending warp around the
/// end as the wait for it, if nothing lies inside that scope; adds these waits (queue none) and the
/// links to them. Where there is no such scope the event gets no link. O(events * depth * log
/// slices).
void addManualWaits(const Trace &trace, AsyncFactCache &facts,
                    std::vector<RecordedLaunch> &launches);

} // namespace pstudio::analysis
