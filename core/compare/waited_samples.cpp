// SPDX-License-Identifier: Apache-2.0
#include "core/compare/waited_samples.h"

#include <cmath>

#include "core/analysis/overlap/overlap.h"

namespace pstudio::compare {
namespace {

using namespace analysis;

WaitedChannel waitedFor(const LaunchOverlap &launch, const Channel &channel, SampleUnit unit) {
  WaitedChannel waited{launch.launch, channel.name, {}};
  const double scale = unit == SampleUnit::Cycles ? 1 : launch.picosecondsPerTick;
  for (uint32_t i = 0; i < channel.operationCount; ++i) {
    const AsyncOperation &operation = launch.operations[channel.firstOperation + i];
    if (!isMeasured(operation.completion))
      continue;
    for (uint32_t v = 0; v < operation.visitCount; ++v) {
      const OperationVisit &visit = launch.visits[operation.firstVisit + v];
      waited.samples.push_back({std::llround(static_cast<double>(visit.exposed.value) * scale),
                                launch.waits[visit.wait].slice});
    }
  }
  return waited;
}

} // namespace

std::vector<WaitedChannel> waitedByChannel(const Trace &trace, SampleUnit unit) {
  std::vector<WaitedChannel> channels;
  for (const LaunchOverlap &launch : analyzeOverlap(trace)) {
    if (launch.isCostSubtracted || (unit == SampleUnit::Cycles && !launch.isInCycles))
      continue;
    for (const Channel &channel : launch.channels)
      channels.push_back(waitedFor(launch, channel, unit));
  }
  return channels;
}

} // namespace pstudio::compare
