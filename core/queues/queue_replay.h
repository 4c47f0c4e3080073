// SPDX-License-Identifier: Apache-2.0
// Replays the asynchronous queues of one CTA: finds the wait that observed the completion of each
// operation.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/queues/paired_queues.h"
#include "core/queues/queue_steps.h"

namespace pstudio::analysis {

/// Depths of the queues of a kernel, from all its sites.
struct QueueDepths {
  /// By AsyncQueue: the largest `pending` of its waits. One group more than that may be in flight.
  std::array<uint16_t, kAsyncQueues> largestPending{};
  /// By AsyncQueue: the fewest groups of one operation (AsyncSite::count); 0: no operation.
  std::array<uint16_t, kAsyncQueues> smallestCount{};

  /// Takes one site of the kernel into account.
  void add(const AsyncSite &site);
  /// Operations that may be in flight at once, at least 1.
  uint32_t stages(AsyncQueue queue) const;
};

/// The rules, queue by queue.
///
/// **In order** (groups, counters), each unit by itself: a wait with N pending observes all groups
/// but the newest N, as far as no earlier wait observed them. Groups are counted backwards from the
/// wait, so dropped older records do not matter. Groups are numbered without the empty ones, from
/// the oldest recorded group. stage = instance modulo (largest pending + 1), where the pending
/// value is that of the CTA's waits, or of the kernel's waits if the CTA has none; for a counter it
/// is divided by the instructions of an operation. A group with a hole (gaps) between it and the
/// next wait ends at the hole as WaitNotRecorded.
///
/// **Mbarriers**, each slot by itself, in order of time over all units: arrivals and issues belong
/// to the current phase, which is over once a wait for its parity is left, or once the same
/// operation of the same unit arrives again. So warps may share the work of a phase, or alternate.
/// A wait observes the latest phase of its parity that has begun: the current one, or, if other
/// units ran ahead, the one before. A second wait of a unit for the same phase is not certain.
/// Phases count from 0 if no earlier record was dropped, and from each Init.
/// Instance: ordinal of the phase among those of all slots of the channel, by first arrival. A
/// channel is an allocation, or, of barriers known by address, those that share a waiting
/// operation. Stage: the slot, or the rank of the address in its channel.
///
/// **Named barriers**, each number by itself, likewise; a phase is over when a unit that arrived in
/// it leaves. The last of its arrivals released the others. Stage: the barrier's number. Groups of
/// units that use a number in turn must not arrive before all units of the previous group have
/// left.
///
/// **Holes**: a hole reaches from the last record of a unit before dropped records to the first
/// record after them (in a ring: up to the oldest record). In a hole the replay makes no statement
/// about barriers, and no pair crosses a hole. After a hole the parity of an mbarrier's phase
/// follows from the first wait. If an arrival comes first, it is the parity with fewer waits that
/// contradict the rules; with equal counts, the parity with fewer waits during which other units
/// ran ahead. Results that depend on this are marked Inferred. If both parities are equally good,
/// the order is not certain.
class QueueReplay {
public:
  /// Limit of the arrivals of one phase that are linked with its waits; the newest are linked.
  static constexpr uint32_t kMaxLinkedArrivals = 64;

  explicit QueueReplay(const QueueDepths &depths) : m_depths(depths) {}

  /// `allUnitsRecord`: all units of the CTA record their steps. O(steps log steps): steps of
  /// barriers are sorted by time, the rest is linear, and each wait has at most kMaxLinkedArrivals
  /// links.
  PairedQueues replay(std::span<const QueueUnit> units, bool allUnitsRecord = true) const;

private:
  const QueueDepths m_depths;
};

} // namespace pstudio::analysis
