// SPDX-License-Identifier: Apache-2.0
// Times of Chrome JSON, which are decimal microseconds, without the loss of a double.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace pstudio {

/// A time as whole nanoseconds and picoseconds 0..999 on top.
struct PreciseTime {
  int64_t nanoseconds = 0;
  uint16_t picoseconds = 0;
};

/// Decimal microseconds ("12.5", "-3", "1e3"), rounded to the nearest picosecond. None if it is no
/// number or its nanoseconds do not fit 64 bits.
std::optional<PreciseTime> parseMicroseconds(std::string_view text);
/// Whole microseconds.
std::optional<PreciseTime> fromMicroseconds(int64_t microseconds);
/// All of it in picoseconds, or none if that does not fit.
std::optional<int64_t> toPicoseconds(PreciseTime time);

} // namespace pstudio
