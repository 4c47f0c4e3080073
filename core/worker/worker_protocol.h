// SPDX-License-Identifier: Apache-2.0
// Worker messages to bytes and back, independent of how the bytes travel (pipe, QProcess, file).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/worker/worker_messages.h"

namespace pstudio {

/// Bytes of a frame before its payload: payload size (u32, little-endian) and message type (u8).
inline constexpr size_t kFrameHeaderBytes = 5;
/// Largest payload [bytes]. A longer one means that the stream is not ours or is damaged.
inline constexpr uint32_t kMaxFramePayload = 16u << 20;

/// The message as one frame. Text that is not UTF-8 has its bad bytes replaced; a message above
/// kMaxFramePayload is an InvalidInput error.
Result<std::vector<std::byte>> encodeMessage(const WorkerMessage &message);

/// Cuts a byte stream into messages, however it arrives. After a failure every call returns that
/// failure: a damaged stream has no next frame. Holds at most one frame and what was appended. [not
/// thread-safe]
class FrameReader {
public:
  /// Adds bytes that arrived.
  void append(std::span<const std::byte> bytes);

  /// The next complete message, nullopt if more bytes are needed, or InvalidFormat with the stream
  /// offset in `where`.
  Result<std::optional<WorkerMessage>> next();

  /// True if next() would give a message, or fail, without more bytes.
  bool hasMessage() const;

  /// Bytes of a frame that has not arrived in full. At the end of a stream it should be 0.
  size_t pendingBytes() const { return m_bytes.size() - m_begin; }

private:
  /// Of the payload that begins next; nothing if its header has not arrived.
  std::optional<uint32_t> nextSize() const;
  std::string position() const;
  tl::unexpected<Error> failAt(std::string message);

  std::vector<std::byte> m_bytes;
  size_t m_begin = 0;      ///< of what has not been taken
  uint64_t m_consumed = 0; ///< stream offset of m_begin
  std::optional<Error> m_failure;
};

/// Fails with Unsupported for a peer of another version, InvalidFormat if the message is not a
/// hello.
Result<void> requireHello(const WorkerMessage &message);

} // namespace pstudio
