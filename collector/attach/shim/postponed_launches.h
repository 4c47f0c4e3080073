// SPDX-License-Identifier: Apache-2.0
// Chosen launches of a kernel that ran as originals because the twin was not ready.
#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <optional>

#include "collector/attach/shim/connection.h"

namespace pstudio::attach {

/// A launch in whose place a later one will be recorded.
struct PostponedLaunch {
  uint64_t number = 0;     ///< of the launch that was chosen
  bool isReported = false; ///< the report names it
  Connection connection{}; ///< on which the answer will arrive; closed: nothing was requested
  Extents grid{}, block{}; ///< of the request
};

/// [thread: any] isEmpty() takes no lock.
class PostponedLaunches {
public:
  bool isEmpty() const { return m_count.load(std::memory_order_relaxed) == 0; }

  void add(PostponedLaunch launch) {
    const std::lock_guard lock(m_mutex);
    m_launches.push_back(std::move(launch));
    m_count.store(m_launches.size(), std::memory_order_relaxed);
  }
  /// Before all others.
  void putBack(PostponedLaunch launch) {
    const std::lock_guard lock(m_mutex);
    m_launches.push_front(std::move(launch));
    m_count.store(m_launches.size(), std::memory_order_relaxed);
  }
  /// nullopt: there is none, or other threads have all of them.
  std::optional<PostponedLaunch> takeFirst() {
    const std::lock_guard lock(m_mutex);
    if (m_launches.empty())
      return std::nullopt;
    std::optional<PostponedLaunch> first(std::move(m_launches.front()));
    m_launches.pop_front();
    m_count.store(m_launches.size(), std::memory_order_relaxed);
    return first;
  }

private:
  std::mutex m_mutex;
  std::deque<PostponedLaunch> m_launches;
  std::atomic<size_t> m_count = 0;
};

} // namespace pstudio::attach
