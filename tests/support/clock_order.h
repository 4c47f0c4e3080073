// SPDX-License-Identifier: Apache-2.0
// Invariant of the times of one SM for any behaviour of its clock: a lower cycle has an earlier
// time.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace pstudio::test {

/// A begin or an end of a slice, by the counter of its SM.
struct ClockedMoment {
  int64_t cycles = 0;
  double earliestPs = 0; ///< limit by the uncertainty of its clock
  double latestPs = 0;
};

/// The begins and ends of all slices with cycles and a clock, by the track of their SM.
inline std::map<uint32_t, std::vector<ClockedMoment>> momentsOfSms(const Trace &trace) {
  std::map<uint32_t, std::vector<ClockedMoment>> moments;
  for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
    const Slice slice = trace.slice(SliceId(i));
    const ClockLine *clock = trace.clock(trace.track(slice.track).clock);
    if (!slice.hasCycles || clock == nullptr)
      continue;
    TrackId sm = slice.track;
    while (sm.isValid() && trace.track(sm).kind != TrackKind::Sm)
      sm = trace.track(sm).parent;
    const auto add = [&](Cycles cycles, Picoseconds time) {
      const auto at = static_cast<double>(time.value);
      const double error = clock->uncertaintyPs + 1; // times are whole picoseconds
      moments[sm.value].push_back({cycles.value, at - error, at + error});
    };
    add(slice.beginCycles, slice.time.begin);
    add(slice.endCycles, slice.time.end);
  }
  return moments;
}

/// Returns an empty string if, on every SM, the times of slices are in the order of their cycles
/// within the stated uncertainties. The stated uncertainty is then at least the real error where
/// clocks of different CTAs meet. Otherwise returns the worst contradiction. O(slices log slices).
inline std::string contradictionOfClocks(const Trace &trace) {
  double worst = 0;
  int64_t where = 0;
  for (auto &[sm, moments] : momentsOfSms(trace)) {
    std::ranges::sort(moments, {}, &ClockedMoment::cycles);
    double reached = -1e300; // all later instants must be after this time
    for (const ClockedMoment &moment : moments) {
      if (reached - moment.latestPs > worst) {
        worst = reached - moment.latestPs;
        where = moment.cycles;
      }
      reached = std::max(reached, moment.earliestPs);
    }
  }
  return worst == 0 ? std::string()
                    : "cycle " + std::to_string(where) + " is " + std::to_string(worst / 1000.0) +
                          " ns too early, beyond all uncertainty";
}

} // namespace pstudio::test
