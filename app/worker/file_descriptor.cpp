// SPDX-License-Identifier: Apache-2.0
#include "app/worker/file_descriptor.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace pstudio::cli {

void FileDescriptor::close() {
  if (m_fd >= 0)
    ::close(std::exchange(m_fd, -1));
}

Result<Pipe> makePipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return fail(ErrorCode::Io, std::string("cannot make a pipe: ") + std::strerror(errno));
  return Pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

Result<void> writeAll(int fd, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return fail(ErrorCode::Io, std::string("cannot write to the pipe: ") + std::strerror(errno));
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
  return {};
}

Result<size_t> readSome(int fd, std::span<std::byte> buffer) {
  while (true) {
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    if (got >= 0)
      return static_cast<size_t>(got);
    if (errno != EINTR)
      return fail(ErrorCode::Io, std::string("cannot read from the pipe: ") + std::strerror(errno));
  }
}

} // namespace pstudio::cli
