// SPDX-License-Identifier: Apache-2.0
// What each wait waited for, and what let it end.
#pragma once

#include "core/analysis/overlap/async_records.h"

namespace pstudio::analysis {

/// Fills `target` and `release` of all waits. A wait without links at a site where others wait for
/// copies does so, too; else the queue decides. O(waits + links).
void findWaitTargets(RecordedLaunch &launch);

} // namespace pstudio::analysis
