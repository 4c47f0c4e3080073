// SPDX-License-Identifier: Apache-2.0
// Where shared buffers begin: what every target lays out by, and what analyses rely on. Knows
// nothing of MLIR and LLVM.
#pragma once

#include <algorithm>
#include <cstdint>

namespace pstudio {

/// Every shared buffer starts at a multiple of this [bytes]: any element type can be accessed 16
/// bytes at a time.
inline constexpr uint64_t kSharedBufferAlignment = 16;
/// What shared memory gives to a warp in one turn [bytes]: 32 banks of 4.
inline constexpr uint64_t kBankRowBytes = 128;

/// Every shared buffer of `bytes` bytes starts at a multiple of this: the largest power of two up
/// to `most` that costs no padding between buffers of that length. So it is known which lanes of a
/// swizzled access meet which banks. A target may align buffers more.
constexpr uint64_t sharedAlignmentOf(uint64_t bytes, uint64_t most = kBankRowBytes) {
  const uint64_t dividing = bytes & (~bytes + 1);
  return std::clamp(dividing, kSharedBufferAlignment, most);
}

} // namespace pstudio
