// SPDX-License-Identifier: Apache-2.0
// Finds the hello of a worker after text of a login shell.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace pstudio {

/// Reads a stream up to its first hello frame, of whatever version. [not thread-safe]
class HelloFinder {
public:
  /// Longest text before a hello [bytes].
  static constexpr size_t kMostBannerBytes = 64u << 10;

  /// Adds bytes that arrived. Returns the frame of the complete hello and the bytes after it, for a
  /// FrameReader; nothing before. InvalidFormat after kMostBannerBytes without a hello. Must not be
  /// called after either.
  Result<std::optional<std::vector<std::byte>>> append(std::span<const std::byte> bytes);

  /// The printable text before the hello; all text while there is none.
  std::string banner() const;

private:
  std::vector<std::byte> m_bytes;
  size_t m_bannerBytes = 0; ///< before the hello
};

} // namespace pstudio
