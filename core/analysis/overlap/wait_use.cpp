// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/wait_use.h"

#include <algorithm>

namespace pstudio::analysis {

WaitUse useOfWaits(const RecordedLaunch &launch) {
  const LaunchOverlap &overlap = launch.overlap;
  const std::vector<ArrivalRecord> &arrivals = launch.records.arrivals;
  WaitUse use;
  use.nextEnter.assign(overlap.waits.size(), WaitUse::kNever);
  use.usedUntil.assign(overlap.waits.size(), WaitUse::kNever);
  std::vector<std::pair<uint32_t, Ticks>> next(overlap.sites.size(), {kNoIndex, Ticks()});
  size_t arrival = arrivals.size(); // arrivals of the unit from here on are after the wait
  for (size_t i = overlap.waits.size(); i-- > 0;) {
    const AsyncWait &wait = overlap.waits[i];
    auto &[unit, enter] = next[wait.site];
    if (unit == wait.unit)
      use.nextEnter[i] = enter;
    unit = wait.unit;
    enter = wait.enter;
    while (arrival > 0 &&
           (arrivals[arrival - 1].unit > wait.unit ||
            (arrivals[arrival - 1].unit == wait.unit && arrivals[arrival - 1].time >= wait.exit)))
      --arrival;
    use.usedUntil[i] = use.nextEnter[i];
    if (arrival < arrivals.size() && arrivals[arrival].unit == wait.unit)
      use.usedUntil[i] = std::min(use.usedUntil[i], arrivals[arrival].time);
  }
  return use;
}

} // namespace pstudio::analysis
