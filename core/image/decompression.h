// SPDX-License-Identifier: Apache-2.0
// Decompresses the payload of an image's entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/base/result.h"

namespace pstudio::image {

/// Largest decompressed payload. The machine code of all instances of a large library's kernels
/// needs less. [bytes]
inline constexpr uint64_t kMaxPayloadBytes = uint64_t{256} << 20;

/// An LZ4 block (no frame) of exactly `size` decompressed bytes. InvalidFormat for damaged bytes or
/// another size. Memory: at most 255 times the input.
Result<std::string> decompressLz4(std::span<const std::byte> bytes, uint64_t size);

/// A zstd frame of exactly `size` decompressed bytes. InvalidFormat for damaged bytes or another
/// size. Memory: at most twice of what the frame contains, whatever its header states.
Result<std::string> decompressZstd(std::span<const std::byte> bytes, uint64_t size);

} // namespace pstudio::image
