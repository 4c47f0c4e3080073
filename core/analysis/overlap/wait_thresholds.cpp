// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/wait_thresholds.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/analysis/overlap/launch_facts.h"

namespace pstudio::analysis {
namespace {

size_t indexOf(std::optional<AsyncQueue> queue) {
  return queue ? static_cast<size_t>(*queue) : kAsyncQueues;
}

/// Measured duration of a scope around a wait for copies that have arrived [cycles].
std::optional<double> emptyScopeCycles(const Trace &trace, LaunchId launch) {
  if (!launch.isValid() || !trace.launches()[launch.value].recordingCost)
    return std::nullopt;
  return trace.launches()[launch.value].recordingCost->emptyWait;
}

/// Calibrated duration of an empty wait of a queue [cycles].
std::optional<double> measuredCycles(const Trace &trace, LaunchId launch,
                                     std::optional<AsyncQueue> queue) {
  if (!queue)
    return emptyScopeCycles(trace, launch);
  const auto own = launchNumber(trace, launch, "empty wait " + std::string(queueName(queue)));
  const bool isOfCopies = queue == AsyncQueue::CopyGroup || queue == AsyncQueue::BulkGroup ||
                          queue == AsyncQueue::Mbarrier;
  return own || !isOfCopies ? own : emptyScopeCycles(trace, launch);
}

/// The length of a cycle in the launch's ticks; none if the trace has no clock for it.
std::optional<double> ticksPerCycle(const Trace &trace, const LaunchOverlap &launch) {
  if (launch.isInCycles)
    return 1;
  const ClockLine *clock = trace.clock(trace.track(launch.units[0].track).clock);
  return clock == nullptr ? std::nullopt : std::optional(clock->picosecondsPerCycle);
}

WaitThreshold thresholdOf(const Trace &trace, const LaunchOverlap &launch,
                          std::optional<AsyncQueue> queue, int64_t least) {
  const auto cycles = measuredCycles(trace, launch.launch, queue);
  const auto scale = ticksPerCycle(trace, launch);
  WaitThreshold threshold;
  threshold.queue = queue;
  if (cycles && scale && std::isfinite(*cycles) && *cycles >= 0 && *cycles < 1e12) {
    threshold.length = Ticks(static_cast<int64_t>(std::floor(*cycles * *scale)));
    threshold.source = WaitThreshold::Source::Measured;
  } else if (queue) {
    threshold.length = Ticks(least);
    threshold.source = WaitThreshold::Source::Least;
  } else {
    threshold.source =
        WaitThreshold::Source::Zero; // the shortest scope is not necessarily an empty wait
  }
  return threshold;
}

} // namespace

void classifyWaits(const Trace &trace, LaunchOverlap &launch) {
  std::array<uint64_t, kAsyncQueues + 1> counts{};
  int64_t least = INT64_MAX; // of all queues: empty waits of all queues have similar durations
  for (uint32_t i = 0; i < launch.waits.size(); ++i) {
    const AsyncWait &wait = launch.waits[i];
    AsyncUnit &unit = launch.units[wait.unit];
    if (unit.waitCount++ == 0)
      unit.firstWait = i;
    const size_t queue = indexOf(launch.sites[wait.site].queue);
    ++counts[queue];
    if (queue < kAsyncQueues)
      least = std::min(least, (wait.exit - wait.enter).value);
  }
  std::array<Ticks, kAsyncQueues + 1> lengths{};
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0)
      continue;
    const auto queue = i < kAsyncQueues ? std::optional(static_cast<AsyncQueue>(i)) : std::nullopt;
    launch.waitThresholds.push_back(thresholdOf(trace, launch, queue, least));
    launch.waitThresholds.back().waits = counts[i];
    lengths[i] = launch.waitThresholds.back().length;
  }
  for (AsyncWait &wait : launch.waits)
    wait.hasBlocked = wait.exit - wait.enter > lengths[indexOf(launch.sites[wait.site].queue)];
}

} // namespace pstudio::analysis
