// SPDX-License-Identifier: Apache-2.0
// The time of day for people: of runs and measurements, never for durations.
#pragma once

#include <cstdint>
#include <string>

namespace pstudio {

/// Now, as ISO 8601 in UTC: "2026-11-21T11:28:58Z". [thread: any]
std::string currentDate();

/// The same of a time in seconds since 1970-01-01 UTC; empty for a year that is not 1970 to 9999.
/// [thread: any]
std::string dateOf(int64_t unixSeconds);

} // namespace pstudio
