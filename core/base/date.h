// SPDX-License-Identifier: Apache-2.0
// The time of day for people: of runs and measurements, never for durations.
#pragma once

#include <string>

#include "core/base/units.h"

namespace pstudio {

/// Now, as ISO 8601 in UTC: "2026-11-21T11:28:58Z". [thread: any]
std::string currentDate();

/// A time since 1970 in the same form, without its fraction of a second; empty if it is before
/// 2000, as of clocks that count from another moment. [thread: any]
std::string dateOf(Nanoseconds sinceEpoch);

} // namespace pstudio
