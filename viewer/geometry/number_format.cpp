// SPDX-License-Identifier: Apache-2.0
// Number formatting without locale: the same text on every machine and in every test.
#include "viewer/geometry/number_format.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace pstudio {
namespace {

uint64_t magnitude(int64_t value) {
  return value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
}

std::string exactNanoseconds(Picoseconds time) {
  const uint64_t size = magnitude(time.value);
  std::string text = (time.value < 0 ? "-" : "") + countText(size / 1000);
  if (const uint64_t rest = size % 1000; rest != 0) {
    std::string decimals = std::to_string(1000 + rest).substr(1);
    decimals.erase(decimals.find_last_not_of('0') + 1);
    text += "." + decimals;
  }
  return text;
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
  return exactNanoseconds(time) + " ns";
}

std::string formatAbsolute(Nanoseconds origin, Picoseconds time) {
  constexpr int64_t kPicoseconds = 1000;
  const int64_t rest = (time.value % kPicoseconds + kPicoseconds) % kPicoseconds;
  int64_t whole = 0; // nanoseconds, rounded down
  if (__builtin_add_overflow(origin.value, (time.value - rest) / kPicoseconds, &whole))
    return kUnknownText;
  std::string text = formatCount(whole < 0 && rest != 0 ? whole + 1 : whole);
  if (rest == 0)
    return text + " ns";
  const int64_t shown = whole < 0 ? kPicoseconds - rest : rest;
  std::string decimals = std::to_string(kPicoseconds + shown).substr(1);
  decimals.erase(decimals.find_last_not_of('0') + 1);
  return (whole == -1 ? "-" : "") + text + "." + decimals + " ns";
}

std::string formatShort(Picoseconds duration) {
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

std::string formatSliceCycles(const Trace &trace, const Slice &slice) {
  if (!slice.hasCycles)
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

std::string formatRange(TimeRange range, std::optional<Cycles> cycles) {
  std::string text = exactNanoseconds(range.begin) + " .. " + formatExact(range.end) + " (" +
                     formatExact(range.length());
  if (cycles)
    text += ", " + formatCycles(cycles);
  return text + ")";
}

std::optional<Cycles> cyclesIn(const ClockLine *clock, TimeRange range) {
  if (clock == nullptr)
    return std::nullopt;
  return clock->toCycles(range.end) - clock->toCycles(range.begin);
}

} // namespace pstudio
