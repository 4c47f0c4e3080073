// SPDX-License-Identifier: Apache-2.0
// A connection to the server that sends and receives packets with time limits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "collector/attach/protocol/wire.h"

namespace pstudio::attach {

/// A file descriptor that the destructor closes.
class OwnedFile {
public:
  OwnedFile() = default;
  explicit OwnedFile(int file) : m_file(file) {}
  ~OwnedFile() { reset(); }
  OwnedFile(OwnedFile &&other) noexcept : m_file(std::exchange(other.m_file, -1)) {}
  OwnedFile &operator=(OwnedFile &&other) noexcept {
    std::swap(m_file, other.m_file);
    return *this;
  }

  int get() const { return m_file; }
  explicit operator bool() const { return m_file >= 0; }
  void reset();
  /// Releases the descriptor without closing it.
  int release() { return std::exchange(m_file, -1); }

private:
  int m_file = -1;
};

/// Time limit of answers that the server sends immediately [ms].
inline constexpr uint32_t kAnswerTimeoutMs = 2000;

/// One packet from the server and the file descriptor in it.
struct Packet {
  std::string bytes;
  OwnedFile file;
};

/// Raises no signal and throws no exception. After a failed call the connection is closed, and all
/// later calls fail immediately. [thread: one at a time]
class Connection {
public:
  /// Closed if the server cannot be reached.
  static Connection open(const std::string &path);

  bool isOpen() const { return bool(m_socket); }
  bool send(const std::string &packet);
  /// nullopt after `timeoutMs`, or if the server has closed the connection.
  std::optional<Packet> receive(uint32_t timeoutMs);

  template <class T> bool send(const T &message) { return send(encode(message)); }
  /// Receives a packet that must be an Answer.
  template <class Answer> std::optional<Answer> receiveMessage(uint32_t timeoutMs) {
    const std::optional<Packet> packet = receive(timeoutMs);
    std::optional<Answer> answer = packet ? decode<Answer>(packet->bytes) : std::nullopt;
    if (!answer)
      close();
    return answer;
  }
  /// Does not close the descriptor if the program has meanwhile closed and reused it.
  void close();

private:
  bool isStillTheSocket() const;

  OwnedFile m_socket;
  uint64_t m_inode = 0; ///< of the socket; detects a descriptor that the program has closed
};

/// `text`, cut to at most `mostBytes`.
std::string cut(std::string text, size_t mostBytes = 8192);

} // namespace pstudio::attach
