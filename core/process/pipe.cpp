// SPDX-License-Identifier: Apache-2.0
#include "core/process/pipe.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>

namespace pstudio {

Result<Pipe> makePipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return fail(ErrorCode::Io, std::string("cannot make a pipe: ") + std::strerror(errno));
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

Result<void> writeAll(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return fail(ErrorCode::Io, std::string("cannot write to the pipe: ") + std::strerror(errno));
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
  return {};
}

Result<size_t> readSome(int descriptor, std::span<std::byte> buffer) {
  while (true) {
    const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
    if (got >= 0)
      return static_cast<size_t>(got);
    if (errno != EINTR)
      return fail(ErrorCode::Io, std::string("cannot read from the pipe: ") + std::strerror(errno));
  }
}

} // namespace pstudio
