// SPDX-License-Identifier: Apache-2.0
// Forms groups of active lanes and carries out what they met for.
#include "collector/runtime/cpu/warp_rendezvous.h"

#include <algorithm>
#include <array>
#include <bit>

namespace pstudio::cpu {
namespace {

bool isLive(const CtaThread &thread) {
  return thread.state != ThreadState::Done && thread.state != ThreadState::Abandoned;
}

bool waitsAt(const CtaThread &thread, const CtaThread &leader) {
  return thread.state == ThreadState::AtWarpSite && thread.position == leader.position &&
         thread.exchange.meeting == leader.exchange.meeting &&
         thread.exchange.site == leader.exchange.site;
}

/// The lane whose place comes first in the program, or null if none waits at a warp site or some
/// lane can still run.
const CtaThread *findLeader(std::span<const CtaThread> warp) {
  const CtaThread *leader = nullptr;
  for (const CtaThread &thread : warp) {
    if (thread.state == ThreadState::Runnable)
      return nullptr;
    if (thread.state == ThreadState::AtWarpSite && (!leader || thread.position < leader->position))
      leader = &thread;
  }
  return leader;
}

/// Lane that `lane` reads from, or `lane` itself with `valid` false outside of its segment of
/// `width` lanes.
uint32_t shuffleSource(const WarpExchange &exchange, uint32_t lane, bool &valid) {
  const uint32_t width = std::max(exchange.width, 1u);
  const uint32_t segment = lane / width * width;
  const uint32_t inSegment = lane - segment;
  uint64_t source = 0;
  switch (exchange.mode) {
  case ShuffleMode::Xor:
    source = inSegment ^ exchange.offset;
    break;
  case ShuffleMode::Up:
    source = inSegment >= exchange.offset ? inSegment - exchange.offset : width;
    break;
  case ShuffleMode::Down:
    source = uint64_t{inSegment} + exchange.offset;
    break;
  case ShuffleMode::Idx:
    source = exchange.offset;
    break;
  }
  valid = source < width;
  return valid ? segment + static_cast<uint32_t>(source) : lane;
}

void exchangeValues(std::span<CtaThread> warp, uint32_t groupMask) {
  std::array<uint32_t, 32> values{};
  for (size_t lane = 0; lane < warp.size(); ++lane)
    values[lane] = warp[lane].exchange.value;
  for (uint32_t lane = 0; lane < warp.size(); ++lane) {
    if (!(groupMask >> lane & 1))
      continue;
    WarpExchange &exchange = warp[lane].exchange;
    const uint32_t source = shuffleSource(exchange, lane, exchange.valid);
    const bool isActive = source < warp.size() && (groupMask >> source & 1);
    exchange.valid = exchange.valid && isActive;
    exchange.value = isActive ? values[source] : values[lane];
  }
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

} // namespace

std::span<const CtaThread> warpOf(const CtaThread &thread) {
  return {&thread - thread.laneId, thread.warpLanes};
}

uint32_t liveMask(const CtaThread &thread) {
  uint32_t mask = 0;
  for (const CtaThread &lane : warpOf(thread))
    mask |= static_cast<uint32_t>(isLive(lane)) << lane.laneId;
  return mask;
}

bool isElected(const CtaThread &thread) {
  return static_cast<uint32_t>(std::countr_zero(thread.groupMask)) == thread.laneId;
}

bool meetFirstGroup(std::span<CtaThread> warp, int64_t &lastRecordClock) {
  const CtaThread *leader = findLeader(warp);
  if (!leader)
    return false;
  const Meeting meeting = leader->exchange.meeting;
  uint32_t mask = 0;
  int64_t clock = meeting == Meeting::Record ? lastRecordClock : leader->clock;
  for (size_t lane = 0; lane < warp.size(); ++lane) {
    if (!waitsAt(warp[lane], *leader))
      continue;
    mask |= 1u << lane;
    clock = std::max(clock, warp[lane].clock);
    if (meeting == Meeting::CopyWait && !awaitedCopiesAreDone(warp[lane], clock))
      return false;
  }
  if (meeting == Meeting::Shuffle)
    exchangeValues(warp, mask);
  if (meeting == Meeting::Record)
    lastRecordClock = clock;
  for (size_t lane = 0; lane < warp.size(); ++lane) {
    if (!(mask >> lane & 1))
      continue;
    warp[lane].clock = clock;
    warp[lane].groupMask = mask;
    warp[lane].state = ThreadState::Runnable;
  }
  return true;
}

} // namespace pstudio::cpu
