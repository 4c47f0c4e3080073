// SPDX-License-Identifier: Apache-2.0
// A libcupti without a GPU: it makes records, as CUPTI 13 lays them out, of what the fake driver
// does. FAKE_CUPTI in the environment is a list of words: "old" (a version that is not supported),
// "rejects" (no kind can be enabled), "drops" (each buffer has dropped three records), "hangs" (a
// flush never ends), "taken" (another tool has subscribed), "small" (a buffer holds few records),
// "unknown" (a record of another kind), "late" (the first flush takes 6 s more).
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <dlfcn.h>

#include "collector/vendor/cupti_records.h"
#include "collector/vendor/cupti_types.h"
#include "tests/collector/attach/shim/fake_driver/fake_work.h"

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))

using namespace pstudio::cupti;
using pstudio::test::FakeObserver;
using pstudio::test::FakeWork;

namespace {

constexpr CuptiResult kQueueEmpty{18};
constexpr uint32_t kGraphLaunch = 514; ///< number of cuGraphLaunch
constexpr size_t kKernelBytes = 216, kCopyBytes = 96, kPeerCopyBytes = 96, kSetBytes = 88,
                 kExternalBytes = 24, kGraphBytes = 56, kCallBytes = 40, kSmallBuffer = 1200;

struct Buffer {
  uint8_t *bytes = nullptr;
  size_t size = 0, used = 0;
  BufferCompleted completed = nullptr; ///< of who gave it
};

struct FakeCupti {
  std::mutex mutex;
  BufferRequested requested = nullptr;
  BufferCompleted completed = nullptr;
  std::atomic<TimestampFunction> clock = nullptr;
  bool isSubscribed = false, isFinalized = false;
  std::set<ActivityKind> kinds;
  Buffer buffer;
  uint32_t correlation = 0;
  size_t dropped = 0;
  std::string offences;
};

FakeCupti &cupti() {
  static auto *s_cupti = new FakeCupti;
  return *s_cupti;
}

thread_local std::map<uint32_t, std::vector<uint64_t>> t_external;

bool is(const char *word) {
  const char *words = std::getenv("FAKE_CUPTI");
  return words && std::strstr(words, word);
}

uint64_t systemTimeNs() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000u + static_cast<uint64_t>(now.tv_nsec);
}

/// A time of the fake driver as records have it.
uint64_t recordTime(uint64_t systemTime) {
  const TimestampFunction clock = cupti().clock;
  return clock ? clock() - (systemTimeNs() - systemTime) : systemTime;
}

size_t bytesOf(ActivityKind kind) {
  switch (kind) {
  case ActivityKind::ConcurrentKernel:
    return kKernelBytes;
  case ActivityKind::Memcpy:
    return kCopyBytes;
  case ActivityKind::PeerCopy:
    return kPeerCopyBytes;
  case ActivityKind::Memset:
    return kSetBytes;
  case ActivityKind::ExternalCorrelation:
    return kExternalBytes;
  case ActivityKind::GraphTrace:
    return kGraphBytes;
  default:
    return kCallBytes;
  }
}

template <class T> void put(uint8_t *record, size_t offset, T value) {
  std::memcpy(record + offset, &value, sizeof value);
}
template <class T> T get(const uint8_t *record, size_t offset) {
  T value;
  std::memcpy(&value, record + offset, sizeof value);
  return value;
}

/// Kernels that are running have no times yet.
bool isComplete(const uint8_t *record) {
  return get<ActivityKind>(record, 0) != ActivityKind::ConcurrentKernel ||
         get<uint64_t>(record, KernelOffsets::kEnd) <= recordTime(systemTimeNs());
}

template <class Function> void forEach(const Buffer &buffer, Function function) {
  for (size_t at = 0; at < buffer.used; at += bytesOf(get<ActivityKind>(buffer.bytes + at, 0)))
    function(buffer.bytes + at);
}

/// Takes the buffer away; call deliver() with it, without the lock.
Buffer take() {
  return std::exchange(cupti().buffer, Buffer());
}

void deliver(const Buffer &buffer) {
  if (!buffer.bytes)
    return;
  BufferCompleted completed = nullptr;
  {
    const std::lock_guard lock(cupti().mutex);
    completed = cupti().completed;
    if (buffer.completed != completed)
      cupti().offences += "offence a buffer reaches another profiler\n";
  }
  completed(nullptr, 0, buffer.bytes, buffer.size, buffer.used);
}

/// Space for a record; what has to be delivered for it goes to `full`.
uint8_t *reserve(ActivityKind kind, std::vector<Buffer> &full) {
  FakeCupti &self = cupti();
  const size_t bytes = bytesOf(kind);
  if (self.buffer.bytes && self.buffer.used + bytes > self.buffer.size)
    full.push_back(take());
  if (!self.buffer.bytes && self.requested) {
    size_t most = 0;
    self.requested(&self.buffer.bytes, &self.buffer.size, &most);
    self.buffer.completed = self.completed;
    if (is("small"))
      self.buffer.size = std::min(self.buffer.size, kSmallBuffer);
    if (is("drops"))
      self.dropped += 3;
  }
  if (!self.buffer.bytes)
    return nullptr;
  uint8_t *record = self.buffer.bytes + self.buffer.used;
  std::memset(record, 0, bytes);
  put(record, 0, kind);
  self.buffer.used += bytes;
  return record;
}

template <class At> void putTimes(uint8_t *record, const FakeWork &work) {
  const uint64_t begin = recordTime(work.begin); // once: the clocks are read one after the other
  put(record, At::kStart, begin);
  put(record, At::kEnd, begin + (work.end - work.begin));
}

void putKernel(uint8_t *record, const FakeWork &work) {
  using At = KernelOffsets;
  static auto *s_names = new std::set<std::string>; // they live on
  put<uint16_t>(record, At::kRegisters, 32);
  putTimes<At>(record, work);
  put<uint32_t>(record, At::kStream, 7);
  put(record, At::kGrid, work.grid);
  put(record, At::kBlock, work.block);
  put(record, At::kCorrelation, cupti().correlation);
  put(record, At::kName, s_names->insert(work.name).first->c_str());
  put<uint64_t>(record, At::kGraphNode, work.call == kGraphLaunch ? 99 : 0);
}

/// A replay of a graph of one kernel.
void putReplay(uint8_t *record, const FakeWork &work) {
  using At = GraphOffsets;
  putTimes<At>(record, work);
  put<uint32_t>(record, At::kGraph, 3);
  put<uint32_t>(record, At::kStream, 7);
  put(record, At::kCorrelation, cupti().correlation);
}

template <class At> void putBytes(uint8_t *record, const FakeWork &work) {
  put(record, At::kBytes, work.bytes);
  putTimes<At>(record, work);
  put<uint32_t>(record, At::kStream, 7);
  put(record, At::kCorrelation, cupti().correlation);
}

void putWork(uint8_t *record, const FakeWork &work) {
  const ActivityKind kind{work.kind};
  if (kind == ActivityKind::ConcurrentKernel)
    return putKernel(record, work);
  if (kind == ActivityKind::Memset) {
    putBytes<MemsetOffsets>(record, work);
    return put<uint16_t>(record, MemsetOffsets::kMemory, 3);
  }
  if (kind == ActivityKind::PeerCopy) {
    putBytes<PeerCopyOffsets>(record, work);
    put<uint8_t>(record, PeerCopyOffsets::kDirection, 10);
    put<uint8_t>(record, PeerCopyOffsets::kSource, 3);
    return put<uint8_t>(record, PeerCopyOffsets::kTarget, 3);
  }
  putBytes<CopyOffsets>(record, work);
  put<uint8_t>(record, CopyOffsets::kDirection, work.call == 279 ? 2 : 1);
  put<uint8_t>(record, CopyOffsets::kSource, 1);
  put<uint8_t>(record, CopyOffsets::kTarget, 3);
}

/// External correlations come with the record of the call.
void addCall(const FakeWork &work, std::vector<Buffer> &full) {
  FakeCupti &self = cupti();
  if (!self.kinds.contains(ActivityKind::Driver))
    return;
  if (self.kinds.contains(ActivityKind::ExternalCorrelation))
    for (const auto &[kind, ids] : t_external)
      if (uint8_t *record =
              ids.empty() ? nullptr : reserve(ActivityKind::ExternalCorrelation, full)) {
        put(record, ExternalOffsets::kKind, kind);
        put(record, ExternalOffsets::kLaunch, ids.back());
        put(record, ExternalOffsets::kCorrelation, self.correlation);
      }
  reserve(ActivityKind::Driver, full);
}

void note(const FakeWork &work) {
  std::vector<Buffer> full;
  {
    FakeCupti &self = cupti();
    const std::lock_guard lock(self.mutex);
    ++self.correlation;
    addCall(work, full);
    const bool isReplay =
        work.call == kGraphLaunch && self.kinds.contains(ActivityKind::GraphTrace);
    const ActivityKind kind = isReplay ? ActivityKind::GraphTrace : ActivityKind{work.kind};
    if (self.kinds.contains(kind))
      if (uint8_t *record = reserve(kind, full))
        isReplay ? putReplay(record, work) : putWork(record, work);
    if (is("unknown") && self.kinds.contains(ActivityKind::ConcurrentKernel))
      reserve(ActivityKind{77}, full);
  }
  for (const Buffer &buffer : full)
    deliver(buffer);
}

/// Looks the driver up as CUPTI does, and has to find its own functions, not another library's.
void observeDriver() {
  void *driver = dlopen("libcuda.so.1", RTLD_LAZY);
  Dl_info info{};
  void *launch = driver ? dlsym(driver, "cuLaunchKernel") : nullptr;
  if (launch && dladdr(launch, &info) && !std::strstr(info.dli_fname, "libcuda.so"))
    cupti().offences += "offence CUPTI found another library's function\n";
  void *found = driver ? dlsym(driver, "fakeObserve") : nullptr;
  if (found)
    reinterpret_cast<void (*)(FakeObserver)>(found)(&note);
}

/// The driver has one user. True if it is this library now.
bool useDriver(bool isUsed) {
  using Use = bool (*)(const void *user, bool isUsed);
  void *driver = dlopen("libcuda.so.1", RTLD_LAZY);
  void *found = driver ? dlsym(driver, "fakeUse") : nullptr;
  return found && reinterpret_cast<Use>(found)(&cupti(), isUsed);
}

} // namespace

FAKE_EXPORT CuptiResult cuptiGetVersion(uint32_t *version) {
  *version = is("old") ? 18 : 130000;
  return CuptiResult::Success;
}
FAKE_EXPORT CuptiResult cuptiGetResultString(CuptiResult result, const char **name) {
  *name = result == CuptiResult::NotCompatible ? "CUPTI_ERROR_NOT_COMPATIBLE" : nullptr;
  return *name ? CuptiResult::Success : CuptiResult::InvalidParameter;
}
FAKE_EXPORT CuptiResult cuptiGetTimestamp(uint64_t *time) {
  *time = recordTime(systemTimeNs());
  return CuptiResult::Success;
}
FAKE_EXPORT CuptiResult cuptiSubscribe(Subscriber *subscriber, Callback, void *) {
  if (!useDriver(true))
    return CuptiResult::MultipleSubscribersNotSupported;
  const std::lock_guard lock(cupti().mutex);
  if (std::exchange(cupti().isSubscribed, true) || is("taken"))
    return CuptiResult::MultipleSubscribersNotSupported;
  *subscriber = &cupti();
  return CuptiResult::Success;
}
FAKE_EXPORT CuptiResult cuptiUnsubscribe(Subscriber) {
  const std::lock_guard lock(cupti().mutex);
  cupti().isSubscribed = false;
  return CuptiResult::Success;
}
FAKE_EXPORT CuptiResult cuptiFinalize() {
  useDriver(false);
  const std::lock_guard lock(cupti().mutex);
  cupti().isFinalized = true;
  return CuptiResult::Success;
}
FAKE_EXPORT CuptiResult cuptiActivityRegisterCallbacks(BufferRequested requested,
                                                       BufferCompleted completed) {
  const std::lock_guard lock(cupti().mutex);
  cupti().requested = requested;
  cupti().completed = completed;
  return CuptiResult::Success;
}
FAKE_EXPORT CuptiResult cuptiActivityRegisterTimestampCallback(TimestampFunction clock) {
  const std::lock_guard lock(cupti().mutex);
  cupti().clock = clock;
  return clock ? CuptiResult::Success : CuptiResult::InvalidParameter;
}
FAKE_EXPORT CuptiResult cuptiActivityEnable(ActivityKind kind) {
  if (is("rejects") && kind == ActivityKind::ConcurrentKernel)
    return CuptiResult::NotCompatible;
  observeDriver();
  const std::lock_guard lock(cupti().mutex);
  cupti().kinds.insert(kind);
  return CuptiResult::Success;
}
FAKE_EXPORT CuptiResult cuptiActivityDisable(ActivityKind kind) {
  const std::lock_guard lock(cupti().mutex);
  cupti().kinds.erase(kind);
  return CuptiResult::Success;
}
FAKE_EXPORT CuptiResult cuptiActivityFlushAll(uint32_t flag) {
  while (is("hangs"))
    std::this_thread::sleep_for(std::chrono::seconds(1));
  Buffer taken;
  {
    const std::lock_guard lock(cupti().mutex);
    bool isWhole = true;
    forEach(cupti().buffer,
            [&](const uint8_t *record) { isWhole = isWhole && isComplete(record); });
    if (!isWhole && flag != kFlushForced)
      return CuptiResult::Success;
    forEach(cupti().buffer, [](uint8_t *record) {
      if (!isComplete(record))
        put(record, KernelOffsets::kStart, std::array<uint64_t, 2>{});
    });
    taken = take();
  }
  deliver(taken);
  static std::atomic<bool> s_wasLate = false;
  if (is("late") && !s_wasLate.exchange(true))
    std::this_thread::sleep_for(std::chrono::seconds(6));
  return CuptiResult::Success;
}
FAKE_EXPORT CuptiResult cuptiActivityGetNextRecord(uint8_t *buffer, size_t size, uint8_t **record) {
  uint8_t *next = *record ? *record + bytesOf(get<ActivityKind>(*record, 0)) : buffer;
  if (next >= buffer + size)
    return CuptiResult::MaxLimitReached;
  *record = next;
  return CuptiResult::Success;
}
FAKE_EXPORT CuptiResult cuptiActivityGetNumDroppedRecords(void *, uint32_t, size_t *dropped) {
  const std::lock_guard lock(cupti().mutex);
  *dropped = std::exchange(cupti().dropped, 0);
  return CuptiResult::Success;
}
FAKE_EXPORT CuptiResult cuptiActivityPushExternalCorrelationId(uint32_t kind, uint64_t id) {
  t_external[kind].push_back(id);
  return CuptiResult::Success;
}
FAKE_EXPORT CuptiResult cuptiActivityPopExternalCorrelationId(uint32_t kind, uint64_t *id) {
  std::vector<uint64_t> &ids = t_external[kind];
  if (ids.empty())
    return kQueueEmpty;
  *id = ids.back();
  ids.pop_back();
  return CuptiResult::Success;
}

/// Offences, and what is left switched on.
FAKE_EXPORT const char *fakeCuptiReport() {
  const std::lock_guard lock(cupti().mutex);
  static std::string s_text;
  s_text = cupti().offences + "kinds";
  for (const ActivityKind kind : cupti().kinds)
    s_text += " " + std::to_string(static_cast<uint32_t>(kind));
  s_text += cupti().isFinalized ? "\nfinalized\n" : "\n";
  return s_text.c_str();
}
/// The clock of the records, as a profiler of the program finds it: "system" or "other".
FAKE_EXPORT const char *fakeCuptiClock() {
  const uint64_t system = systemTimeNs(), time = recordTime(system);
  return std::max(time, system) - std::min(time, system) < 1000000000u ? "system" : "other";
}
