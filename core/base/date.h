// SPDX-License-Identifier: Apache-2.0
// The time of day for people: of runs and measurements, never for durations.
#pragma once

#include <string>

namespace pstudio {

/// Now, as ISO 8601 in UTC: "2026-11-21T11:28:58Z". [thread: any]
std::string currentDate();

} // namespace pstudio
