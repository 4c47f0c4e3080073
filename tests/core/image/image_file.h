// SPDX-License-Identifier: Apache-2.0
// The images of tests/core/image/images.
#pragma once

#include <fstream>
#include <iterator>
#include <span>
#include <string>

namespace pstudio::image {

/// The bytes of a file of the folder; empty if it cannot be read.
inline std::string imageFile(const std::string &name) {
  std::ifstream file(PSTUDIO_SOURCE_DIR "/tests/core/image/images/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline std::span<const std::byte> bytesOf(const std::string &text) {
  return std::as_bytes(std::span(text));
}

} // namespace pstudio::image
