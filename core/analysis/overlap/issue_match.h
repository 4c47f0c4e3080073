// SPDX-License-Identifier: Apache-2.0
// Operations and the slices that issued them.
#pragma once

#include "core/analysis/overlap/async_records.h"

namespace pstudio::analysis {

/// Fills `issue`, `issueEnd` and `loopStart` of all operations. Linear, but for operations of a
/// stream that were not issued in order.
void matchIssues(RecordedLaunch &launch);

} // namespace pstudio::analysis
