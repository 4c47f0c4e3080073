// SPDX-License-Identifier: Apache-2.0
// Strong numbers: a cycle count is never added to a time, nor a byte count to an index.
#pragma once

#include <compare>
#include <cstdint>

namespace pstudio {

/// A number with a unit. Same-unit arithmetic only; `.value` is the way out, and names the unit at
/// the call. `Tag` makes the type distinct. Overflow is the caller's matter, as with the plain
/// integer.
template <class Tag, class Rep> struct Quantity {
  Rep value = 0;

  constexpr Quantity() = default;
  constexpr explicit Quantity(Rep v) : value(v) {}

  constexpr auto operator<=>(const Quantity &) const = default;
  constexpr Quantity operator+(Quantity o) const { return Quantity(value + o.value); }
  constexpr Quantity operator-(Quantity o) const { return Quantity(value - o.value); }
  constexpr Quantity &operator+=(Quantity o) {
    value += o.value;
    return *this;
  }
  constexpr Quantity &operator-=(Quantity o) {
    value -= o.value;
    return *this;
  }
};

/// Ticks of one SM's (CU's) counter. Only a ClockMap turns them into time.
using Cycles = Quantity<struct CyclesTag, int64_t>;
/// Whole nanoseconds, absolute (the unit of files and of the GPU's global timer).
using Nanoseconds = Quantity<struct NanosecondsTag, int64_t>;
/// Picoseconds relative to a trace's origin: the time of everything inside a Trace. One cycle of a
/// GPU is about half a nanosecond, so whole nanoseconds would merge neighbouring cycles. Range
/// +-106 days.
using Picoseconds = Quantity<struct PicosecondsTag, int64_t>;
/// A size or offset in bytes.
using Bytes = Quantity<struct BytesTag, uint64_t>;

/// Rounds down, for negative times too.
constexpr Nanoseconds floorToNanoseconds(Picoseconds p) {
  return Nanoseconds(p.value >= 0 ? p.value / 1000 : -((-p.value + 999) / 1000));
}
constexpr Picoseconds toPicoseconds(Nanoseconds n) {
  return Picoseconds(n.value * 1000);
}

} // namespace pstudio
