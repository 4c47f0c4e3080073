// SPDX-License-Identifier: Apache-2.0
// Progress of a reader, for the thread that waits for it, and the request to stop.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace pstudio {

/// Shared by the thread that reads and those that show the progress or cancel. [thread: any]
class ReadProgress {
public:
  /// fraction() once all bytes are read. The rest is the time to order and summarize the events.
  static constexpr double kParsedShare = 0.8;

  void setTotal(uint64_t bytes) { m_total = bytes; }
  void setDone(uint64_t bytes) { m_done = bytes; }
  /// 0 to kParsedShare while bytes are read; 0 while their number is not known.
  double fraction() const {
    const uint64_t total = m_total;
    const double share =
        static_cast<double>(m_done) / static_cast<double>(std::max<uint64_t>(total, 1));
    return total == 0 ? 0 : kParsedShare * std::min(1.0, share);
  }

  void cancel() { m_isCancelled = true; }
  bool isCancelled() const { return m_isCancelled; }

private:
  std::atomic<uint64_t> m_total{0};
  std::atomic<uint64_t> m_done{0};
  std::atomic<bool> m_isCancelled{false};
};

} // namespace pstudio
