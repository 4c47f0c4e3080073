// SPDX-License-Identifier: Apache-2.0
// CUPTI's activity records of this process, from begin() to stop().
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "collector/activity/activity_log.h"
#include "collector/activity/cupti/cupti_library.h"
#include "core/base/result.h"

namespace pstudio::cupti {

/// A buffer that CUPTI has completed.
struct FilledBuffer {
  std::vector<uint64_t> words; ///< aligned as records are
  size_t validBytes = 0;
};

/// Provides the buffers that CUPTI fills from threads of its own, until they hold kMostBytes
/// together; after that CUPTI drops records and counts them. [thread: any]
class BufferPool {
public:
  static constexpr size_t kBufferBytes = size_t{1} << 20;
  static constexpr size_t kMostBytes = size_t{256} << 20;

  /// An empty buffer of kBufferBytes that lives until it is completed; null if the limit is
  /// reached.
  uint8_t *request();
  void complete(uint8_t *buffer, size_t validBytes);
  /// The buffers that were completed since the last call; their memory may be reused.
  std::vector<FilledBuffer> takeFilled();

private:
  std::mutex m_mutex;
  std::vector<std::vector<uint64_t>> m_lent;
  std::vector<FilledBuffer> m_filled;
};

/// Kinds of records besides kernels. Kernels are always recorded: the time axis of the trace
/// requires them.
struct RecordedKinds {
  bool copies = true;
  bool memsets = true;
  bool calls = true; ///< of the driver's API
};

/// Records all activity of this process on its GPUs. At most one session exists at a time, since
/// CUPTI passes no user pointer to its buffer functions. Begin it after cuInit and before the
/// context is created. Times are those of now(). [one thread; CUPTI fills buffers from threads of
/// its own]
class ActivitySession {
public:
  /// Unsupported if another tool or session uses CUPTI, or if CUPTI does not work on this machine.
  static Result<std::unique_ptr<ActivitySession>> begin(std::shared_ptr<const Library> library,
                                                        const RecordedKinds &kinds);
  /// Calls stop().
  ~ActivitySession();
  ActivitySession(const ActivitySession &) = delete;
  ActivitySession &operator=(const ActivitySession &) = delete;

  /// The clock of all times: the host's, which is never adjusted [ns]. A call takes a few 10 ns.
  static uint64_t now();
  /// CUPTI's number of the kernel that this process launched last; 0 before the first.
  uint32_t lastLaunch() const { return m_lastLaunch.load(std::memory_order_relaxed); }

  /// All records since the last call. The device must be idle. With `isLost`, the function does not
  /// flush CUPTI's pending records, because the flush would wait for the device. O(records).
  activity::ActivityLog collect(bool isLost);
  /// Ends the recording; records that were not collected are lost.
  void stop();
  /// For a lost device: keeps the session as it is until the process ends, since every call of
  /// CUPTI would wait for the device. No other session can begin after it.
  static void abandon(std::unique_ptr<ActivitySession> session);

  const Library &library() const { return *m_library; }
  /// Features that could not be enabled, one sentence each.
  const std::vector<std::string> &complaints() const { return m_complaints; }

private:
  explicit ActivitySession(std::shared_ptr<const Library> library)
      : m_library(std::move(library)) {}
  Result<void> subscribe();
  Result<void> enable(const RecordedKinds &kinds);
  Result<void> enableKind(ActivityKind kind);
  void leaveOutPolling();
  static void onCall(void *session, CallbackDomain domain, uint32_t id, const void *data);

  std::shared_ptr<const Library> m_library;
  BufferPool m_pool;
  Subscriber m_subscriber = nullptr;
  std::vector<ActivityKind> m_enabled;
  std::vector<std::string> m_complaints;
  std::atomic<uint32_t> m_lastLaunch{0};
  bool m_holdsBuffers = false;
};

} // namespace pstudio::cupti
