// SPDX-License-Identifier: Apache-2.0
#include "core/queues/queue_replay.h"

#include <algorithm>

#include "core/queues/barrier_entries.h"
#include "core/queues/group_replay.h"
#include "core/queues/mbarrier_replay.h"
#include "core/queues/named_barrier_replay.h"

namespace pstudio::analysis {

std::string_view wordsOf(AsyncPairing pairing) {
  static constexpr std::array<std::string_view, kAsyncPairings> kWords{"",
                                                                       "inferred",
                                                                       "issue not recorded",
                                                                       "wait not recorded",
                                                                       "never waited for",
                                                                       "free at first use",
                                                                       "nothing to wait for",
                                                                       "never left",
                                                                       "order not certain"};
  return kWords[static_cast<size_t>(pairing)];
}

void QueueDepths::add(const AsyncSite &site) {
  uint16_t &largest = largestPending[static_cast<size_t>(site.queue)];
  if (site.step == AsyncStep::Wait)
    largest = std::max(largest, site.pending);
  uint16_t &smallest = smallestCount[static_cast<size_t>(site.queue)];
  if (site.step == AsyncStep::Issue)
    smallest = smallest == 0 ? site.count : std::min(smallest, site.count);
}

uint32_t QueueDepths::stages(AsyncQueue queue) const {
  const auto index = static_cast<size_t>(queue);
  const uint32_t perOperation = isCounter(queue) ? std::max<uint32_t>(smallestCount[index], 1) : 1;
  return largestPending[index] / perOperation + 1;
}

/// The queues of one unit that complete in order.
static void replayGroups(uint32_t index, const QueueUnit &unit, const QueueDepths &depths,
                         PairedQueues &out) {
  std::vector<GroupQueue> queues;
  queues.reserve(kAsyncQueues);
  for (size_t queue = 0; queue < kAsyncQueues; ++queue)
    queues.emplace_back(index, unit, depths.stages(static_cast<AsyncQueue>(queue)), out);
  auto gap = unit.gaps.begin();
  for (uint32_t i = 0; i < unit.steps.size(); ++i) {
    for (; gap != unit.gaps.end() && *gap <= i; ++gap)
      for (GroupQueue &queue : queues)
        queue.addGap();
    const AsyncQueue queue = unit.steps[i].site.queue;
    if (isInOrder(queue))
      queues[static_cast<size_t>(queue)].add(i);
  }
  for (; gap != unit.gaps.end(); ++gap)
    for (GroupQueue &queue : queues)
      queue.addGap();
  for (GroupQueue &queue : queues)
    queue.finish();
}

/// A wait on a barrier that was not left has no moment in the replay of its barrier.
static void markNeverLeft(const QueueUnit &unit, std::vector<StreamPlace> &places) {
  for (size_t i = 0; i < unit.steps.size(); ++i)
    if (unit.steps[i].site.step == AsyncStep::Wait && !unit.steps[i].hasEnd)
      places[i].pairing = AsyncPairing::NeverLeft;
}

/// Depths from the recorded waits, or from the kernel for queues without a recorded wait: a kernel
/// may contain waits that a CTA does not execute.
static QueueDepths depthsOf(std::span<const QueueUnit> units, const QueueDepths &ofKernel) {
  QueueDepths depths;
  std::array<bool, kAsyncQueues> isWaitedFor{};
  for (const QueueUnit &unit : units)
    for (const QueueStep &step : unit.steps) {
      depths.add(step.site);
      isWaitedFor[static_cast<size_t>(step.site.queue)] |= step.site.step == AsyncStep::Wait;
    }
  for (size_t queue = 0; queue < kAsyncQueues; ++queue)
    if (!isWaitedFor[queue])
      depths.largestPending[queue] = ofKernel.largestPending[queue];
  return depths;
}

PairedQueues QueueReplay::replay(std::span<const QueueUnit> units, bool allUnitsRecord) const {
  const QueueDepths depths = depthsOf(units, m_depths);
  PairedQueues out;
  out.steps.resize(units.size());
  for (uint32_t i = 0; i < units.size(); ++i) {
    out.steps[i].resize(units[i].steps.size());
    replayGroups(i, units[i], depths, out);
    markNeverLeft(units[i], out.steps[i]);
  }
  const Coverage coverage(units, allUnitsRecord);
  MbarrierReplay(units, coverage, out).run();
  replayNamedBarriers(units, coverage, out);
  return out;
}

} // namespace pstudio::analysis
