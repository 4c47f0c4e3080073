// SPDX-License-Identifier: Apache-2.0
// The log that a thread of a tool fills and this program takes, and small numbers for a tool's
// handles.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <thread>

#include "collector/activity/activity_log.h"

namespace pstudio::roc {

/// Numbers handles from 0 in the order in which they come.
class HandleNumbers {
public:
  uint32_t operator()(uint64_t handle) {
    return m_numbers.try_emplace(handle, static_cast<uint32_t>(m_numbers.size())).first->second;
  }

private:
  std::map<uint64_t, uint32_t> m_numbers;
};

/// [thread: any]
class SharedLog {
public:
  /// Calls `fill(log)` with exclusive access; the kernels that it adds count as arrived.
  template <class Fill> void add(Fill fill) {
    const std::lock_guard lock(m_mutex);
    const size_t before = m_log.kernels.size();
    fill(m_log);
    m_kernels += m_log.kernels.size() - before;
  }
  /// Returns the log and empties it.
  activity::ActivityLog take() {
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_log, {});
  }
  /// Kernels that have arrived since the beginning.
  size_t kernels() const {
    const std::lock_guard lock(m_mutex);
    return m_kernels;
  }

private:
  mutable std::mutex m_mutex;
  activity::ActivityLog m_log;
  size_t m_kernels = 0;
};

/// Calls `flush()` until so many kernels have arrived in `log`, at most for 0.2 s.
template <class Flush> void flushUntil(const SharedLog &log, size_t kernels, Flush flush) {
  constexpr std::chrono::milliseconds kAtMost{200}, kStep{1};
  const auto end = std::chrono::steady_clock::now() + kAtMost;
  flush();
  while (log.kernels() < kernels && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(kStep);
    flush();
  }
}

} // namespace pstudio::roc
