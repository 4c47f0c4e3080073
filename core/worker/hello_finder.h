// SPDX-License-Identifier: Apache-2.0
// Finds where a worker begins to speak: a login shell may print something before it.
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
  /// How much a remote worker may print before its hello [bytes]; more means that it never comes.
  static constexpr size_t kMostBannerBytes = 64u << 10;

  /// Adds bytes that arrived. Once the hello is there in full: its frame and what came behind it,
  /// for a FrameReader; nothing before that. InvalidFormat once kMostBannerBytes came without one.
  /// To be called no more after either.
  Result<std::optional<std::vector<std::byte>>> append(std::span<const std::byte> bytes);

  /// What came before the hello, as text of printable characters; all there is before it is found.
  std::string banner() const;

private:
  std::vector<std::byte> m_bytes;
  size_t m_bannerBytes = 0; ///< that are known to be before the hello
};

} // namespace pstudio
