// SPDX-License-Identifier: Apache-2.0
// CUPTI's records of kernels, copies and sets, as events.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "collector/attach/shim/cupti_api.h"
#include "collector/attach/shim/event_log.h"

namespace pstudio::attach {

/// Numbers of records that were read.
struct ActivityCounts {
  std::atomic<uint64_t> kernels = 0;
  std::atomic<uint64_t> correlations = 0; ///< of launches of the shim
};

/// Writes the records of a buffer that CUPTI has filled as events. Records that CUPTI dropped, that
/// have no times, or that are of an unknown kind count as lost. [thread: any]
void writeActivities(const CuptiApi &api, uint8_t *buffer, size_t bytes, EventLog &events,
                     ActivityCounts &counts);

} // namespace pstudio::attach
