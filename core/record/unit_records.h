// SPDX-License-Identifier: Apache-2.0
// The records of one unit, decoded but not yet matched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/record/record.h"

namespace pstudio::record {

/// Slots of a streamed unit that were dropped.
struct SlotGap {
  size_t record = 0; ///< index of the first record after the gap
  uint64_t slots = 0;
};

/// The records of one unit, in order and with their cycles.
struct UnitRecords {
  uint32_t number = 0; ///< of the unit in its CTA
  bool oldestDropped = false;
  bool newestDropped = false; ///< the unit's last records may be missing
  std::vector<Record> records;
  std::vector<SlotGap> gaps = {};          ///< in order
  std::vector<LaneAddress> addresses = {}; ///< of accesses, which refer to them by index and number
};

} // namespace pstudio::record
