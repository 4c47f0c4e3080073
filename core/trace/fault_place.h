// SPDX-License-Identifier: Apache-2.0
// The thread that a fault ended, in a message and in a trace.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "core/trace/trace.h"

namespace pstudio {

/// "thread (17,0,0) of CTA (2,0,0)": how messages about faults name a thread. faultPlace() reads
/// it.
std::string threadText(const std::array<uint32_t, 3> &thread, const std::array<uint32_t, 3> &cta);

/// Where a fault ended a launch.
struct FaultPlace {
  TrackId unit;  ///< of the thread: a warp, or what the granularity of the recording selects
  SliceId slice; ///< the last one that the unit has recorded, innermost
};

/// The unit of the thread that ended the last launch, as the note of the failed run names it. None
/// without such a note, without a thread in it, and if the trace has no slice of the unit.
/// O(tracks).
std::optional<FaultPlace> faultPlace(const Trace &trace);

} // namespace pstudio
