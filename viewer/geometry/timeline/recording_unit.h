// SPDX-License-Identifier: Apache-2.0
// The unit that recorded a slice, in the words of its track: a thread, a warp, several warps, or a
// CTA.
#pragma once

#include <string>

#include "core/trace/trace.h"

namespace pstudio {

/// A unit as a fact: "warp" is "3" or "0 TMA", "warps" are "0-1", "warp group" is "1", "thread" is
/// "37".
struct RecordingUnitText {
  std::string label; ///< empty if the track belongs to no unit
  std::string value;
};

/// The unit that the track belongs to. O(depth).
RecordingUnitText recordingUnitOf(const Trace &trace, TrackId track);

} // namespace pstudio
