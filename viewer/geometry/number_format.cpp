// SPDX-License-Identifier: Apache-2.0
// Number formatting without the locale's rules: the same text on every machine and in every test.
#include "viewer/geometry/number_format.h"

#include "viewer/geometry/time_style.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace pstudio {
namespace {

uint64_t magnitude(int64_t value) {
  return value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
}

/// A unit of 10^`decimals` ps.
struct ShownUnit {
  int decimals;
  const char *name;
};
constexpr ShownUnit kNanoseconds = {3, "ns"};

constexpr double kMinWithoutExponent = 1e-4; // of significantText()

/// The unit of all times; nothing if it depends on their size.
std::optional<ShownUnit> fixedUnit() {
  switch (timeStyle()) {
  case TimeStyle::Nanoseconds:
    return kNanoseconds;
  case TimeStyle::Microseconds:
    return ShownUnit{6, "us"};
  case TimeStyle::Milliseconds:
    return ShownUnit{9, "ms"};
  case TimeStyle::Automatic:
  case TimeStyle::Cycles:
    break;
  }
  return std::nullopt;
}

ShownUnit exactUnit() {
  return fixedUnit().value_or(kNanoseconds);
}

/// A count of picoseconds, in digits, with the decimals that are not zero.
std::string exactNumber(bool isNegative, std::string digits, const ShownUnit &unit) {
  const auto places = static_cast<size_t>(unit.decimals);
  if (digits.size() <= places)
    digits.insert(0, places + 1 - digits.size(), '0');
  std::string decimals = digits.substr(digits.size() - places);
  digits.resize(digits.size() - places);
  decimals.erase(decimals.find_last_not_of('0') + 1);
  return (isNegative ? "-" : "") + groupedDigits(std::move(digits)) +
         (decimals.empty() ? "" : "." + decimals);
}

std::string exactNumber(Picoseconds time) {
  return exactNumber(time.value < 0, std::to_string(magnitude(time.value)), exactUnit());
}

/// Three significant digits, also of a time that is small in the fixed unit.
std::string inFixedUnit(Picoseconds time, const ShownUnit &unit) {
  const double value = static_cast<double>(time.value) / std::pow(10.0, unit.decimals);
  const double size = std::fabs(value);
  std::string number = size < 1 ? significantText(value, 3) : threeDigits(value);
  if (size > 0 && size < kMinWithoutExponent) {
    number = fixedText(value, 2 - static_cast<int>(std::floor(std::log10(size))));
    number.erase(number.find_last_not_of('0') + 1);
  }
  return number + " " + unit.name;
}

} // namespace

std::string formatCount(int64_t value) {
  return (value < 0 ? "-" : "") + countText(magnitude(value));
}

std::string formatMean(double value) {
  if (!std::isfinite(value))
    return kUnknownText;
  return value == std::floor(value) && std::fabs(value) < 1e15
             ? formatCount(static_cast<int64_t>(value))
             : threeDigits(value);
}

std::string formatBytes(uint64_t bytes) {
  if (bytes < 1024)
    return countText(bytes, "byte", "bytes");
  const BinaryAmount amount = inBinaryUnit(static_cast<double>(bytes));
  return threeDigits(amount.value) + " " + amount.unit;
}

std::string formatNumber(double value, std::string_view unit) {
  constexpr double kExact = 9007199254740992.0; // 2^53
  std::string text;
  if (std::isnan(value))
    text = "not a number";
  else if (std::isinf(value))
    text = value > 0 ? "infinite" : "-infinite";
  else if (value == std::floor(value) && std::fabs(value) <= kExact)
    text = formatCount(static_cast<int64_t>(value));
  else {
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.6g", value);
    text = buffer.data();
  }
  return unit.empty() || !std::isfinite(value) ? text : text + " " + std::string(unit);
}

std::string formatExact(Picoseconds time) {
  return exactNumber(time) + " " + exactUnit().name;
}

std::string formatAbsolute(Nanoseconds origin, Picoseconds time) {
  constexpr int64_t kPicoseconds = 1000;
  int64_t rest = (time.value % kPicoseconds + kPicoseconds) % kPicoseconds;
  int64_t whole = 0; // nanoseconds, rounded down
  if (__builtin_add_overflow(origin.value, (time.value - rest) / kPicoseconds, &whole))
    return kUnknownText;
  const bool isNegative = whole < 0;
  if (isNegative && rest != 0) { // both parts towards zero
    ++whole;
    rest = kPicoseconds - rest;
  }
  const std::string digits =
      std::to_string(magnitude(whole)) + std::to_string(kPicoseconds + rest).substr(1);
  const size_t first = std::min(digits.find_first_not_of('0'), digits.size() - 1);
  return exactNumber(isNegative, digits.substr(first), exactUnit()) + " " + exactUnit().name;
}

std::string formatShort(Picoseconds duration) {
  if (const auto unit = fixedUnit())
    return inFixedUnit(duration, *unit);
  return durationText(duration);
}

std::string formatBound(Picoseconds bound) {
  return "\u00B1" + formatShort(bound);
}

std::string formatFrequency(double picosecondsPerCycle) {
  if (!(picosecondsPerCycle > 0) || !std::isfinite(picosecondsPerCycle))
    return kUnknownText;
  const double gigahertz = 1000.0 / picosecondsPerCycle;
  return fixedText(gigahertz, gigahertz >= 10 ? 2 : 3) + " GHz";
}

std::string formatCycleCost(double cycles) {
  if (!std::isfinite(cycles))
    return kUnknownText;
  const std::string number = fixedText(cycles, 1);
  return number.ends_with(".0") ? number.substr(0, number.size() - 2) : number;
}

std::string formatCycles(std::optional<Cycles> cycles) {
  if (!cycles)
    return kUnknownText;
  return formatCount(cycles->value) + (cycles->value == 1 ? " cycle" : " cycles");
}

std::string formatSliceDuration(const Slice &slice) {
  return isWholeSlice(slice.flags) ? formatExact(slice.time.length()) : std::string(kUnknownText);
}

std::string formatSliceCycles(const Trace &trace, const Slice &slice) {
  if (!slice.hasCycles || !isWholeSlice(slice.flags))
    return formatCycles(std::nullopt);
  const LaunchId launch = trace.track(slice.track).launch;
  const bool isSubtracted =
      launch.value < trace.launches().size() && trace.launches()[launch.value].isCostSubtracted;
  return formatCycles(slice.endCycles - slice.beginCycles) + (isSubtracted ? " as recorded" : "");
}

std::string formatPercent(double share) {
  if (!std::isfinite(share))
    return kUnknownText;
  return threeDigits(share * 100) + " %";
}

std::string formatZero() {
  return std::string("0 ") + exactUnit().name;
}

std::string formatLength(Picoseconds length, std::optional<Cycles> cycles) {
  const std::string time = formatExact(length);
  if (!cycles)
    return time;
  return timeStyle() == TimeStyle::Cycles ? formatCycles(cycles) + ", " + time
                                          : time + ", " + formatCycles(cycles);
}

std::string formatRange(TimeRange range, std::optional<Cycles> cycles) {
  return exactNumber(range.begin) + " .. " + formatExact(range.end) + " (" +
         formatLength(range.length(), cycles) + ")";
}

std::optional<Cycles> cyclesIn(const ClockLine *clock, TimeRange range) {
  if (clock == nullptr)
    return std::nullopt;
  return clock->toCycles(range.end) - clock->toCycles(range.begin);
}

} // namespace pstudio
