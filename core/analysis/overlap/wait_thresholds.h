// SPDX-License-Identifier: Apache-2.0
// Which waits blocked: those that took longer than an empty one.
#pragma once

#include "core/analysis/overlap/async_records.h"

namespace pstudio::analysis {

/// Fills `waitThresholds`, each wait's `hasBlocked`, and where each unit's waits lie. O(waits).
void classifyWaits(const Trace &trace, LaunchOverlap &launch);

} // namespace pstudio::analysis
