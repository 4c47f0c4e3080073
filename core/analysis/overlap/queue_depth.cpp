// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/queue_depth.h"

#include <algorithm>

#include "core/analysis/overlap/stream_depth.h"

namespace pstudio::analysis {
namespace {

/// The end of an operation's flight on the trace's axis.
Picoseconds endOf(const Trace &trace, const LaunchOverlap &launch,
                  const AsyncOperation &operation) {
  for (uint32_t i = 0; i < operation.visitCount; ++i) {
    const AsyncWait &wait = launch.waits[launch.visits[operation.firstVisit + i].wait];
    const TimeRange time = trace.sliceTime(wait.slice);
    if ((wait.hasBlocked ? wait.exit : wait.enter) == operation.completeBefore)
      return wait.hasBlocked ? time.end : time.begin;
  }
  return trace.sliceTime(operation.flight).end;
}

} // namespace

QueueDepth queueDepth(const Trace &trace, const LaunchOverlap &launch, uint32_t channel,
                      std::optional<uint32_t> cta) {
  QueueDepth depth;
  if (channel >= launch.channels.size())
    return depth;
  std::vector<std::pair<Picoseconds, int>> changes;
  const Channel &which = launch.channels[channel];
  for (uint32_t s = 0; s < which.streamCount; ++s) {
    const AsyncStream &stream = launch.streams[which.firstStream + s];
    for (uint32_t i = 0; i < stream.operationCount && (!cta || stream.cta == *cta); ++i) {
      const AsyncOperation &operation = launch.operations[stream.firstOperation + i];
      const Picoseconds begin = trace.sliceTime(operation.flight).begin;
      const Picoseconds end = endOf(trace, launch, operation);
      if (!hasKnownEnd(operation) || end <= begin)
        continue;
      changes.push_back({begin, 1});
      changes.push_back({end, -1});
    }
  }
  std::ranges::sort(changes);
  int now = 0;
  double area = 0;
  for (size_t i = 0; i < changes.size();) {
    const Picoseconds time = changes[i].first;
    if (!depth.steps.empty())
      area += double(now) * double((time - depth.steps.back().time).value);
    const int before = now;
    for (; i < changes.size() && changes[i].first == time; ++i)
      now += changes[i].second;
    if (now != before)
      depth.steps.push_back({time, static_cast<uint32_t>(now)});
    else if (!depth.steps.empty()) // the next pass adds this area again
      area -= double(now) * double((time - depth.steps.back().time).value);
    depth.most = std::max(depth.most, static_cast<uint32_t>(now));
  }
  if (depth.steps.size() > 1) {
    const Picoseconds length = depth.steps.back().time - depth.steps.front().time;
    depth.mean = area / static_cast<double>(length.value);
  }
  return depth;
}

} // namespace pstudio::analysis
