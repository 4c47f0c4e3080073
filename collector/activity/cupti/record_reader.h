// SPDX-License-Identifier: Apache-2.0
// Converts a buffer of CUPTI's records to an ActivityLog.
#pragma once

#include <cstdint>
#include <span>

#include "collector/activity/activity_log.h"
#include "collector/activity/cupti/cupti_library.h"

namespace pstudio::cupti {

/// Appends the records of `buffer`, whose first bytes hold whole records, to `log`. Calls that only
/// poll for completion or query the current context are left out: the waiting of this program makes
/// thousands of them. O(records).
void readRecords(const Library &library, std::span<uint8_t> buffer, activity::ActivityLog &log);

/// True for calls that are left out.
bool isPollingCall(uint32_t function);

/// All of these calls, so that the library does not record them.
std::span<const DriverCall> pollingCalls();

} // namespace pstudio::cupti
