// SPDX-License-Identifier: Apache-2.0
// Ranges of the process that begin and end anywhere: they do not nest and belong to no thread.
#pragma once

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
    ++m_open[text];
    m_count.store(m_texts.size(), std::memory_order_relaxed);
    return m_last;
  }
  /// Returns the text of the range. 0, without effect, for a range that is not open.
  uint32_t end(uint64_t range) {
    const std::lock_guard guard(m_mutex);
    const auto found = m_texts.find(range);
    if (found == m_texts.end())
      return 0;
    const uint32_t text = found->second;
    if (--m_open[text] == 0)
      m_open.erase(text);
    m_texts.erase(found);
    m_count.store(m_texts.size(), std::memory_order_relaxed);
    return text;
  }
  /// True if a range with this text is open. One load while none is; else a lock and O(log open
  /// ranges).
  bool contains(uint32_t text) {
    if (m_count.load(std::memory_order_relaxed) == 0)
      return false;
    const std::lock_guard guard(m_mutex);
    return m_open.contains(text);
  }

  void lock() { m_mutex.lock(); }
  void unlock() { m_mutex.unlock(); }

private:
  std::mutex m_mutex;
  std::map<uint64_t, uint32_t> m_texts; ///< of the open ranges, by their number
  std::map<uint32_t, size_t> m_open;    ///< number of open ranges, by text
  uint64_t m_last = 0;
  std::atomic<size_t> m_count = 0;
};

} // namespace pstudio::attach
