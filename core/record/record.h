// SPDX-License-Identifier: Apache-2.0
// One decoded record, whatever format it came from.
#pragma once

#include <cstdint>

#include "core/record/record_layout.h"

namespace pstudio::record {

/// Lane mask of a record without divergence.
inline constexpr uint64_t kAllLanes = ~uint64_t{0};

/// A record of one unit, with its further slots folded in.
struct Record {
  Kind kind = Kind::Unwritten;
  uint16_t operation = 0; ///< OperationId of the static operation
  /// Instance of an event; MemoryAccess: number of addresses; ClockEpoch: kKeyEpochMask; else 0.
  uint16_t key = 0;
  uint8_t lane = 0;  ///< Value: the lane of the warp whose value it is
  bool wide = false; ///< Value: of 64 bits
  bool partial = false; ///< recorded with only the lanes of `laneMask` active
  /// `cycles` may be wrong by whole periods of the stored clock: see unwrapClocks().
  bool isUncertain = false;
  uint32_t clock = 0;   ///< as stored: the low 32 bits of the counter [cycles]
  /// Value: the user's bits; MemoryAccess: index of its first address; ClockEpoch: clock bits
  /// 63..32
  uint64_t payload = 0;
  uint64_t laneMask = kAllLanes; ///< active lanes if `partial`
  int64_t cycles =
      0; ///< the whole counter; 0 until the clocks of the segment are unwrapped [cycles]

  bool operator==(const Record &) const = default;
};

/// One Address slot of an access.
struct LaneAddress {
  uint64_t address = 0;
  uint32_t lane = 0;
  bool operator==(const LaneAddress &) const = default;
};

} // namespace pstudio::record
