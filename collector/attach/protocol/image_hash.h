// SPDX-License-Identifier: Apache-2.0
// A fast hash of code images, which are too large for a digest at each load.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pstudio::attach {

/// Hash of `bytes`, continued from `before`. Detects other contents, not an intended collision.
/// 8 bytes in one multiplication.
inline uint64_t imageHash(std::string_view bytes, uint64_t before = 0x9e3779b97f4a7c15) {
  constexpr uint64_t kFactor = 0xff51afd7ed558ccd;
  uint64_t hash = before ^ bytes.size();
  while (!bytes.empty()) {
    uint64_t word = 0;
    const size_t size = std::min(bytes.size(), sizeof word);
    std::memcpy(&word, bytes.data(), size);
    bytes.remove_prefix(size);
    hash = (hash ^ word) * kFactor;
    hash ^= hash >> 32;
  }
  return hash;
}

/// Size of the first and of the last bytes of an image that ImageSeen::check covers.
inline constexpr uint64_t kCheckedBytes = 4096;

/// ImageSeen::check of an image with these first and last bytes, kCheckedBytes of each, or all.
inline uint64_t imageCheck(std::string_view first, std::string_view last) {
  return imageHash(last, imageHash(first));
}

} // namespace pstudio::attach
