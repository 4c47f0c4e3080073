// SPDX-License-Identifier: Apache-2.0
// The thread that polls events, copies records and gives memory back.
#include "collector/attach/shim/drainer.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>

#include <pthread.h>

#include "collector/attach/shim/attachment.h"

namespace pstudio::attach {

namespace {

using Milliseconds = std::chrono::milliseconds;
using Microseconds = std::chrono::microseconds;

/// Interval between two polls of pending launches.
constexpr Microseconds kShortestWait(50);
constexpr Microseconds kLongestWait(2000);
/// Time limit of the wait for records at the end of the program, before the driver is
/// deinitialised.
constexpr uint32_t kExitTimeoutMs = 10000;

/// Time limit of the drainer thread's current driver call, when its records are abandoned.
constexpr Milliseconds kCallTimeout(100);

/// An error of this call is the error of the kernel.
constexpr const char *kQuery = "cuEventQuery";

// Registered after the driver's exit function, so it is called before that.
void flushAtExit() {
  Attachment *attachment = Attachment::existing();
  if (!attachment || attachment->drainer.flush(kExitTimeoutMs))
    return;
  attachment->stopChoosing();
  attachment->drainer.abandon(nullptr);
}

/// The context is current in the thread while it lives.
class CurrentContext {
public:
  CurrentContext(const DriverApi &driver, CuContext context)
      : m_driver(driver), m_result(driver.cuCtxPushCurrent_v2(context)) {}
  ~CurrentContext() {
    CuContext popped = nullptr;
    if (m_result == CuResult::Success)
      m_driver.cuCtxPopCurrent_v2(&popped);
  }
  CurrentContext(const CurrentContext &) = delete;
  CurrentContext &operator=(const CurrentContext &) = delete;

  CuResult result() const { return m_result; }

private:
  const DriverApi &m_driver;
  const CuResult m_result;
};

} // namespace

bool Drainer::startThread() {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before); // the new thread inherits it
  pthread_t thread;
  const bool isStarted = pthread_create(&thread, nullptr, &Drainer::run, this) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (isStarted) {
    pthread_setname_np(thread, "pstudio-drain");
    pthread_detach(thread);
    std::atexit(flushAtExit);
  }
  return isStarted;
}

void Drainer::add(PendingRecords records) {
  const std::lock_guard lock(m_mutex);
  if (m_isOver)
    return giveUp(records);
  if (!m_isRunning)
    m_isRunning = startThread();
  if (!m_isRunning) { // no thread, no records; the memory stays
    close(records, "pthread_create", CuResult::NotReady);
    return;
  }
  m_pending.push_back(std::move(records));
  m_changed.notify_all();
}

void *Drainer::run(void *self) {
  static_cast<Drainer *>(self)->drain();
  return nullptr;
}

void Drainer::drain() {
  std::unique_lock lock(m_mutex);
  Microseconds wait = kShortestWait;
  for (;;) {
    m_changed.wait(lock, [this] { return !m_pending.empty(); });
    const size_t before = m_pending.size();
    for (auto entry = m_pending.begin(); entry != m_pending.end();) {
      m_current = &*entry;
      m_isCurrentAbandoned = false;
      lock.unlock();
      const bool isDone = step(*entry);
      lock.lock();
      m_current = nullptr;
      if (!isDone && m_isCurrentAbandoned)
        giveUp(*entry);
      entry = isDone || m_isCurrentAbandoned ? m_pending.erase(entry) : std::next(entry);
      m_changed.notify_all();
    }
    wait = m_pending.size() < before ? kShortestWait : std::min(wait * 2, kLongestWait);
    if (!m_pending.empty())
      m_changed.wait_for(lock, wait);
  }
}

bool Drainer::step(PendingRecords &records) {
  const DriverApi &driver = m_attachment.driver;
  const CurrentContext current(driver, records.context->handle);
  if (current.result() != CuResult::Success) {
    close(records, "cuCtxPushCurrent", current.result());
    return true;
  }
  const CaptureGuard guard(driver);
  const char *call = "cuEventRecord";
  CuResult result = records.recordResult;
  if (result == CuResult::Success) {
    call = kQuery;
    result = driver.cuEventQuery(records.done);
  }
  if (result == CuResult::NotReady)
    return false;
  if (result == CuResult::Success) {
    call = "cuMemcpyDtoHAsync";
    result = copy(records);
  }
  driver.cuEventDestroy_v2(records.done);
  if (!records.keepsMemory)
    records.buffer.free(driver, records.context->stream);
  close(records, call, result);
  return true;
}

CuResult Drainer::copy(PendingRecords &records) {
  if (!records.buffer.address)
    return CuResult::Success;
  const DriverApi &driver = m_attachment.driver;
  const OwnWork own(m_attachment.activity);
  const CuStream stream = records.context->stream;
  char *to = records.file.data() + kRecordsOffset;
  const CuResult result =
      driver.cuMemcpyDtoHAsync_v2(to, records.buffer.address, records.bytes, stream);
  return result == CuResult::Success ? driver.cuStreamSynchronize(stream) : result;
}

void Drainer::close(PendingRecords &records, const char *call, CuResult result) {
  m_attachment.budget.bytes -= records.bytes;
  if (result == CuResult::Deinitialized) // the program ended first: the file stays as after a kill
    return m_attachment.stopChoosing();
  RecordHeader &header = *reinterpret_cast<RecordHeader *>(records.file.data());
  header.result = static_cast<int>(result);
  header.state.store(result == CuResult::Success ? RecordState::Arrived : RecordState::Failed,
                     std::memory_order_release);
  if (result == CuResult::Success)
    return;
  m_attachment.stopChoosing(); // an error of a kernel stays with its context
  m_attachment.notify(call == kQuery ? "fault" : "driver.error", records.kernel, records.launch,
                      m_attachment.driver.describe(call, result));
}

bool Drainer::hasPending(const DeviceContext *context) const {
  return std::any_of(m_pending.begin(), m_pending.end(), [context](const PendingRecords &records) {
    return !context || records.context == context;
  });
}

bool Drainer::flush(uint32_t milliseconds, const DeviceContext *context) {
  std::unique_lock lock(m_mutex);
  return m_changed.wait_for(lock, Milliseconds(milliseconds),
                            [this, context] { return !hasPending(context); });
}

void Drainer::abandon(const DeviceContext *context) {
  std::unique_lock lock(m_mutex);
  m_isOver = m_isOver || !context;
  for (auto entry = m_pending.begin(); entry != m_pending.end();)
    if (context && entry->context != context) {
      ++entry;
    } else if (&*entry == m_current) { // the thread's; it drops it after its call
      m_isCurrentAbandoned = true;
      ++entry;
    } else {
      giveUp(*entry);
      entry = m_pending.erase(entry);
    }
  m_changed.wait_for(lock, kCallTimeout, [this] { return !m_current || !m_isCurrentAbandoned; });
}

/// The file keeps the state Launched.
void Drainer::giveUp(PendingRecords &records) {
  m_attachment.budget.bytes -= records.bytes;
}

} // namespace pstudio::attach
