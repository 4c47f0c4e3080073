// SPDX-License-Identifier: Apache-2.0
// Text form of numbers: always with a unit and thousands separators. An unknown value is a dash,
// never 0. Times are in the unit of timeStyle(); the examples below are those of
// TimeStyle::Automatic.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/number_text.h"
#include "core/base/units.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Text of an unknown value.
inline constexpr const char *kUnknownText = "\u2013";

/// "12,288", "-1,024".
std::string formatCount(int64_t value);

/// Three significant digits of any number, without trailing zeros: "4", "31.8", "1,024". A dash if
/// not finite.
std::string formatMean(double value);

/// Three significant digits in the unit that suits the size, exact below 1 KiB: "512 bytes",
/// "28.0 MiB".
std::string formatBytes(uint64_t bytes);

/// A value of a counter with its unit: "12,288 rows", "0.0625", "-1.5e-07 J", "not a number".
/// Integers are exact up to 2^53, others have 6 significant digits.
std::string formatNumber(double value, std::string_view unit = {});

/// Exact, in ns with as many decimals as are not zero: "1,512.6 ns", "0.001 ns", "-20 ns".
std::string formatExact(Picoseconds time);

/// `time` of a trace whose time 0 is at `origin`, exact: "1,763,823,619,000,012.5 ns".
std::string formatAbsolute(Nanoseconds origin, Picoseconds time);

/// Three significant digits in the unit that suits the size: "21.7 ns", "1.20 us", "412 us", "3.05
/// s".
std::string formatShort(Picoseconds duration);

/// Zero in the smallest unit of times: "0 ns".
std::string formatZero();

/// A bound to either side: "\u00B112.3 ns".
std::string formatBound(Picoseconds bound);

/// The rate of a clock in GHz, four significant digits: "1.980 GHz".
std::string formatFrequency(double picosecondsPerCycle);

/// A number of cycles, not always whole, without trailing zeros: "12.6", "35".
std::string formatCycleCost(double cycles);

/// "43 cycles", "1 cycle", or the dash.
std::string formatCycles(std::optional<Cycles> cycles);

/// The exact length of a slice; the dash where its begin or its end was not recorded.
std::string formatSliceDuration(const Slice &slice);

/// The cycles of a slice, or the dash as above; "43 cycles as recorded" where its times have the
/// cost of recording subtracted, which its cycles never have.
std::string formatSliceCycles(const Trace &trace, const Slice &slice);

/// Three significant digits of a share of one: 0.848 is "84.8 %". A dash if not finite.
std::string formatPercent(double share);

/// An exact time and its cycles, if they are known: "632 ns, 1,251 cycles"; cycles first with
/// TimeStyle::Cycles.
std::string formatLength(Picoseconds length, std::optional<Cycles> cycles);

/// "1,204 .. 1,836 ns (632 ns, 1,251 cycles)"; without cycles if they are not known.
std::string formatRange(TimeRange range, std::optional<Cycles> cycles);

/// The cycles that `duration` lasts on `clock`, or nothing without a clock.
std::optional<Cycles> cyclesIn(const ClockLine *clock, TimeRange range);

} // namespace pstudio
