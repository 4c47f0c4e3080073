// SPDX-License-Identifier: Apache-2.0
// The messages of a worker, from the first byte of its output: handshake and frames.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/worker/worker_protocol.h"

namespace pstudio {

/// Text before the hello of a worker: a local worker prints none, the login shell of another
/// machine may.
enum class Banner { Rejected, Skipped };

/// Splits a worker's output into messages and checks that the first one is a hello of this
/// version. [not thread-safe]
class MessageStream {
public:
  /// Longest banner [bytes].
  static constexpr size_t kMaxBannerBytes = 64u << 10;

  explicit MessageStream(Banner banner) : m_hasBegun(banner == Banner::Rejected) {}

  /// Adds bytes that arrived. InvalidFormat after kMaxBannerBytes without a hello.
  Result<void> append(std::span<const std::byte> bytes);
  /// The next message; nullopt if more bytes are needed. Unsupported for a hello of another
  /// version, InvalidFormat for other data.
  Result<std::optional<WorkerMessage>> next();
  /// True if next() would return a message, or fail, without more bytes.
  bool hasMessage() const { return m_frames.hasMessage(); }

  /// True once next() has returned the hello.
  bool hasHello() const { return m_hasHello; }
  /// The printable text before the hello; all text while there is none.
  std::string banner() const;

private:
  FrameReader m_frames;
  std::vector<std::byte> m_banner; ///< with all bytes until the hello is complete
  size_t m_searchedBytes = 0;      ///< of m_banner; no hello begins in them
  bool m_hasBegun;                 ///< the banner has ended
  bool m_hasHello = false;
};

} // namespace pstudio
