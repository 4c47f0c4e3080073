// SPDX-License-Identifier: Apache-2.0
// The numbers of the CPU target's timing model that are not instruction costs
// (codegen/cpu/cost_table.h has those).
#pragma once

#include <cstdint>

namespace pstudio::cpu {

/// A loop that polls memory lets other lanes of the warp, then other warps, go first at its
/// iteration of this number, and at every kPollsBetweenYields-th one after it. More than the lanes
/// of a warp: where each iteration of a compare-and-swap loop succeeds in one lane, lanes need not
/// diverge.
inline constexpr uint64_t kPollsBeforeFirstYield = 40;
inline constexpr uint64_t kPollsBetweenYields = 8;

/// All times are virtual cycles; the virtual SM runs at 1 GHz, so one cycle is one nanosecond of
/// the global timer.
struct ModelParameters {
  uint32_t smCount = 4;            ///< CTA i runs on SM i mod smCount, one at a time
  uint32_t lanesPerWarp = 32;      ///< at most 32
  int64_t copyLatencyCycles = 500; ///< from the start of an asynchronous copy to its first byte
  int64_t copyBytesPerCycle = 16;  ///< bandwidth of one SM's copy engine
  int64_t launchGapCycles = 2000;  ///< between the end of a launch and the start of the next
  uint64_t maxSharedBytes = 227 * 1024; ///< shared memory that one CTA may have [bytes]
  uint32_t maxThreadsPerCta = 1024;
};

} // namespace pstudio::cpu
