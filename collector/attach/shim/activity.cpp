// SPDX-License-Identifier: Apache-2.0
// Ownership of CUPTI, its activity buffers, and its clock.
#include "collector/attach/shim/activity.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <thread>
#include <utility>

#include <dlfcn.h>

#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/bounded_work.h"
#include "collector/attach/shim/cupti_library.h"
#include "collector/attach/shim/hooks.h"
#include "collector/attach/shim/process_facts.h"

namespace pstudio::attach {

using cupti::ActivityKind;

namespace {

/// Room for about 7000 launches.
constexpr size_t kBufferBytes = size_t(2) << 20;
/// Limit of a wait for all records, since a record may never arrive.
constexpr uint32_t kMaxWaitMs = 1000;
/// Limit of the wait for records at the end of the program, and when the program's profiler starts.
constexpr uint32_t kStopTimeoutMs = 5000;
constexpr int kClockAttempts = 5;
/// Largest difference between CUPTI's clock and the system clock if they are the same clock [ns].
constexpr uint64_t kSameClock = 1'000'000;

// One state per process, as CUPTI.
constinit std::mutex s_ownership;
constinit std::atomic<bool> s_isPrograms = false;
constinit bool s_wasStarted = false;               ///< in this process
constinit std::atomic<bool> s_isInherited = false; ///< started in a parent of this process
constinit bool s_isAtExit = false;                 ///< endAtExit is registered

/// CUPTI writes correlation records only together with records of API calls.
/// cuptiActivityEnableDriverApi, which selects single calls, has no effect after a context exists
/// (CUPTI 13.0 on an H200).
constexpr ActivityKind kRecordedKinds[] = {ActivityKind::Driver, ActivityKind::ExternalCorrelation,
                                           ActivityKind::Memcpy, ActivityKind::PeerCopy,
                                           ActivityKind::Memset, ActivityKind::ConcurrentKernel};
/// Of DeviceActivity::Graphs, in addition. CUPTI then records no nodes of graphs.
constexpr ActivityKind kGraphKind = ActivityKind::GraphTrace;

uint64_t systemTimeNs() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000u + static_cast<uint64_t>(now.tv_nsec);
}

/// The server names this library for ranges of NVTX by the path by which it is preloaded.
bool isThisLibrary(const char *path) {
  Dl_info place{};
  return dladdr(reinterpret_cast<const void *>(&isThisLibrary), &place) != 0 && place.dli_fname &&
         std::strcmp(place.dli_fname, path) == 0;
}

/// Name of the variable that loads a tool into the process, or null. Such a tool uses CUPTI or may
/// use it later.
const char *injectedTool() {
  for (const char *name : {"CUDA_INJECTION64_PATH", "NVTX_INJECTION64_PATH"})
    if (const char *value = std::getenv(name); value && *value && !isThisLibrary(value))
      return name;
  return nullptr;
}

void endAtExit() {
  if (Attachment *attachment = Attachment::existing())
    attachment->activity.end(kStopTimeoutMs);
}

int driverMajor(const DriverApi &driver) {
  int version = 0;
  const bool isKnown =
      driver.cuDriverGetVersion && driver.cuDriverGetVersion(&version) == CuResult::Success;
  return isKnown ? version / 1000 : 0;
}

} // namespace

void Activity::start() {
  const OwnCalls own;
  const CaptureGuard guard(m_attachment.driver);
  // No lock here: constructors of libraries run during open(), and may call a hook in another
  // thread.
  if (!isFree() || !open())
    return;
  const std::lock_guard lock(s_ownership);
  if (!isFree() || !checkForOthers()) // a profiler may have started since
    return;
  s_wasStarted = true;
  if (!enableKinds())
    return;
  if (!std::exchange(s_isAtExit, true))
    std::atexit(endAtExit); // registered after those of the driver and CUPTI, so called before them
  pairClocks();
  m_isOn.store(true, std::memory_order_release);
}

bool Activity::isFree() {
  if (s_isInherited)
    return false; // neither CUDA nor CUPTI works in a child of a process that used them
  if (const char *tool = injectedTool()) {
    m_attachment.notify("activity.profiler", nullptr, 0, std::string(tool) + " is set");
    return false;
  }
  if (s_isPrograms.load()) {
    m_attachment.notify("activity.profiler", nullptr, 0, "it started before the first launch");
    return false;
  }
  return true;
}

bool Activity::open() {
  std::string problem;
  void *library = openCupti(driverMajor(m_attachment.driver), problem);
  if (library)
    m_api = loadCuptiApi(library, problem);
  if (problem.empty())
    return true;
  m_attachment.notify(library ? "activity.failed" : "activity.none", nullptr, 0,
                      std::move(problem));
  return false;
}

/// Detects another user of CUPTI by a trial subscription, since CUPTI accepts one subscriber. A
/// trial registration of buffer callbacks would replace those of another tool.
bool Activity::checkForOthers() {
  cupti::Subscriber subscriber = nullptr;
  const cupti::Callback callback = [](void *, cupti::CallbackDomain, uint32_t, const void *) {};
  const CuptiResult result = m_api.cuptiSubscribe(&subscriber, callback, nullptr);
  if (result == CuptiResult::MultipleSubscribersNotSupported) {
    m_attachment.notify("activity.profiler", nullptr, 0, "it uses CUPTI already");
    return false;
  }
  if (result != CuptiResult::Success)
    return fail("cuptiSubscribe", result);
  m_api.cuptiUnsubscribe(subscriber);
  return true;
}

bool Activity::fail(const char *call, CuptiResult result) {
  m_attachment.notify("activity.failed", nullptr, 0, m_api.describe(call, result));
  return false;
}

bool Activity::recordsWholeGraphs() const {
  return m_attachment.welcome.settings.activity == DeviceActivity::Graphs;
}

bool Activity::enableKinds() {
  if (const CuptiResult result =
          m_api.cuptiActivityRegisterCallbacks(&requestBuffer, &completeBuffer);
      result != CuptiResult::Success)
    return fail("cuptiActivityRegisterCallbacks", result);
  registerClock();
  CuptiResult result = CuptiResult::Success;
  for (const ActivityKind kind : kRecordedKinds)
    if (result == CuptiResult::Success)
      result = m_api.cuptiActivityEnable(kind);
  if (result == CuptiResult::Success && recordsWholeGraphs())
    result = m_api.cuptiActivityEnable(kGraphKind);
  if (result == CuptiResult::Success)
    return true;
  disableKinds();
  restoreClock();
  return fail("cuptiActivityEnable", result);
}

void Activity::disableKinds() {
  for (const ActivityKind kind : kRecordedKinds)
    m_api.cuptiActivityDisable(kind);
  if (recordsWholeGraphs())
    m_api.cuptiActivityDisable(kGraphKind);
}

/// Sets the timestamps of the records to the host clock of nowNs(). Only if CUPTI's current clock
/// is the system clock, which restoreClock() can restore: CUPTI does not report its current
/// callback.
void Activity::registerClock() {
  uint64_t time = 0;
  if (!m_api.cuptiActivityRegisterTimestampCallback ||
      m_api.cuptiGetTimestamp(&time) != CuptiResult::Success)
    return;
  const uint64_t system = systemTimeNs();
  if (std::max(time, system) - std::min(time, system) < kSameClock)
    m_hasOurClock = m_api.cuptiActivityRegisterTimestampCallback(&nowNs) == CuptiResult::Success;
}

void Activity::restoreClock() {
  if (std::exchange(m_hasOurClock, false))
    m_api.cuptiActivityRegisterTimestampCallback(&systemTimeNs);
}

/// The narrowest of some pairs.
void Activity::pairClocks() {
  ClockPairEvent best;
  for (int i = 0; i < kClockAttempts; ++i) {
    uint64_t device = 0;
    const uint64_t before = nowNs();
    if (m_api.cuptiGetTimestamp(&device) != CuptiResult::Success)
      return;
    const uint64_t width = nowNs() - before;
    if (i == 0 || width / 2 < best.uncertainty)
      best = {before + width / 2, device, width / 2};
  }
  m_attachment.events.add(EventKind::ClockPair, 0, best);
}

void Activity::enter(uint64_t id) {
  if (m_api.cuptiActivityPushExternalCorrelationId(cupti::kOurCorrelation, id) ==
      CuptiResult::Success)
    m_entered.fetch_add(1, std::memory_order_relaxed);
}

void Activity::leave() {
  uint64_t id = 0;
  m_api.cuptiActivityPopExternalCorrelationId(cupti::kOurCorrelation, &id);
}

void Activity::requestBuffer(uint8_t **buffer, size_t *bytes, size_t *mostRecords) {
  // From malloc, whose blocks are aligned for records: a profiler that gets one of them frees it.
  *buffer = static_cast<uint8_t *>(std::malloc(kBufferBytes));
  *bytes = *buffer ? kBufferBytes : 0;
  *mostRecords = 0; // as many as fit
}

void Activity::completeBuffer(void *, uint32_t, uint8_t *buffer, size_t, size_t validBytes) {
  Attachment *attachment = Attachment::existing();
  if (attachment && buffer) {
    Activity &activity = attachment->activity;
    writeActivities(activity.m_api, buffer, validBytes, attachment->events, activity.m_counts);
  }
  std::free(buffer);
}

/// CUPTI gives back buffers of which all records are complete. Each launch has a record of its
/// correlation, so all of those have come once the buffers have.
void Activity::waitForRecords(uint32_t milliseconds, Moment moment) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::milliseconds(std::min(milliseconds, kMaxWaitMs));
  const uint64_t entered = m_entered; // other threads may go on
  for (auto wait = std::chrono::milliseconds(1);; wait *= 2) {
    if (!mayGoOn(moment))
      return;
    m_api.cuptiActivityFlushAll(0);
    const bool hasNone = m_counts.correlations == 0 && m_counts.kernels > 0; // CUPTI makes none
    if (m_counts.correlations >= entered || hasNone || Clock::now() + wait > until)
      return;
    std::this_thread::sleep_for(wait);
  }
}

/// A late thread makes no call of a CUPTI that is another's by then.
bool Activity::mayGoOn(Moment moment) const {
  return moment == Moment::Flush ? isOn() : !m_isGivenUp;
}

/// One notice if CUPTI does not return, as after a fault of the device.
bool Activity::doInCupti(uint32_t milliseconds, void (Activity::*work)(uint32_t)) {
  const bool isDone = doWithin(milliseconds, [this, milliseconds, work] {
    m_unfinished.fetch_add(1);
    {
      const CaptureGuard guard(m_attachment.driver);
      const std::lock_guard lock(m_work);
      (this->*work)(milliseconds);
    }
    m_unfinished.fetch_sub(1);
  });
  if (!isDone && !m_hasTimedOut.exchange(true))
    m_attachment.notify("activity.failed", nullptr, 0,
                        "CUPTI did not return within " + std::to_string(milliseconds) + " ms");
  return isDone;
}

void Activity::collect(uint32_t milliseconds) {
  waitForRecords(milliseconds, Moment::Flush);
  if (mayGoOn(Moment::Flush))
    pairClocks();
}

void Activity::flush(uint32_t milliseconds) {
  if (isOn() && !isStuck())
    doInCupti(std::min(milliseconds, 2 * kMaxWaitMs), &Activity::collect);
}

/// All buffers are given back before it returns: none of them may reach another profiler.
void Activity::stop(uint32_t) {
  waitForRecords(kMaxWaitMs, Moment::End);
  if (mayGoOn(Moment::End))
    pairClocks();
  if (mayGoOn(Moment::End))
    disableKinds();
  if (mayGoOn(Moment::End))
    m_api.cuptiActivityFlushAll(cupti::kFlushForced);
  if (mayGoOn(Moment::End))
    restoreClock();
}

void Activity::end(uint32_t milliseconds) {
  if (m_isOn.exchange(false) && (isStuck() || !doInCupti(milliseconds, &Activity::stop)))
    m_isGivenUp = true;
}

/// The driver has one user of CUPTI. A second libcupti of the process, such as the one that Triton
/// brings along, cannot begin before the first has left the driver.
void Activity::detachFrom(const void *real) {
  Dl_info ours{}, programs{};
  const bool isKnown = dladdr(reinterpret_cast<void *>(m_api.cuptiSubscribe.pointer), &ours) &&
                       real && dladdr(const_cast<void *>(real), &programs);
  if (!isKnown || ours.dli_fbase == programs.dli_fbase || !m_api.cuptiFinalize || m_isGivenUp)
    return;
  doWithin(kStopTimeoutMs, [this] {
    const CaptureGuard guard(m_attachment.driver);
    m_api.cuptiFinalize();
  });
}

void Activity::giveToProgram(const char *function, const void *real) {
  if (s_isPrograms.load(std::memory_order_acquire))
    return;
  const std::lock_guard lock(s_ownership);
  Attachment *attachment = s_isPrograms.load() ? nullptr : Attachment::existing();
  if (attachment && attachment->activity.isOn()) {
    attachment->activity.end(kStopTimeoutMs);
    attachment->activity.detachFrom(real);
    attachment->notify("activity.profiler", nullptr, 0, std::string("it called ") + function);
  }
  s_isPrograms.store(true, std::memory_order_release); // other threads have waited until here
}

void Activity::lockForFork() {
  s_ownership.lock();
}

void Activity::unlockAfterFork() {
  s_ownership.unlock();
}

void Activity::forgetAfterFork() {
  if (std::exchange(s_wasStarted, false))
    s_isInherited = true;
}

OwnWork::OwnWork(Activity &activity) : m_activity(activity.isOn() ? &activity : nullptr) {
  if (m_activity)
    m_activity->enter(kOwnLaunch);
}

OwnWork::~OwnWork() {
  if (m_activity)
    m_activity->leave();
}

} // namespace pstudio::attach
