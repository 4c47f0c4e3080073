// SPDX-License-Identifier: Apache-2.0
// The recorded steps of the asynchronous queues of one CTA's units: the input of QueueReplay.
#pragma once

#include <cstdint>
#include <vector>

#include "core/queues/async_site.h"

namespace pstudio::analysis {

/// One step that a unit recorded.
struct QueueStep {
  int64_t begin = 0; ///< [cycles] of its start; if that was dropped, the earliest possible time
  int64_t end = 0;   ///< [cycles] of its end, >= begin; of a moment = begin
  AsyncSite site;
  uint16_t operation = 0; ///< id of the static operation
  uint16_t key = 0;       ///< as in AsyncSite
  bool hasBegin = true;   ///< the start was recorded
  bool hasEnd = true;     ///< the end was recorded; of a moment true
};

/// The steps of one unit, in the order of their records. A step whose start was dropped is at the
/// position of its end. Recorded begins do not decrease.
struct QueueUnit {
  std::vector<QueueStep> steps;
  /// Positions in `steps` before which records in the middle were dropped, ascending; at most
  /// steps.size().
  std::vector<uint32_t> gaps = {};
  int64_t begin = 0;          ///< [cycles] of the unit's first record of any kind
  int64_t end = 0;            ///< [cycles] of its last one
  bool oldestDropped = false; ///< the unit's first records are missing
  bool newestDropped = false; ///< the last records are missing, or the unit did not end
};

} // namespace pstudio::analysis
