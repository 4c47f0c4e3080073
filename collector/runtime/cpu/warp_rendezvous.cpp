// SPDX-License-Identifier: Apache-2.0
// Forms groups of lanes and carries out the operations that they meet for.
#include "collector/runtime/cpu/warp_rendezvous.h"

#include <algorithm>
#include <bit>

#include "collector/runtime/cpu/warp_operations.h"

namespace pstudio::cpu {
namespace {

bool isLive(const CtaThread &thread) {
  return thread.state != ThreadState::Done && thread.state != ThreadState::Abandoned;
}

uint32_t liveMask(std::span<const CtaThread> warp) {
  uint32_t mask = 0;
  for (const CtaThread &lane : warp)
    mask |= static_cast<uint32_t>(isLive(lane)) << lane.laneId;
  return mask;
}

bool hasMembers(const CtaThread &thread) {
  const Meeting meeting = thread.exchange.meeting;
  return (meeting == Meeting::Shuffle || meeting == Meeting::Operation) &&
         thread.exchange.members != 0;
}

/// With a member mask, wherever in the program the operations are, as on Volta and later.
bool waitsAtSameOperation(const CtaThread &thread, const CtaThread &other) {
  const WarpExchange &a = thread.exchange, &b = other.exchange;
  return thread.state == ThreadState::AtWarpSite && a.meeting == b.meeting &&
         a.members == b.members &&
         (a.meeting == Meeting::Shuffle ? a.mode == b.mode : a.operation == b.operation);
}

/// Records do not exist without instrumentation, so a lane at one is on its way to the access at
/// which it lets others go first.
bool yields(const CtaThread &thread) {
  return thread.yields != 0 && thread.exchange.meeting != Meeting::Record;
}

/// Orders the lanes of one warp; several records of hand-written kernels may have one place.
bool comesFirst(const CtaThread &a, const CtaThread &b, const ProgramPlaces &places) {
  const auto order = places.compare(a, b);
  return order == std::strong_ordering::equal ? a.exchange.site < b.exchange.site
                                              : order == std::strong_ordering::less;
}

/// awaitedLanes() == 0 of one lane after the other, O(lanes) once for all lanes at one operation.
class Completeness {
public:
  bool isComplete(const CtaThread &thread) {
    if (!hasMembers(thread))
      return true;
    if (!m_known || !waitsAtSameOperation(thread, *m_known)) {
      m_known = &thread;
      m_isComplete = awaitedLanes(thread) == 0;
    }
    return m_isComplete;
  }

private:
  const CtaThread *m_known = nullptr;
  bool m_isComplete = false;
};

struct Leader {
  const CtaThread *thread = nullptr;
  bool othersYield = false;
};

/// The lane at the smallest place of those that can meet and do not yield.
Leader findLeader(std::span<const CtaThread> warp, const ProgramPlaces &places) {
  Leader leader;
  Completeness completeness;
  for (const CtaThread &thread : warp) {
    if (thread.state == ThreadState::Runnable)
      return {};
    if (thread.state != ThreadState::AtWarpSite || !completeness.isComplete(thread))
      continue;
    if (yields(thread))
      leader.othersYield = true;
    else if (!leader.thread || comesFirst(thread, *leader.thread, places))
      leader.thread = &thread;
  }
  return leader;
}

uint32_t groupOf(const CtaThread &leader, std::span<const CtaThread> warp,
                 const ProgramPlaces &places) {
  if (hasMembers(leader))
    return leader.exchange.members & liveMask(warp);
  uint32_t mask = 0;
  for (const CtaThread &thread : warp)
    if (thread.state == ThreadState::AtWarpSite && !hasMembers(thread) &&
        thread.exchange.meeting == leader.exchange.meeting &&
        thread.exchange.site == leader.exchange.site &&
        places.compare(thread, leader) == std::strong_ordering::equal)
      mask |= 1u << thread.laneId;
  return mask;
}

/// Whether everything that the thread waits for has been served; raises `clock` to when that was.
bool awaitedCopiesAreDone(CtaThread &thread, int64_t &clock) {
  for (; thread.settledGroups < thread.awaitedGroups; ++thread.settledGroups) {
    const CopyGroup &group = thread.copyGroups[thread.settledGroups];
    if (group.unserved != 0)
      return false;
    thread.settledDone = std::max(thread.settledDone, group.done);
  }
  clock = std::max(clock, thread.settledDone);
  return true;
}

/// Carries the meeting out, except for the clocks.
void exchange(std::span<CtaThread> warp, Meeting meeting, uint32_t mask) {
  if (meeting == Meeting::Shuffle)
    exchangeValues(warp, mask);
  if (meeting == Meeting::Operation)
    operate(warp, mask);
  for (CtaThread &thread : warp)
    if ((mask >> thread.laneId & 1) != 0 && meeting == Meeting::Record)
      thread.groupMask = mask;
}

MeetResult yieldAll(std::span<CtaThread> warp) {
  for (CtaThread &thread : warp)
    thread.yields = 0;
  return MeetResult::Yields;
}

} // namespace

std::span<const CtaThread> warpOf(const CtaThread &thread) {
  return {&thread - thread.laneId, thread.warpLanes};
}

uint32_t liveMask(const CtaThread &thread) {
  return liveMask(warpOf(thread));
}

bool isElected(const CtaThread &thread) {
  return static_cast<uint32_t>(std::countr_zero(thread.groupMask)) == thread.laneId;
}

uint32_t awaitedLanes(const CtaThread &thread) {
  if (!hasMembers(thread))
    return 0;
  uint32_t awaited = 0;
  for (const CtaThread &lane : warpOf(thread))
    if (isLive(lane) && !waitsAtSameOperation(lane, thread))
      awaited |= 1u << lane.laneId;
  return awaited & thread.exchange.members;
}

MeetResult meetNextGroup(std::span<CtaThread> warp, const ProgramPlaces &places,
                         int64_t &lastRecordClock) {
  const Leader leader = findLeader(warp, places);
  if (!leader.thread)
    return leader.othersYield ? yieldAll(warp) : MeetResult::None;
  const Meeting meeting = leader.thread->exchange.meeting;
  const uint32_t mask = groupOf(*leader.thread, warp, places);
  int64_t clock = meeting == Meeting::Record ? lastRecordClock : leader.thread->clock;
  for (CtaThread &thread : warp) {
    if ((mask >> thread.laneId & 1) == 0)
      continue;
    clock = std::max(clock, thread.clock);
    if (meeting == Meeting::CopyWait && !awaitedCopiesAreDone(thread, clock))
      return leader.othersYield ? yieldAll(warp) : MeetResult::None;
  }
  exchange(warp, meeting, mask);
  if (meeting == Meeting::Record)
    lastRecordClock = clock;
  for (CtaThread &thread : warp) {
    if ((mask >> thread.laneId & 1) == 0)
      continue;
    if (meeting != Meeting::Order)
      thread.clock = clock;
    if (meeting != Meeting::Record)
      thread.yields = 0;
    thread.state = ThreadState::Runnable;
  }
  return MeetResult::Met;
}

} // namespace pstudio::cpu
