// SPDX-License-Identifier: Apache-2.0
// Owns a POSIX file descriptor.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "core/base/result.h"

namespace pstudio::cli {

/// Closes its descriptor at its end. Movable, not copyable. [not thread-safe]
class FileDescriptor {
public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : m_fd(fd) {}
  FileDescriptor(FileDescriptor &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
  FileDescriptor &operator=(FileDescriptor &&other) noexcept {
    std::swap(m_fd, other.m_fd);
    return *this;
  }
  ~FileDescriptor() { close(); }

  int get() const { return m_fd; } ///< -1 if there is none
  bool isOpen() const { return m_fd >= 0; }
  void close();

private:
  int m_fd = -1;
};

/// Both ends of a pipe, closed on exec.
struct Pipe {
  FileDescriptor readEnd;
  FileDescriptor writeEnd;
};
Result<Pipe> makePipe();

/// Writes all bytes. A closed reader is an Io error (SIGPIPE must
/// be ignored).
Result<void> writeAll(int fd, std::span<const std::byte> bytes);

/// Reads available bytes, or waits for some; 0 at the end of the stream.
Result<size_t> readSome(int fd, std::span<std::byte> buffer);

} // namespace pstudio::cli
