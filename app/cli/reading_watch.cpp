// SPDX-License-Identifier: Apache-2.0
#include "app/cli/reading_watch.h"

#include <array>
#include <cstdio>
#include <cstdlib>

#include <poll.h>
#include <unistd.h>

#include "app/cli/error_text.h"
#include "app/cli/text_output.h"
#include "core/base/number_text.h"
#include "core/formats/trace_file/trace_files.h"

namespace pstudio::cli {
namespace {

constexpr int kRedrawMs = 100;
constexpr size_t kMostNamed = 20; // errors that are printed
constexpr int kExitOfSignal = 128;

void clearLine() {
  std::fputs("\r\033[K", stderr);
}

} // namespace

ReadingWatch::ReadingWatch(size_t files)
    : m_files(files), m_isTerminal(::isatty(STDERR_FILENO) == 1) {}

Result<void> ReadingWatch::start() {
  PSTUDIO_TRY_ASSIGN(m_end, makePipe());
  PSTUDIO_TRY_ASSIGN(StopSignals signals, StopSignals::make());
  m_signals.emplace(std::move(signals));
  m_thread = std::thread([this] { run(); });
  return {};
}

ReadingWatch::~ReadingWatch() {
  m_end.writeEnd.close();
  if (m_thread.joinable())
    m_thread.join();
}

void ReadingWatch::run() {
  std::array<pollfd, 2> waits{{{m_signals->descriptor(), POLLIN, 0}, {m_end.readEnd.get(), 0, 0}}};
  for (;;) {
    ::poll(waits.data(), waits.size(), m_isTerminal ? kRedrawMs : -1);
    if (const int signal = m_signals->take(); signal != 0) {
      if (m_stop.stop_requested())
        std::_Exit(kExitOfSignal + signal);
      m_stop.request_stop();
      m_progress.cancel();
    }
    if (waits[1].revents != 0)
      break;
    show();
  }
}

void ReadingWatch::show() const {
  if (!m_isTerminal || m_done >= m_files)
    return;
  clearLine();
  printFormatted(stderr, "reading ... %zu of %zu files", m_done.load(), m_files);
  std::fflush(stderr);
}

Result<FileCounts> readFilesInto(std::span<const std::filesystem::path> files,
                                 query::TraceSink &sink, ReadingWatch &watch) {
  FileCounts counts;
  std::vector<Error> errors;
  Result<void> stored;
  readTraceFiles(files, &watch.progress(), [&](size_t index, Result<Trace> trace) {
    if (watch.stop().stop_requested())
      return false;
    const std::string name = files[index].string();
    stored = trace ? sink.add(name, *trace, watch.stop()) : sink.addUnreadable(name, trace.error());
    ++(trace ? counts.read : counts.unreadable);
    if (!trace && errors.size() < kMostNamed)
      errors.push_back(std::move(trace).error());
    watch.setDone(index + 1);
    return stored.has_value();
  });
  watch.setDone(files.size());
  if (::isatty(STDERR_FILENO) == 1)
    clearLine();
  if (watch.stop().stop_requested())
    return fail(ErrorCode::Cancelled, "stopped by a signal");
  PSTUDIO_TRY(stored);
  for (const Error &error : errors)
    printError(error);
  if (counts.unreadable > 0)
    printFormatted(stderr, "%zu of %zu files cannot be read and are left out\n", counts.unreadable,
                   files.size());
  return counts;
}

} // namespace pstudio::cli
