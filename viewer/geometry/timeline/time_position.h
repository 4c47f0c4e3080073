// SPDX-License-Identifier: Apache-2.0
// A time or cycle that a user types: "1.25 us", "2,500 cyc", "+100 ns".
#pragma once

#include <string_view>

#include "core/base/result.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Reference values of a typed time.
struct TimePositionContext {
  Picoseconds from;                 ///< "+100 ns" is relative to it
  const ClockLine *clock = nullptr; ///< of cycles; null if there is none
  TimeRange bounds;                 ///< the position lies in it, ends included
};

/// Accepts a number with s, ms, us, ns, ps or cyc; commas may separate thousands. "+" and "-" move
/// by that much from the context's time; "=" before a sign makes it a position: "=-20 ns". Errors
/// explain what is missing or wrong.
Result<Picoseconds> parseTimePosition(std::string_view text, const TimePositionContext &context);

} // namespace pstudio
