// SPDX-License-Identifier: Apache-2.0
// Profile buffers in few bytes: differences of slots, byte by byte, compressed.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/base/result.h"

namespace pstudio::record {

/// Compresses a profile buffer. Clocks of neighbouring records differ little, so differences taken
/// slot by slot and laid out byte plane by byte plane (FORMAT.md) halve what zlib alone leaves.
/// O(bytes).
Result<std::string> packBuffer(std::span<const std::byte> buffer);

/// The inverse. Fails with InvalidFormat if `packed` is damaged or holds anything but exactly
/// `sizeBytes` bytes; never uses more memory than about twice that. O(bytes).
Result<std::string> unpackBuffer(std::span<const std::byte> packed, size_t sizeBytes);

} // namespace pstudio::record
