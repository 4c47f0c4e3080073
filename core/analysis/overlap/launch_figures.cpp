// SPDX-License-Identifier: Apache-2.0
// Figures that combine several parts of an analysed launch.
#include "core/analysis/overlap/launch_figures.h"

#include <algorithm>

namespace pstudio::analysis {

std::optional<double> waitedShare(const LaunchOverlap &launch, const Channel &channel) {
  double active = 0;
  for (const WarpRole &role : launch.roles)
    if (role.isConsumer)
      active += static_cast<double>(role.active);
  if (active <= 0 || !channel.areWaitsKnown())
    return std::nullopt;
  return static_cast<double>(channel.waitedOnce) / active;
}

double consumersStarved(const LaunchOverlap &launch) {
  double starved = 0;
  for (const WarpRole &role : launch.roles)
    if (role.isConsumer)
      starved = std::max(starved, role.stalls[static_cast<size_t>(WaitTarget::Copies)].share);
  return starved;
}

uint32_t matrixInFlight(const LaunchOverlap &launch) {
  uint32_t most = 0;
  for (const Channel &channel : launch.channels)
    if (channel.isMatrix)
      most = std::max(most, channel.mostDepth);
  return most;
}

uint64_t issuesNotRecorded(const LaunchOverlap &launch) {
  uint64_t operations = 0, waits = 0;
  for (const Channel &channel : launch.channels)
    operations += channel.countOf(Completion::IssueUnknown);
  for (const AsyncPlace &site : launch.sites)
    waits += site.withoutIssue;
  return std::max(operations, waits);
}

bool isUnmeasured(const WaitThreshold &threshold) {
  return threshold.source != WaitThreshold::Source::Measured &&
         threshold.queue != AsyncQueue::NamedBarrier;
}

bool isBlockingKnown(const LaunchOverlap &launch, const Channel &channel) {
  const WaitThreshold *threshold = launch.thresholdOf(channel.queue);
  return threshold == nullptr || threshold->source != WaitThreshold::Source::Zero;
}

} // namespace pstudio::analysis
