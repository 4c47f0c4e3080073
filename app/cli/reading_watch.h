// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and the progress of a command that reads several files.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <thread>

#include "app/worker/stop_signals.h"
#include "core/base/read_progress.h"
#include "core/query/trace_sink.h"

namespace pstudio::cli {

/// From its creation to its end a first signal requests a stop, and a second one ends the process.
/// On a terminal a line on standard error shows the number of files. [thread: main]
class ReadingWatch {
public:
  /// \param files  their number
  explicit ReadingWatch(size_t files);
  ReadingWatch(const ReadingWatch &) = delete;
  ReadingWatch &operator=(const ReadingWatch &) = delete;
  ~ReadingWatch();

  /// Fails if signals cannot be received.
  Result<void> start();
  std::stop_token stop() const { return m_stop.get_token(); }
  ReadProgress &progress() { return m_progress; }
  void setDone(size_t files) { m_done = files; }

private:
  void run();
  void show() const;

  const size_t m_files;
  const bool m_isTerminal;
  std::atomic<size_t> m_done{0};
  ReadProgress m_progress;
  std::stop_source m_stop;
  std::optional<StopSignals> m_signals;
  Pipe m_end; ///< closed to end the thread
  std::thread m_thread;
};

/// Number of files by result.
struct FileCounts {
  size_t read = 0;
  size_t unreadable = 0;
};

/// Reads the files into the sink, in their order, and prints the unreadable ones on standard
/// error. Fails as the sink, and with Cancelled after a signal.
Result<FileCounts> readFilesInto(std::span<const std::filesystem::path> files,
                                 query::TraceSink &sink, ReadingWatch &watch);

} // namespace pstudio::cli
