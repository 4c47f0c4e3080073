// SPDX-License-Identifier: Apache-2.0
#include "app/worker/message_channel.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace pstudio::cli {

Result<MessageChannel> MessageChannel::takeOverStandardStreams() {
  Descriptor in(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
  Descriptor out(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3));
  const Descriptor null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!in.isOpen() || !out.isOpen() || !null.isOpen() || ::dup2(null.get(), STDIN_FILENO) < 0 ||
      ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    return fail(ErrorCode::Io,
                std::string("cannot take over the standard streams: ") + std::strerror(errno));
  return MessageChannel(std::move(in), std::move(out));
}

Result<void> MessageChannel::send(const WorkerMessage &message) {
  PSTUDIO_TRY_ASSIGN(const std::vector<std::byte> frame, encodeMessage(message));
  const std::lock_guard lock(m_sending);
  return writeAll(m_out.get(), frame);
}

Result<std::optional<WorkerMessage>> MessageChannel::receive(int stop,
                                                             std::chrono::milliseconds limit) {
  std::array<std::byte, 4096> buffer;
  while (true) {
    PSTUDIO_TRY_ASSIGN(std::optional<WorkerMessage> message, m_frames.next());
    if (message)
      return message;
    std::array<pollfd, 2> waits{{{m_in.get(), POLLIN, 0}, {stop, POLLIN, 0}}};
    const int ready = ::poll(waits.data(), waits.size(),
                             limit.count() > 0 ? static_cast<int>(limit.count()) : -1);
    if (ready < 0 && errno != EINTR)
      return fail(ErrorCode::Io, std::string("cannot wait for the pipe: ") + std::strerror(errno));
    if (ready <= 0) {
      if (ready == 0)
        return fail(ErrorCode::Io, "no data for " + std::to_string(limit.count() / 1000) + " s");
      continue;
    }
    if (waits[1].revents != 0)
      return std::nullopt;
    if (waits[0].revents == 0)
      continue;
    PSTUDIO_TRY_ASSIGN(const size_t got, readSome(m_in.get(), buffer));
    if (got == 0)
      return std::nullopt;
    m_frames.append(std::span(buffer).first(got));
  }
}

} // namespace pstudio::cli
