// SPDX-License-Identifier: Apache-2.0
// Blocks a sender until its reader has acknowledged enough.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace pstudio::cli {

/// Counts unacknowledged bytes. [any thread]
class TransferWindow {
public:
  /// Waits until `bytes` more may be sent, and counts them. False once the window is closed.
  bool reserve(uint64_t bytes);
  /// The reader has processed so many bytes since the beginning.
  void acknowledge(uint64_t bytes);
  /// The reader is gone: ends every wait.
  void close();

private:
  std::mutex m_mutex;
  std::condition_variable m_changed;
  uint64_t m_sent = 0;
  uint64_t m_taken = 0;
  bool m_isClosed = false;
};

} // namespace pstudio::cli
