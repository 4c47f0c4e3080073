// SPDX-License-Identifier: Apache-2.0
// Waits for manual events. They are derived from scopes, because no wait is recorded for them.
#pragma once

#include <vector>

#include "core/analysis/overlap/async_records.h"

namespace pstudio::analysis {

/// For each manual event with both ends, uses the innermost scope of the ending warp around the end
/// as the wait, if that scope has no children. Adds these waits (queue none) and the links to them.
/// An event without such a scope gets no link. O(events * depth * log slices).
void addManualWaits(const Trace &trace, AsyncFactCache &facts,
                    std::vector<RecordedLaunch> &launches);

} // namespace pstudio::analysis
