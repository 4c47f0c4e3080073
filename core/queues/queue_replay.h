// SPDX-License-Identifier: Apache-2.0
// Replays the asynchronous queues of one CTA: what was issued, and which wait saw it complete.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/queues/paired_queues.h"
#include "core/queues/queue_steps.h"

namespace pstudio::analysis {

/// What the sites of a kernel say of its queues together.
struct QueueDepths {
  /// By AsyncQueue: the largest `pending` of its waits. One more groups may be under way.
  std::array<uint16_t, kAsyncQueues> largestPending{};
  /// By AsyncQueue: the fewest groups that one operation is (AsyncSite::count); 0: there is none.
  std::array<uint16_t, kAsyncQueues> smallestCount{};

  /// Takes one site of the kernel into account.
  void add(const AsyncSite &site);
  /// Operations that may be under way at once, at least 1.
  uint32_t stages(AsyncQueue queue) const;
};

/// The rules, queue by queue.
///
/// **In order** (groups, counters), each unit by itself: a wait with N pending sees all groups but
/// the newest N that none saw before. Counted backwards from the wait, this holds whatever was
/// dropped before. Groups are numbered without the empty ones, from the oldest that is recorded;
/// stage = instance modulo (largest pending of the CTA's waits, of the kernel's if it has none, +
/// 1; of a counter: divided by the instructions of an operation). A group whose records have a hole
/// (gaps) between it and the next wait ends there as WaitNotRecorded.
///
/// **Mbarriers**, each slot by itself, in order of time over all units: arrivals and issues belong
/// to the current phase, which is over once a wait for its parity is left, or once the same
/// operation of the same unit arrives again. So warps may share the work of a phase, or take turns.
/// A wait sees the latest phase of its parity that has begun: the current one, or, if others ran
/// ahead, the one before. A second wait of a unit for the same phase is not certain. Phases count
/// from 0 where nothing was dropped before, and from each Init.
/// Instance: ordinal of the phase among those of all slots of the channel, by first arrival. A
/// channel is an allocation, or, of barriers known by address, those that share a waiting
/// operation. Stage: the slot, or the rank of the address in its channel.
///
/// **Named barriers**, each number by itself, likewise; a phase is over when a unit that arrived in
/// it leaves. Of its arrivals the last one let the others go. Stage: the barrier's number. Units
/// that use a number in turns must not arrive before all of the turn before have left.
///
/// **Holes**: from the last record of a unit in front of dropped ones to the first behind them (of
/// a ring: up to the first record that is here), nothing is said of barriers, and no pair reaches
/// across. Behind a hole the parity of an mbarrier's phase is that of the first wait; if an arrival
/// comes first, the parity under which fewer waits contradict the rules (then: let others run
/// ahead). What rests on that is marked Inferred; where both parities do as well, the order is not
/// certain.
class QueueReplay {
public:
  /// Of one phase at most so many arrivals, the newest, are linked with its waits.
  static constexpr uint32_t kMostLinkedArrivals = 64;

  explicit QueueReplay(const QueueDepths &depths) : m_depths(depths) {}

  /// `allUnitsRecord`: the CTA has no further units, whose steps were not recorded.
  /// O(steps log steps); steps of barriers are sorted by time, all else is linear, and links are at
  /// most kMostLinkedArrivals for a wait.
  PairedQueues replay(std::span<const QueueUnit> units, bool allUnitsRecord = true) const;

private:
  const QueueDepths m_depths;
};

} // namespace pstudio::analysis
