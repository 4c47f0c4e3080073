// SPDX-License-Identifier: Apache-2.0
// Where generated code enters the runtime.
#include "collector/runtime/cpu/runtime_calls.h"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <thread>
#include <vector>

#include "collector/runtime/cpu/access_records.h"
#include "collector/runtime/cpu/cta_scheduler.h"
#include "collector/runtime/cpu/fault_report.h"
#include "collector/runtime/cpu/format_text.h"
#include "core/base/little_endian.h"
#include "core/record/access_layout.h"
#include "core/record/stream_ring.h"

namespace pstudio::cpu::calls {
namespace {
CtaThread &threadOf(ThreadContext *context) {
  return *static_cast<CtaThread *>(context);
}
} // namespace

void barrier(ThreadContext *context) {
  CtaThread &thread = threadOf(context);
  thread.cta->waitAtBarrier(thread);
}

ShuffleResult shuffle(ThreadContext *context, uint32_t mode, uint32_t value, uint32_t offset,
                      uint32_t width) {
  CtaThread &thread = threadOf(context);
  WarpExchange &exchange = thread.exchange;
  exchange.site = 0;
  exchange.mode = static_cast<ShuffleMode>(mode);
  exchange.value = value;
  exchange.offset = offset;
  exchange.width = width;
  thread.cta->meetWarp(thread, Meeting::Shuffle);
  return uint64_t{exchange.value} | uint64_t{exchange.valid} << 32;
}

void asyncCopy(ThreadContext *context, std::byte *destination, const std::byte *source,
               uint32_t bytes) {
  CtaThread &thread = threadOf(context);
  thread.cta->issueCopy(thread, destination, source, bytes);
}

void asyncCommit(ThreadContext *context) {
  CtaThread &thread = threadOf(context);
  thread.cta->commitCopies(thread);
}

void asyncWait(ThreadContext *context, uint32_t allowed) {
  CtaThread &thread = threadOf(context);
  thread.cta->waitForCopies(thread, allowed);
}

void print(ThreadContext *context, const char *format, const uint64_t *words, uint32_t count) {
  CtaThread &thread = threadOf(context);
  thread.cta->print(formatText(format, {words, count}));
}

int64_t recordClock(ThreadContext *context, uint32_t site) {
  CtaThread &thread = threadOf(context);
  thread.exchange.site = site;
  thread.cta->meetWarp(thread, Meeting::Record);
  return thread.clock;
}

uint32_t elected(ThreadContext *context) {
  const CtaThread &thread = threadOf(context);
  return static_cast<uint32_t>(std::countr_zero(thread.groupMask)) == thread.laneId ? 1 : 0;
}

uint32_t activeMask(ThreadContext *context) {
  return threadOf(context).groupMask;
}

uint32_t liveMask(ThreadContext *context) {
  const CtaThread &thread = threadOf(context);
  return thread.cta->liveMask(thread);
}

/// Waits on the host thread that runs the CTA: what drains the ring is another. The virtual clock
/// stands still.
void streamPublish(ThreadContext *context, std::byte *entry, std::byte *ring, const std::byte *from,
                   uint32_t first, uint32_t count, uint32_t handed, uint32_t chunks,
                   uint32_t drops) {
  if (count == 0)
    return;
  constexpr auto kPause = std::chrono::microseconds(20);
  record::StreamProducer unit(entry, ring, handed, chunks);
  while (!unit.hasRoom()) {
    if (drops != 0)
      return;
    if (context->stop->load(std::memory_order_relaxed) != 0)
      stopped(context);
    std::this_thread::sleep_for(kPause);
  }
  unit.publish(first, {from, size_t{count} * record::kSlotBytes});
}

void recordAddress(ThreadContext *context, uint64_t address) {
  threadOf(context).exchange.address = address;
}

void recordWord(ThreadContext *context, uint64_t word, uint32_t index, uint32_t makes) {
  WarpExchange &exchange = threadOf(context).exchange;
  exchange.told[index % record::kMaxToldWords] = word;
  exchange.tells = makes != 0;
}

namespace {
/// The record of a bulk access, which the lowest lane that makes it tells.
uint32_t storeTold(const CtaThread &thread, AccessRecord record, uint32_t words, uint64_t start) {
  const CtaThread *teller = nullptr;
  record.active = 0;
  record.keepsMask = true;
  for (const CtaThread &lane : thread.cta->warpOf(thread)) {
    if ((thread.groupMask >> lane.laneId & 1) == 0 || !lane.exchange.tells)
      continue;
    record.active |= 1u << lane.laneId;
    teller = teller == nullptr ? &lane : teller;
  }
  if (teller == nullptr)
    return 0;
  std::array<record::LaneAddress, record::kMaxToldWords> told;
  for (uint32_t i = 0; i < words; ++i)
    told[i] = {teller->exchange.told[i] - (i == 0 ? start : 0), teller->laneId};
  return appendAccess(record, std::span(told).first(words));
}

/// The lanes of the group that met that take part in the access, where some do not.
uint32_t lanesOf(const CtaThread &thread, uint32_t flags) {
  if ((flags & kAccessOfSome) == 0)
    return thread.groupMask;
  uint32_t mask = 0;
  for (const CtaThread &lane : thread.cta->warpOf(thread))
    if ((thread.groupMask >> lane.laneId & 1) != 0 && lane.exchange.tells)
      mask |= 1u << lane.laneId;
  return mask;
}

uint64_t accessedBy(const CtaThread &lane, uint32_t flags) {
  const uint64_t start = (flags & kAccessShared) != 0 ? reinterpret_cast<uint64_t>(lane.shared) : 0;
  const WarpExchange &exchange = lane.exchange;
  return ((flags & kAccessOfSome) != 0 ? exchange.told[0] : exchange.address) - start;
}
} // namespace

uint32_t storeAccess(ThreadContext *context, std::byte *entry, std::byte *slots, uint32_t capacity,
                     uint32_t tag, uint32_t clock, uint32_t flags) {
  // The elected lane is the first to go on, so the others still have what they met with.
  if (elected(context) == 0)
    return 0;
  const CtaThread &thread = threadOf(context);
  const uint32_t group = flags >> kAccessGroupShift;
  const uint64_t start =
      (flags & kAccessShared) != 0 ? reinterpret_cast<uint64_t>(thread.shared) : 0;
  AccessRecord record{entry, slots, capacity,         (flags & kAccessKeepsOldest) != 0,
                      tag,   clock, thread.groupMask, thread.cta->liveMask(thread)};
  if (const uint32_t words = flags >> kAccessToldShift & 0xf; words != 0)
    return storeTold(thread, record, std::min(words, record::kMaxToldWords), start);
  record.active = lanesOf(thread, flags);
  record.keepsMask |= (flags & kAccessOfSome) != 0;
  if (record.active == 0)
    return 0;
  std::array<record::LaneAddress, 32> addresses;
  size_t count = 0;
  for (const CtaThread &lane : thread.cta->warpOf(thread)) {
    const bool takesPart = (record.active >> lane.laneId & 1) != 0;
    const bool isNewGroup =
        count == 0 || (group != 0 && addresses[count - 1].lane / group != lane.laneId / group);
    if (takesPart && isNewGroup)
      addresses[count++] = {accessedBy(lane, flags), lane.laneId};
  }
  return appendAccess(record, std::span(addresses).first(count));
}

void countAccess(ThreadContext *context, std::byte *entry, std::byte *counters, uint32_t operation,
                 uint32_t bins, uint32_t shift, uint32_t flags) {
  if (elected(context) == 0 || entry == nullptr)
    return;
  const CtaThread &thread = threadOf(context);
  const uint32_t mask = lanesOf(thread, flags);
  if (mask == 0)
    return;
  const auto lowest = static_cast<uint32_t>(std::countr_zero(mask));
  uint64_t address = 0;
  for (const CtaThread &lane : thread.cta->warpOf(thread))
    if (lane.laneId == lowest)
      address = accessedBy(lane, flags);
  const uint64_t bin = address >> shift & (bins - 1);
  const uint64_t slot = uint64_t{operation >> record::kOperationShift} * bins + bin;
  std::byte *counter = counters + slot * record::kSlotBytes;
  const auto lanes = static_cast<uint64_t>(std::popcount(mask));
  storeLittle(counter, loadLittle<uint64_t>(counter) +
                           (uint64_t{1} << record::kCountedAccessesShift | lanes));
}

void accessFault(ThreadContext *context, const std::byte *address, uint32_t access) {
  CtaThread &thread = threadOf(context);
  const LaunchRequest &request = thread.cta->request();
  thread.cta->abandonWithFault(thread,
                               cpu::accessFault(request, thread, request.program->accesses[access],
                                                reinterpret_cast<uint64_t>(address)));
}

void checkAccess(ThreadContext *context, const std::byte *address, uint32_t access) {
  const CtaThread &thread = threadOf(context);
  const LaunchRequest &request = thread.cta->request();
  if (!isInSomeBuffer(request, thread, reinterpret_cast<uint64_t>(address),
                      request.program->accesses[access].bytes))
    accessFault(context, address, access);
}

void traceAccess(ThreadContext *context, const std::byte *address, uint32_t access) {
  const CtaThread &thread = threadOf(context);
  thread.cta->traceAccess(thread, {reinterpret_cast<uint64_t>(address), thread.clock, access});
}

void divisionFault(ThreadContext *context) {
  CtaThread &thread = threadOf(context);
  thread.cta->abandonWithFault(thread, cpu::divisionFault(thread.cta->request(), thread));
}

void assertFail(ThreadContext *context, const char *text, const char *file, uint32_t line,
                const char *function) {
  CtaThread &thread = threadOf(context);
  const std::string place = std::string(file) + ":" + std::to_string(line);
  thread.cta->abandonWithFault(
      thread, cpu::assertionFault(thread.cta->request(), thread, {text, place, function}));
}

void stopped(ThreadContext *context) {
  CtaThread &thread = threadOf(context);
  thread.cta->abandonStopped(thread);
}

namespace {

template <class Function> void *addressOf(Function *function) {
  return reinterpret_cast<void *>(function);
}

// The functions that LLVM's code generator calls for math intrinsics, and MLIR's math-to-libm
// conversion.
#define PSTUDIO_UNARY(name)                                                                        \
  {#name, addressOf<double(double)>(&::name)}, {                                                   \
#name "f", addressOf < float(float)>(&::name##f)                                               \
  }
#define PSTUDIO_BINARY(name)                                                                       \
  {#name, addressOf<double(double, double)>(&::name)}, {                                           \
#name "f", addressOf < float(float, float)>(&::name##f)                                        \
  }

/// What stands for the GPU.
std::vector<Symbol> runtimeSymbols() {
  return {
      {"pstudio_cpu_barrier", addressOf(&barrier)},
      {"pstudio_cpu_shuffle", addressOf(&shuffle)},
      {"pstudio_cpu_async_copy", addressOf(&asyncCopy)},
      {"pstudio_cpu_async_commit", addressOf(&asyncCommit)},
      {"pstudio_cpu_async_wait", addressOf(&asyncWait)},
      {"pstudio_cpu_print", addressOf(&calls::print)},
      {"pstudio_cpu_record_clock", addressOf(&recordClock)},
      {"pstudio_cpu_elected", addressOf(&elected)},
      {"pstudio_cpu_active_mask", addressOf(&activeMask)},
      {"pstudio_cpu_live_mask", addressOf(&liveMask)},
      {"pstudio_cpu_record_address", addressOf(&recordAddress)},
      {"pstudio_cpu_record_word", addressOf(&recordWord)},
      {"pstudio_cpu_store_access", addressOf(&storeAccess)},
      {"pstudio_cpu_count_access", addressOf(&countAccess)},
      {"pstudio_cpu_stream_publish", addressOf(&streamPublish)},
      {"pstudio_cpu_access_fault", addressOf(&calls::accessFault)},
      {"pstudio_cpu_check_access", addressOf(&checkAccess)},
      {"pstudio_cpu_trace_access", addressOf(&traceAccess)},
      {"pstudio_cpu_division_fault", addressOf(&calls::divisionFault)},
      {"pstudio_cpu_assert_fail", addressOf(&calls::assertFail)},
      {"pstudio_cpu_stopped", addressOf(&stopped)},
  };
}

/// What the code generator and MLIR's math-to-libm conversion call.
std::vector<Symbol> librarySymbols() {
  return {
      {"memcpy", addressOf<void *(void *, const void *, size_t)>(&std::memcpy)},
      {"memmove", addressOf<void *(void *, const void *, size_t)>(&std::memmove)},
      {"memset", addressOf<void *(void *, int, size_t)>(&std::memset)},
      PSTUDIO_UNARY(sin),
      PSTUDIO_UNARY(cos),
      PSTUDIO_UNARY(tan),
      PSTUDIO_UNARY(asin),
      PSTUDIO_UNARY(acos),
      PSTUDIO_UNARY(atan),
      PSTUDIO_UNARY(sinh),
      PSTUDIO_UNARY(cosh),
      PSTUDIO_UNARY(tanh),
      PSTUDIO_UNARY(asinh),
      PSTUDIO_UNARY(acosh),
      PSTUDIO_UNARY(atanh),
      PSTUDIO_UNARY(exp),
      PSTUDIO_UNARY(exp2),
      PSTUDIO_UNARY(expm1),
      PSTUDIO_UNARY(log),
      PSTUDIO_UNARY(log2),
      PSTUDIO_UNARY(log10),
      PSTUDIO_UNARY(log1p),
      PSTUDIO_UNARY(erf),
      PSTUDIO_UNARY(cbrt),
      PSTUDIO_UNARY(floor),
      PSTUDIO_UNARY(ceil),
      PSTUDIO_UNARY(trunc),
      PSTUDIO_UNARY(round),
      PSTUDIO_UNARY(roundeven),
      PSTUDIO_UNARY(rint),
      PSTUDIO_UNARY(nearbyint),
      PSTUDIO_UNARY(sqrt),
      PSTUDIO_BINARY(pow),
      PSTUDIO_BINARY(atan2),
      PSTUDIO_BINARY(fmod),
      PSTUDIO_BINARY(fmin),
      PSTUDIO_BINARY(fmax),
      PSTUDIO_BINARY(copysign),
      {"fma", addressOf<double(double, double, double)>(&::fma)},
      {"fmaf", addressOf<float(float, float, float)>(&::fmaf)},
  };
}

#undef PSTUDIO_UNARY
#undef PSTUDIO_BINARY

} // namespace

std::span<const Symbol> symbols() {
  static const std::vector<Symbol> kSymbols = [] {
    std::vector<Symbol> all = runtimeSymbols();
    const std::vector<Symbol> library = librarySymbols();
    all.insert(all.end(), library.begin(), library.end());
    return all;
  }();
  return kSymbols;
}

} // namespace pstudio::cpu::calls
