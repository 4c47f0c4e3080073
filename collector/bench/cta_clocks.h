// SPDX-License-Identifier: Apache-2.0
// How long a kernel ran on its SMs in cycles, recorded or not: clocks around it, added to its PTX.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/base/result.h"

namespace pstudio::bench {

/// 64-bit words that each warp stores: its begin and end in cycles, begin and end of the global
/// timer [ns], and its SM.
inline constexpr uint32_t kWarpClockWords = 8;
inline constexpr uint64_t kWarpClockBytes = kWarpClockWords * sizeof(uint64_t);

/// `ptx` with one more parameter at the end of the entry `entry`: memory of kWarpClockBytes for
/// each warp of the grid, CTA after CTA. The first lane of each warp reads the clocks first and
/// before every return and stores them; nothing else of the kernel changes, so a kernel with and
/// without records are measured alike. `threadsPerCta` as launched. InvalidFormat if the text has
/// no such entry, or its body does not have the form that the compiler gives it.
Result<std::string> withWarpClocks(const std::string &ptx, const std::string &entry,
                                   uint32_t threadsPerCta);

/// What the clocks of all warps say of one launch.
struct KernelSpan {
  double cycles = 0.0;      ///< of the SM that was busy longest: last end - first begin there
  double nanoseconds = 0.0; ///< last end - first begin over all SMs, by the global timer
};

/// WrongResult if a warp did not store its clocks (the memory was filled with 0xff before).
/// O(warps).
Result<KernelSpan> spanOf(std::span<const std::byte> clocks);

} // namespace pstudio::bench
