// SPDX-License-Identifier: Apache-2.0
// Which part of a launch is recorded.
#include "core/trace/launch_coverage.h"

#include <vector>

#include "core/base/number_text.h"

namespace pstudio {
namespace {

uint64_t ctasOf(const Launch &launch) {
  return uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
}

/// CTAs with a track, by launch.
std::vector<uint64_t> recordedCtas(const Trace &trace) {
  std::vector<uint64_t> counts(trace.launches().size(), 0);
  for (const Track &track : trace.tracks())
    if (track.kind == TrackKind::Cta && track.launch.isValid())
      ++counts[track.launch.value];
  return counts;
}

} // namespace

LaunchCoverage coverageOf(const Trace &trace, LaunchId launch) {
  if (!launch.isValid())
    return {};
  return {recordedCtas(trace)[launch.value], ctasOf(trace.launches()[launch.value])};
}

LaunchCoverage coverageOf(const Trace &trace) {
  const std::vector<uint64_t> counts = recordedCtas(trace);
  LaunchCoverage sum;
  for (size_t i = 0; i < counts.size(); ++i) {
    const uint64_t all = ctasOf(trace.launches()[i]);
    if (counts[i] == 0)
      continue;
    if (all == 0)
      return {};
    sum.recorded += counts[i];
    sum.all += all;
  }
  return sum;
}

std::string partText(const LaunchCoverage &coverage) {
  return coverage.isPartial()
             ? countText(coverage.recorded) + " of " + countText(coverage.all, "CTA", "CTAs")
             : std::string();
}

} // namespace pstudio
