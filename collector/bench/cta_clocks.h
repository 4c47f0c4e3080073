// SPDX-License-Identifier: Apache-2.0
// Measures the duration of a kernel on its SMs in cycles, recorded or not: adds clocks around it to
// its PTX.
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
/// each warp of the grid, CTA after CTA. The first lane of each warp reads the clocks at the begin
/// and before every return and stores them. The rest of the kernel does not change, so kernels with
/// and without records are measured in the same way. `threadsPerCta` as launched. InvalidFormat if
/// the text has no such entry, or if its body does not have the form that the compiler generates.
Result<std::string> withWarpClocks(const std::string &ptx, const std::string &entry,
                                   uint32_t threadsPerCta);

/// Duration of one launch, from the clocks of all warps.
struct KernelSpan {
  double cycles = 0.0;      ///< of the SM with the longest time: its last end - its first begin
  double nanoseconds = 0.0; ///< last end - first begin over all SMs, by the global timer
};

/// WrongResult if a warp did not store its clocks (the memory was filled with 0xff before).
/// O(warps).
Result<KernelSpan> spanOf(std::span<const std::byte> clocks);

} // namespace pstudio::bench
