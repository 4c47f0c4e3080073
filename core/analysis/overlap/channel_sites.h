// SPDX-License-Identifier: Apache-2.0
// Which places that issue belong to one pipeline.
#pragma once

#include <vector>

#include "core/analysis/overlap/async_records.h"

namespace pstudio::analysis {

/// For each of the launch's sites the number of its channel, from 0 in order of first use; kNoIndex
/// for sites without operations in flight. Sites of one queue are one channel if the same places
/// wait for them and, in every unit that issues at both, all of one come before the first of the
/// other; there must be such a unit. O(flights + links).
std::vector<uint32_t> channelsOfSites(const RecordedLaunch &launch);

} // namespace pstudio::analysis
