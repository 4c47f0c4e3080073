// SPDX-License-Identifier: Apache-2.0
// The instances of one scope in an area.
#pragma once

#include <stop_token>
#include <vector>

#include "core/statistics/statistics_query.h"

namespace pstudio::statistics {

/// A whole slice of the scope.
struct ScopeInstance {
  SliceId slice;
  TrackId track;
  uint32_t ordinal = 0; ///< on its track, from 0, in order of begin; counts all slices of the scope
};

/// The instances of the query's scope that are whole in its area, by track and begin. They are
/// complete if `stop` was not requested. O(slices of the area's tracks), O(n log n) where the scope
/// is nested in itself.
std::vector<ScopeInstance> instancesOf(const Trace &trace, const StatisticsQuery &query,
                                       const std::stop_token &stop = {});

/// Whether all instances have cycles. O(instances).
bool haveCycles(const Trace &trace, const std::vector<ScopeInstance> &instances);

/// The duration of a slice [ps], or its cycles as recorded. O(1).
int64_t lengthOf(const Trace &trace, SliceId slice, bool inCycles);

} // namespace pstudio::statistics
