// SPDX-License-Identifier: Apache-2.0
// The time of a warp's work after a wait.
#pragma once

#include <vector>

#include "core/analysis/overlap/async_records.h"

namespace pstudio::analysis {

/// Points in time by wait; kNever if there is none.
struct WaitUse {
  static constexpr Ticks kNever{INT64_MAX};
  std::vector<Ticks> nextEnter; ///< of the unit's next wait at the same site
  std::vector<Ticks> usedUntil; ///< nextEnter, or the unit's next arrival if that comes first
};

/// O(waits + arrivals).
WaitUse useOfWaits(const RecordedLaunch &launch);

} // namespace pstudio::analysis
