// SPDX-License-Identifier: Apache-2.0
// A connection to the server: packets out, packets in, never for longer than a deadline.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "collector/attach/protocol/wire.h"

namespace pstudio::attach {

/// A file descriptor that is closed when its owner goes.
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
  /// Gives the descriptor up without closing it.
  int release() { return std::exchange(m_file, -1); }

private:
  int m_file = -1;
};

/// How long the server may take for an answer that it gives at once [ms].
inline constexpr uint32_t kAnswerTimeoutMs = 2000;

/// One packet from the server and the file that came with it.
struct Packet {
  std::string bytes;
  OwnedFile file;
};

/// Raises no signal and throws nothing. Once a call has failed the connection is closed and all
/// later calls fail at once. [thread: one at a time]
class Connection {
public:
  /// Closed if the server cannot be reached.
  static Connection open(const std::string &path);

  bool isOpen() const { return bool(m_socket); }
  bool send(const std::string &packet);
  /// nullopt after `timeoutMs`, and if the server ended the connection.
  std::optional<Packet> receive(uint32_t timeoutMs);

  template <class T> bool send(const T &message) { return send(encode(message)); }
  /// The next packet, which has to be an Answer.
  template <class Answer> std::optional<Answer> receiveMessage(uint32_t timeoutMs) {
    const std::optional<Packet> packet = receive(timeoutMs);
    std::optional<Answer> answer = packet ? decode<Answer>(packet->bytes) : std::nullopt;
    if (!answer)
      close();
    return answer;
  }
  /// Leaves the descriptor alone if it is the program's by now.
  void close();

private:
  bool isStillTheSocket() const;

  OwnedFile m_socket;
  uint64_t m_inode = 0; ///< of the socket: programs close descriptors that they did not open
};

/// `text` without what a packet cannot take.
std::string cut(std::string text, size_t mostBytes = 8192);

} // namespace pstudio::attach
