// SPDX-License-Identifier: Apache-2.0
// Where the instrumentation of a kernel enters the runtime: which lane writes, and what.
#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <thread>
#include <utility>

#include "collector/runtime/cpu/cta_scheduler.h"
#include "collector/runtime/cpu/runtime_calls.h"
#include "collector/runtime/cpu/warp_rendezvous.h"
#include "core/record/access_layout.h"

namespace pstudio::cpu::calls {
namespace {

/// The rank of `id` among first, first + 2^shift, ..., last, whose first has rank `rank`; else
/// `found`.
uint32_t rankOf(uint32_t id, uint32_t found, uint32_t first, uint32_t last, uint32_t shift,
                uint32_t rank) {
  const uint32_t offset = id - first, steps = offset >> shift;
  // An id below the first one wraps to a large offset.
  return offset <= last - first && steps << shift == offset ? rank + steps : found;
}

bool isFirstOfCta(const CtaThread &thread) {
  return (thread.threadId[0] | thread.threadId[1] | thread.threadId[2]) == 0;
}

/// The lane that writes for the group that met last; each for itself if each is a unit.
bool writesRecords(const CtaThread &thread) {
  return thread.records.hasUnit() && (thread.records.isPerThread() || isElected(thread));
}

/// The last lane of the unit that returns.
bool endsUnit(const CtaThread &thread) {
  return thread.records.hasUnit() &&
         (thread.records.isPerThread() || liveMask(thread) == 1u << thread.laneId);
}

/// Waits on the host thread that runs the CTA: what drains the ring is another. The virtual clock
/// stands still.
void waitForRoom(CtaThread &thread) {
  constexpr auto kPause = std::chrono::microseconds(20);
  while (!thread.records.hasRoom()) {
    if (thread.stop->load(std::memory_order_relaxed) != 0)
      stopped(&thread);
    std::this_thread::sleep_for(kPause);
  }
}

/// All lanes of the thread's warp, including those that returned: an access without a mask was
/// executed by each of them.
uint32_t lanesOfWarp(const CtaThread &thread) {
  return ~uint32_t{0} >> (32 - thread.warpLanes);
}

/// Distances of records from this on are enclosed in epochs [virtual cycles]. Half of what a 32-bit
/// clock shows, since the clocks of divergent lanes differ.
constexpr int64_t kLongGap = int64_t{1} << 31;

/// Notes that the unit records at `clock`, and that it recorded nothing before for a long time.
/// \return whether there was such a gap.
bool passGap(CtaThread &thread, int64_t clock) {
  // The threads of a warp are one after the other in memory.
  CtaThread &owner = thread.records.isPerThread() ? thread : *(&thread - thread.laneId);
  const int64_t before = std::exchange(owner.lastRecord, clock);
  if (clock - before < kLongGap)
    return false;
  thread.records.appendGap(before, clock);
  return true;
}

bool takesPart(const CtaThread &lane, uint32_t mask) {
  return (mask >> lane.laneId & 1) != 0;
}

/// The lanes of the group that met last that make the access.
uint32_t lanesThatMake(const CtaThread &thread) {
  uint32_t mask = 0;
  for (const CtaThread &lane : warpOf(thread))
    if (takesPart(lane, thread.groupMask) && lane.exchange.tells)
      mask |= 1u << lane.laneId;
  return mask;
}

uint64_t startOfSpace(const CtaThread &thread, uint32_t flags) {
  return (flags & kAccessShared) != 0 ? reinterpret_cast<uint64_t>(thread.shared) : 0;
}

uint64_t addressOf(const CtaThread &lane, uint32_t flags) {
  const WarpExchange &exchange = lane.exchange;
  return ((flags & kAccessOfSome) != 0 ? exchange.told[0] : exchange.address) -
         startOfSpace(lane, flags);
}

/// The Address slots of one access.
struct Addresses {
  std::array<record::LaneAddress, 32> lanes;
  uint32_t count = 0;
  void add(uint64_t address, uint32_t lane) { lanes[count++] = {address, lane}; }
};

/// The words of a bulk access, all of the lane `lowest`.
Addresses wordsOf(const CtaThread &thread, uint32_t lowest, uint32_t words, uint32_t flags) {
  Addresses result;
  const CtaThread &lane = warpOf(thread)[lowest];
  for (uint32_t i = 0; i < std::min(words, record::kMaxEncodedWords); ++i)
    result.add(lane.exchange.told[i] - (i == 0 ? startOfSpace(thread, flags) : 0), lowest);
  return result;
}

/// The address of the first lane of each group of lanes that take part.
Addresses addressesOf(const CtaThread &thread, uint32_t mask, uint32_t flags) {
  Addresses result;
  const uint32_t group = flags >> kAccessGroupShift;
  for (const CtaThread &lane : warpOf(thread)) {
    const bool isNewGroup =
        result.count == 0 ||
        (group != 0 && result.lanes[result.count - 1].lane / group != lane.laneId / group);
    if (takesPart(lane, mask) && isNewGroup)
      result.add(addressOf(lane, flags), lane.laneId);
  }
  return result;
}

} // namespace

uint32_t rankOfWarp(ThreadContext *context, uint32_t found, uint32_t first, uint32_t last,
                    uint32_t shift, uint32_t rank) {
  return rankOf(context->warpId, found, first, last, shift, rank);
}

uint32_t rankOfCta(ThreadContext *context, uint32_t found, uint32_t first, uint32_t last,
                   uint32_t shift, uint32_t rank) {
  const auto &[x, y, z] = context->blockId;
  const uint32_t cta = x + context->gridDim[0] * (y + context->gridDim[1] * z);
  return rankOf(cta, found, first, last, shift, rank);
}

void beginRecords(ThreadContext *context, std::byte *buffer, std::byte *shared, uint32_t cta,
                  uint32_t warp, uint32_t units, uint32_t slots, uint32_t keptSlots, uint32_t flags,
                  uint32_t chunks, uint32_t drops) {
  constexpr uint32_t kLanesPerWarp = 32;
  const bool isPerThread = record::granularityOf(flags) == record::Granularity::Thread;
  const uint32_t unit =
      isPerThread && warp != kNotRecorded ? warp * kLanesPerWarp + context->laneId : warp;
  CtaThread &thread = threadOf(context);
  thread.lastRecord = thread.clock;
  thread.records =
      RecordWriter({units, slots, keptSlots, flags, chunks, drops != 0}, buffer, shared, cta, unit);
}

void writeHeader(ThreadContext *context) {
  const CtaThread &thread = threadOf(context);
  if (thread.records.block() && isFirstOfCta(thread))
    thread.records.writeHeader(thread);
}

int64_t recordClock(ThreadContext *context, uint32_t site) {
  CtaThread &thread = threadOf(context);
  thread.exchange.site = site;
  thread.cta->meetWarp(thread, Meeting::Record);
  return thread.clock;
}

void storeRecord(ThreadContext *context, uint32_t records, uint32_t tag, uint64_t value,
                 int64_t clock) {
  CtaThread &thread = threadOf(context);
  if (records == 0 || !writesRecords(thread))
    return;
  passGap(thread, clock);
  switch (record::kindOf(tag)) {
  case record::Kind::EventStart:
  case record::Kind::EventEnd:
    tag |= static_cast<uint32_t>(value) & record::kKeyMask;
    break;
  case record::Kind::Value:
    tag |= thread.laneId << record::kKeyLaneShift;
    break;
  default:
    value = thread.groupMask;
    if (!thread.records.isPerThread() && thread.groupMask != liveMask(thread))
      tag |= record::kKeyPartialMask;
  }
  thread.records.append(tag, static_cast<uint32_t>(clock), value);
}

void openGroup(ThreadContext *context, uint32_t records, uint32_t tag, uint32_t shape) {
  CtaThread &thread = threadOf(context);
  if (records != 0 && writesRecords(thread))
    thread.records.openGroup(tag, shape);
}

void recordAddress(ThreadContext *context, uint64_t address) {
  threadOf(context).exchange.address = address;
}

void recordWord(ThreadContext *context, uint64_t word, uint32_t index, uint32_t makes) {
  WarpExchange &exchange = threadOf(context).exchange;
  exchange.told[index % record::kMaxEncodedWords] = word;
  exchange.tells = makes != 0;
}

void storeAccess(ThreadContext *context, uint32_t records, uint32_t tag, int64_t clock,
                 uint32_t flags) {
  CtaThread &thread = threadOf(context);
  // The elected lane is the first to go on, so the others still have what they met with.
  if (records == 0 || !thread.records.hasUnit() || !isElected(thread))
    return;
  const uint32_t words = flags >> kAccessEncodedShift & 0xf;
  const bool isOfSome = words != 0 || (flags & kAccessOfSome) != 0;
  const uint32_t mask = isOfSome ? lanesThatMake(thread) : thread.groupMask;
  if (mask == 0)
    return;
  passGap(thread, clock);
  const Addresses addresses =
      words != 0 ? wordsOf(thread, static_cast<uint32_t>(std::countr_zero(mask)), words, flags)
                 : addressesOf(thread, mask, flags);
  tag |= addresses.count << record::kKeyAddressesShift;
  if (isOfSome || mask != lanesOfWarp(thread))
    tag |= record::kKeyPartialMask;
  thread.records.append(tag, static_cast<uint32_t>(clock), mask,
                        std::span(addresses.lanes).first(addresses.count));
}

void countAccess(ThreadContext *context, uint32_t operation, uint32_t bins, uint32_t shift,
                 uint32_t flags) {
  const CtaThread &thread = threadOf(context);
  if (!thread.records.hasUnit() || !isElected(thread))
    return;
  const uint32_t mask = (flags & kAccessOfSome) != 0 ? lanesThatMake(thread) : thread.groupMask;
  if (mask == 0)
    return;
  const CtaThread &lowest = warpOf(thread)[static_cast<size_t>(std::countr_zero(mask))];
  const uint64_t bin = addressOf(lowest, flags) >> shift & (bins - 1);
  thread.records.count(uint64_t{operation >> record::kOperationShift} * bins + bin,
                       static_cast<uint32_t>(std::popcount(mask)));
}

void flushRecords(ThreadContext *context, uint32_t operation) {
  CtaThread &thread = threadOf(context);
  if (!writesRecords(thread) || !thread.records.fillsHalf())
    return;
  waitForRoom(thread);
  thread.records.flush(operation, thread.clock);
}

void endRecords(ThreadContext *context) {
  CtaThread &thread = threadOf(context);
  if (endsUnit(thread)) {
    if (passGap(thread, thread.clock) && thread.records.fillsHalf()) {
      waitForRoom(thread);
      thread.records.flushHalf();
    }
    if (thread.records.hasUnflushedSlots())
      waitForRoom(thread);
    thread.records.finish();
  }
  if (thread.records.block() && isFirstOfCta(thread))
    thread.records.writeEnd(thread.clock);
}

// The number of an iteration starts one before 0, counts up to `every` and starts again at 0, so
// that no division is needed.

uint32_t *enterLoop(ThreadContext *, uint32_t *iteration, uint32_t every) {
  *iteration = every - 1;
  return iteration;
}

void nextIteration(ThreadContext *, uint32_t *iteration, uint32_t every) {
  *iteration = *iteration + 1 == every ? 0 : *iteration + 1;
}

uint32_t isSampled(ThreadContext *, const uint32_t *iteration) {
  return *iteration == 0 ? 1 : 0;
}

} // namespace pstudio::cpu::calls
