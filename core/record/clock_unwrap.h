// SPDX-License-Identifier: Apache-2.0
// From the 32-bit clocks of records to the whole 64-bit counter. A wrap never ends decoding.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/record/record.h"

namespace pstudio::record {

/// Largest decrease between neighbouring records of a unit that is not a wrap: diverged groups of
/// lanes take their slots and read their clocks in slightly different orders [cycles].
inline constexpr uint32_t kMaxBackstep = 1u << 20;
/// Valid counters are below this; larger ones are damaged [cycles]. 73 years at 2 GHz.
inline constexpr int64_t kMaxCycles = int64_t{1} << 62;

/// The counter values in the block header.
struct ClockBounds {
  int64_t begin = 0;          ///< counter at initialize, 0 .. kMaxCycles
  std::optional<int64_t> end; ///< counter at finalize; none if it was never reached
};

/// Counts of wraps and of irregular clocks.
struct ClockUnwrapCounts {
  uint64_t wraps = 0;         ///< wraps of the low 32 bits between two records
  uint64_t backsteps = 0;     ///< records whose clock is before that of the preceding record
  uint64_t ignoredEpochs = 0; ///< epoch records that contradict the header
  uint64_t unanchored = 0; ///< records whose whole wraps are not certain: neither an epoch nor the
                           ///< end is known and older records were dropped
  uint64_t uncertain = 0;  ///< records with isUncertain: wraps near them are missing
  /// Records of units that ran for 2^32 cycles and dropped older records: wraps between them can be
  /// missing, and nothing in the block shows it.
  uint64_t unchecked = 0;

  ClockUnwrapCounts &operator+=(const ClockUnwrapCounts &other);
};

/// Fills Record::cycles of one unit's records, which are in order.
///
/// Clocks after an epoch record count forward from it. Those before the first epoch count backward
/// from it; if it has a key (kKeyEpochAfterWait) and no older records were dropped, forward from
/// the begin of the block. Without an epoch they count backward from the end of the block, or, if
/// the block never reached its end, forward from its begin. Exact if neighbours (and the anchor and
/// its neighbour) are less than 2^32 - kMaxBackstep cycles apart.
///
/// Anchors are the block's begin and end, epoch records, and a record directly after an epoch with
/// the same clock. If the time between two anchors is longer than the distances of the records
/// between them add up to, one of the distances lacks whole periods of 2^32 cycles. Which one is
/// unknown: these records are marked as uncertain and all get the time of the second anchor, the
/// latest that is possible. Exact are distances that a writer encloses in two epochs, which contain
/// no records, and records before an epoch with kKeyEpochAfterWait: the distance to the epoch is
/// the only one that lacks periods. O(records). [thread: any]
ClockUnwrapCounts unwrapClocks(std::span<Record> records, const ClockBounds &bounds,
                               bool oldestDropped);

/// The value nearest to `reference` whose low `bits` bits are those of `clock`. bits: 1 .. 62.
int64_t nearestCongruent(int64_t reference, uint64_t clock, unsigned bits);

} // namespace pstudio::record
