// SPDX-License-Identifier: Apache-2.0
// Alignment of shared buffers, which every target applies and analyses rely on. Does not depend on
// MLIR and LLVM.
#pragma once

#include <algorithm>
#include <cstdint>

namespace pstudio {

/// Every shared buffer starts at a multiple of this [bytes]: any element type can be accessed 16
/// bytes at a time.
inline constexpr uint64_t kSharedBufferAlignment = 16;
/// Bytes that shared memory delivers to a warp in one pass: 32 banks of 4 bytes.
inline constexpr uint64_t kBankRowBytes = 128;

/// Every shared buffer of `bytes` bytes starts at a multiple of this: the largest power of two up
/// to `most` that costs no padding between buffers of that length. So the banks of each lane of a
/// swizzled access are known at compile time. A target may align buffers more.
constexpr uint64_t sharedAlignmentOf(uint64_t bytes, uint64_t most = kBankRowBytes) {
  const uint64_t dividing = bytes & (~bytes + 1);
  return std::clamp(dividing, kSharedBufferAlignment, most);
}

} // namespace pstudio
