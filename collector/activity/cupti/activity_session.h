// SPDX-License-Identifier: Apache-2.0
// CUPTI's activity records of this process, from begin() to stop().
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "collector/activity/activity_log.h"
#include "collector/activity/cupti/buffer_pool.h"
#include "collector/activity/cupti/cupti_library.h"
#include "core/base/result.h"

namespace pstudio::cupti {

/// What is recorded besides kernels, without which nothing could be put on a trace's axis.
struct RecordedKinds {
  bool copies = true;
  bool memsets = true;
  bool calls = true; ///< of the driver's API
};

/// Records of everything that this process does with its GPUs. There is at most one at a time,
/// since CUPTI hands its buffers to functions without a word of whose they are. Begin it after
/// cuInit and before the context is made. Times are those of now(). [one thread; CUPTI fills
/// buffers from threads of its own]
class ActivitySession {
public:
  /// Unsupported if another tool or session has CUPTI, or if it does not work here.
  static Result<std::unique_ptr<ActivitySession>> begin(std::shared_ptr<const Library> library,
                                                        const RecordedKinds &kinds);
  /// stop()s.
  ~ActivitySession();
  ActivitySession(const ActivitySession &) = delete;
  ActivitySession &operator=(const ActivitySession &) = delete;

  /// The clock of all times: the host's, which nobody adjusts [ns]. A few 10 ns.
  static uint64_t now();
  /// CUPTI's number of the kernel that this process launched last; 0 before the first.
  uint32_t lastLaunch() const { return m_lastLaunch.load(std::memory_order_relaxed); }

  /// Everything recorded since the last time. The device must be idle, or `isLost`: then CUPTI,
  /// which would wait for it, is not asked for what it still holds. O(records).
  activity::ActivityLog collect(bool isLost);
  /// Nothing is recorded any more; what was not collected is lost.
  void stop();
  /// Of a device that is lost: leaves the session as it is until the process ends, since CUPTI
  /// would wait for the device at every word. No other can begin after it.
  static void abandon(std::unique_ptr<ActivitySession> session);

  const Library &library() const { return *m_library; }
  /// What could not be switched on, one sentence each.
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
