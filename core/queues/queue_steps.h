// SPDX-License-Identifier: Apache-2.0
// What the units of one CTA recorded of their asynchronous queues: the input of QueueReplay.
#pragma once

#include <cstdint>
#include <vector>

#include "core/queues/async_site.h"

namespace pstudio::analysis {

/// One step that a unit recorded.
struct QueueStep {
  int64_t begin = 0; ///< [cycles] of its start; where that was dropped, the earliest it can be
  int64_t end = 0;   ///< [cycles] of its end, >= begin; of a moment = begin
  AsyncSite site;
  uint16_t operation = 0; ///< id of the static operation
  uint16_t key = 0;       ///< as AsyncSite says
  bool hasBegin = true;   ///< the start was recorded
  bool hasEnd = true;     ///< the end was recorded; of a moment true
};

/// The steps of one unit, in the order of their records; one whose start was dropped stands where
/// its end was recorded. Begins of those that have one do not decrease.
struct QueueUnit {
  std::vector<QueueStep> steps;
  /// Positions in `steps` in front of which records were dropped in the middle, ascending; at most
  /// steps.size().
  std::vector<uint32_t> gaps = {};
  int64_t begin = 0;          ///< [cycles] of the unit's first record of any kind
  int64_t end = 0;            ///< [cycles] of its last one
  bool oldestDropped = false; ///< what it recorded first is not here
  bool newestDropped = false; ///< what it recorded last is not here, or it never reached its end
};

} // namespace pstudio::analysis
