// SPDX-License-Identifier: Apache-2.0
// Sends the drain logs of a run while they grow, so that records are safe before the kernel ends.
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <thread>

#include "app/remote/file_sender.h"
#include "core/process/pipe.h"

namespace pstudio::cli {

/// A thread that polls `folder` until finish(), or until the application is gone. Data that the
/// link cannot take at once waits in the logs, so the kernel never waits.
class LogTail {
public:
  /// The folder may appear later. The sender must outlive this; no other object may use it until
  /// finish().
  LogTail(std::filesystem::path folder, FileSender &sender);
  ~LogTail() { finish(); }
  LogTail(const LogTail &) = delete;
  LogTail &operator=(const LogTail &) = delete;

  /// Ends the thread; unsent data stays in the logs.
  void finish();
  /// Bytes of the logs that have not been sent. O(logs). [any thread]
  uint64_t pendingBytes() const;

private:
  struct Log {
    Descriptor file;
    uint32_t id = 0;
    uint64_t offset = 0;
  };
  void run();
  Result<void> pass();
  Result<bool> openNext();
  Result<void> sendNews(Log &log);

  const std::filesystem::path m_folder;
  FileSender &m_sender;
  std::map<uint32_t, Log> m_logs; ///< by launch
  std::atomic<uint64_t> m_sent{0};
  std::atomic<bool> m_isOver{false};
  std::thread m_thread;
};

} // namespace pstudio::cli
