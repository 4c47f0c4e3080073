// SPDX-License-Identifier: Apache-2.0
#include "app/remote/log_tail.h"

#include <array>
#include <chrono>

#include <fcntl.h>

#include "core/record/stream_log.h"

namespace pstudio::cli {

namespace fs = std::filesystem;

LogTail::LogTail(fs::path folder, FileSender &sender)
    : m_folder(std::move(folder)), m_sender(sender), m_thread([this] { run(); }) {}

void LogTail::finish() {
  m_isOver = true;
  if (m_thread.joinable())
    m_thread.join();
}

void LogTail::run() {
  constexpr std::chrono::milliseconds kPause{100};
  while (!m_isOver && pass())
    std::this_thread::sleep_for(kPause);
}

Result<void> LogTail::pass() {
  while (true) {
    PSTUDIO_TRY_ASSIGN(const bool isOpened, openNext());
    if (!isOpened)
      break;
  }
  for (auto &[launch, log] : m_logs)
    PSTUDIO_TRY(sendNews(log));
  return {};
}

/// The next launch's log, if it is there. Logs of launches that ended are removed; their open files
/// stay.
Result<bool> LogTail::openNext() {
  const auto launch = static_cast<uint32_t>(m_logs.size());
  const std::string name = record::drainLogName(launch);
  Descriptor file(::open((m_folder / name).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file.isOpen())
    return false;
  PSTUDIO_TRY_ASSIGN(const uint32_t id, m_sender.begin(name, 0, 0));
  m_logs[launch] = {std::move(file), id, 0};
  return true;
}

Result<void> LogTail::sendNews(Log &log) {
  std::array<std::byte, 65536> buffer;
  while (!m_isOver) {
    PSTUDIO_TRY_ASSIGN(const size_t got, readSome(log.file.get(), buffer));
    if (got == 0)
      return {};
    PSTUDIO_TRY(
        m_sender.piece(log.id, log.offset, {reinterpret_cast<const char *>(buffer.data()), got}));
    log.offset += got;
    m_sent += got;
  }
  return {};
}

uint64_t LogTail::pendingBytes() const {
  uint64_t written = 0;
  std::error_code error;
  for (uint32_t launch = 0; !error; ++launch) {
    const uint64_t size = fs::file_size(m_folder / record::drainLogName(launch), error);
    written += error ? 0 : size;
  }
  const uint64_t sent = m_sent;
  return written - std::min(written, sent);
}

} // namespace pstudio::cli
