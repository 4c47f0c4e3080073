// SPDX-License-Identifier: Apache-2.0
// Pipelines whose steps follow from a few parameters, and their expected overlap.
#pragma once

#include <algorithm>
#include <vector>

#include "tests/support/async_trace.h"

namespace pstudio::test {

/// Cycles of a pipeline's steps, the same in each iteration.
struct PipelineShape {
  int64_t stages = 1;
  int64_t iterations = 16;
  int64_t latency = 1000; ///< of a copy, from the begin of its issue
  int64_t issue = 20;
  int64_t compute = 150;
  int64_t emptyWait = 0; ///< duration of a wait that does not block
};

/// One warp copies and computes, with groups in order: it issues stages - 1 groups before the loop.
/// Each step issues a group, waits for the oldest one and computes.
inline void addGroupPipeline(AsyncTrace &trace, uint32_t warp, const PipelineShape &shape) {
  int64_t now = 0;
  std::vector<int64_t> issued;
  std::vector<BuilderSlice> waits;
  std::vector<int64_t> exits;
  const auto argsOf = [&](int64_t instance, int64_t operation) {
    AsyncStepArgs args{"cp.async", instance, instance % shape.stages};
    args.operation = operation;
    return args;
  };
  const auto issue = [&](int64_t operation) {
    const auto instance = static_cast<int64_t>(issued.size());
    trace.issue(warp, "copy tile", now, now + shape.issue, argsOf(instance, operation));
    issued.push_back(now);
    now += shape.issue;
  };
  for (int64_t i = 0; i + 1 < std::min(shape.stages, shape.iterations + 1); ++i)
    issue(0);
  const auto inPrologue = static_cast<int64_t>(issued.size());
  for (int64_t step = 0; step < shape.iterations; ++step) {
    if (step + shape.stages - 1 < shape.iterations)
      issue(1);
    else
      now += shape.issue; // an empty group, which takes the same time
    const int64_t ready = issued[static_cast<size_t>(step)] + shape.latency;
    const int64_t exit = ready > now + shape.emptyWait ? ready : now + shape.emptyWait;
    waits.push_back(trace.wait(warp, "wait tile", now, exit, argsOf(step, 2)));
    exits.push_back(exit);
    now = exit + shape.compute;
  }
  for (int64_t i = 0; i < shape.iterations; ++i) {
    const auto at = static_cast<size_t>(i);
    const BuilderSlice flight =
        trace.flight(warp, "copy tile", issued[at], exits[at], argsOf(i, i < inPrologue ? 0 : 1));
    trace.link(flight, waits[at]);
  }
  trace.scope(warp, "last step", now - shape.compute, now);
}

/// A producer warp fills slots, and `consumers` warps empty them. Two mbarriers transfer a slot
/// between them.
inline void addSlotPipeline(AsyncTrace &trace, uint32_t producer,
                            const std::vector<uint32_t> &consumers, const PipelineShape &shape) {
  const auto argsOf = [&](int64_t instance, int64_t operation) {
    AsyncStepArgs args{"mbarrier", instance, instance % shape.stages};
    args.operation = operation;
    return args;
  };
  std::vector<int64_t> issued, freed;
  std::vector<std::vector<BuilderInstant>> arrivals;
  int64_t producing = 0;
  int64_t consumed = 0;
  for (int64_t i = 0; i < shape.iterations; ++i) {
    // The producer waits for the last use of the slot
    const int64_t lastUse = i - shape.stages;
    const int64_t enter = producing;
    if (lastUse >= 0)
      producing = std::max(producing + shape.emptyWait, freed[static_cast<size_t>(lastUse)]);
    else
      producing += shape.emptyWait;
    AsyncStepArgs emptyArgs = argsOf(std::max<int64_t>(lastUse, 0), 0);
    if (lastUse < 0)
      emptyArgs.pairing = "free at first use";
    const BuilderSlice empty = trace.wait(producer, "wait slot", enter, producing, emptyArgs);
    for (size_t c = 0; lastUse >= 0 && c < consumers.size(); ++c)
      trace.link(arrivals[static_cast<size_t>(lastUse)][c], empty);
    // and issues the copies.
    issued.push_back(producing);
    trace.issue(producer, "copy tile", producing, producing + shape.issue, argsOf(i, 1));
    producing += shape.issue;
    // The consumers wait for the copies, compute and release the slot.
    const int64_t ready = issued.back() + shape.latency;
    const int64_t exit = std::max(consumed + shape.emptyWait, ready);
    const BuilderSlice flight =
        trace.flight(producer, "copy tile", issued.back(), exit, argsOf(i, 1));
    arrivals.emplace_back();
    for (const uint32_t consumer : consumers) {
      trace.link(flight, trace.wait(consumer, "wait tile", consumed, exit, argsOf(i, 2)));
      arrivals.back().push_back(
          trace.arrive(consumer, "free slot", exit + shape.compute, argsOf(i, 3)));
    }
    consumed = exit + shape.compute;
    freed.push_back(consumed);
  }
}

/// Expected exposed time of the group pipeline's waits: closed forms of the steps above, if
/// computing takes at least as long as an issue. Operation 0 waits longest, because the next groups
/// are issued directly after it. From then on every `stages`-th wait blocks.
inline int64_t exposedInGroups(const PipelineShape &shape, int64_t instance) {
  if (instance % shape.stages != 0)
    return 0;
  const int64_t without = shape.latency - shape.stages * shape.issue;
  const int64_t work = instance == 0 ? 0 : (shape.stages - 1) * shape.compute;
  return std::max<int64_t>(0, without - work);
}

/// The same for the consumers of the slot pipeline, measured from the issue.
inline int64_t exposedInSlots(const PipelineShape &shape, int64_t instance) {
  if (instance % shape.stages != 0)
    return 0;
  const int64_t work = instance == 0 ? 0 : (shape.stages - 1) * shape.compute;
  return std::max<int64_t>(0, shape.latency - work);
}

} // namespace pstudio::test
