// SPDX-License-Identifier: Apache-2.0
// Ranges of the process that begin and end anywhere: they do not nest and belong to no thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>

namespace pstudio::attach {

/// [thread: any]
class OpenRanges {
public:
  /// Returns the number of the range, from 1. `text` is a number of HostEvents::text().
  uint64_t begin(uint32_t text) {
    const std::lock_guard guard(m_mutex);
    m_texts.emplace(++m_last, text);
    m_count.store(m_texts.size(), std::memory_order_relaxed);
    return m_last;
  }
  /// No effect for a range that is not open.
  void end(uint64_t range) {
    const std::lock_guard guard(m_mutex);
    m_texts.erase(range);
    m_count.store(m_texts.size(), std::memory_order_relaxed);
  }
  /// True if a range with this text is open. One load while none is; else a lock and O(open
  /// ranges).
  bool contains(uint32_t text) {
    if (m_count.load(std::memory_order_relaxed) == 0)
      return false;
    const std::lock_guard guard(m_mutex);
    return std::any_of(m_texts.begin(), m_texts.end(),
                       [text](const auto &range) { return range.second == text; });
  }

  void lock() { m_mutex.lock(); }
  void unlock() { m_mutex.unlock(); }

private:
  std::mutex m_mutex;
  std::map<uint64_t, uint32_t> m_texts; ///< of the open ranges, by their number
  uint64_t m_last = 0;
  std::atomic<size_t> m_count = 0;
};

} // namespace pstudio::attach
