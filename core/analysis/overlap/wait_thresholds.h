// SPDX-License-Identifier: Apache-2.0
// Detects waits that blocked: waits that took longer than an empty one.
#pragma once

#include "core/analysis/overlap/async_records.h"

namespace pstudio::analysis {

/// Fills `waitThresholds`, each wait's `hasBlocked`, and the range of each unit's waits. O(waits).
void classifyWaits(const Trace &trace, LaunchOverlap &launch);

} // namespace pstudio::analysis
