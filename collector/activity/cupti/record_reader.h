// SPDX-License-Identifier: Apache-2.0
// From a buffer of CUPTI's records to an ActivityLog.
#pragma once

#include <cstdint>
#include <span>

#include "collector/activity/activity_log.h"
#include "collector/activity/cupti/cupti_library.h"

namespace pstudio::cupti {

/// Appends the records of `buffer`, whose first bytes hold whole records, to `log`. Calls that only
/// ask whether something is done or which context is current are left out: our own waiting makes
/// thousands of them. O(records).
void readRecords(const Library &library, std::span<uint8_t> buffer, activity::ActivityLog &log);

/// Whether a call is one of those that are left out.
bool isPollingCall(uint32_t function);

/// All of them, to tell the library not to record them in the first place.
std::span<const DriverCall> pollingCalls();

} // namespace pstudio::cupti
