// SPDX-License-Identifier: Apache-2.0
#include "core/base/number_text.h"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cmath>
#include <cstdio>

namespace pstudio {
namespace {

/// As printf has it, with the thousands of the whole part separated.
std::string printed(const char *format, int digits, double value) {
  std::array<char, 400> text{};
  std::snprintf(text.data(), text.size(), format, digits, value);
  const std::string_view number = text.data();
  const size_t begin = number.starts_with('-') ? 1 : 0;
  const size_t end = std::min(number.find_first_not_of("0123456789", begin), number.size());
  return std::string(number.substr(0, begin)) +
         groupedDigits(std::string(number.substr(begin, end - begin))) +
         std::string(number.substr(end));
}

} // namespace

std::string groupedDigits(std::string digits) {
  for (size_t i = digits.size(); i > 3; i -= 3)
    digits.insert(i - 3, ",");
  return digits;
}

std::string countText(uint64_t count) {
  return groupedDigits(std::to_string(count));
}

std::string countText(uint64_t count, std::string_view one, std::string_view many) {
  return countText(count) + " " + std::string(count == 1 ? one : many);
}

std::string significantText(double value, int digits) {
  const double size = std::fabs(value);
  // As %g, but without the exponent that %g uses if the whole part has more than `digits` digits.
  const bool isLong = size >= std::pow(10, digits) - 0.5 && size < 1e15;
  return printed(isLong ? "%.*f" : "%.*g", isLong ? 0 : digits, value);
}

std::string fixedText(double value, int decimals) {
  return printed("%.*f", decimals, value);
}

std::string percentText(double share, int digits) {
  return significantText(100 * share, digits) + " %";
}

BinaryAmount inBinaryUnit(double bytes) {
  static constexpr std::array kUnits = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = bytes / 1024;
  size_t unit = 0;
  // 1,023.6 KiB would round to "1,024 KiB": such a size already takes the larger unit.
  for (; value >= 1023.5 && unit + 1 < kUnits.size(); ++unit)
    value /= 1024;
  return {value, kUnits[unit]};
}

std::string bytesText(double bytes) {
  if (bytes < 1024)
    return countText(static_cast<uint64_t>(std::llround(bytes)), "byte", "bytes");
  const BinaryAmount amount = inBinaryUnit(bytes);
  return significantText(amount.value) + " " + amount.unit;
}

std::string sizeText(uint64_t bytes) {
  const bool isExact = bytes % 1024 == 0 || bytes >= 1024 * 1024;
  return isExact ? bytesText(static_cast<double>(bytes)) : countText(bytes, "byte", "bytes");
}

std::string hexText(uint64_t value) {
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "0x%" PRIx64, value);
  return text.data();
}

std::string extentsText(const std::array<uint32_t, 3> &extents, std::string_view separator) {
  return std::to_string(extents[0]).append(separator) +
         std::to_string(extents[1]).append(separator) + std::to_string(extents[2]);
}

std::string threeDigits(double value) {
  const double size = std::fabs(value);
  return fixedText(value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
}

std::string durationText(Picoseconds duration) {
  struct Unit {
    double picoseconds;
    const char *name;
  };
  static constexpr std::array<Unit, 4> kUnits = {Unit{1e12, "s"}, Unit{1e9, "ms"}, Unit{1e6, "us"},
                                                 Unit{1e3, "ns"}};
  const double value = static_cast<double>(duration.value);
  // 999.95 us would round to "1,000 us": such a value already takes the larger unit.
  const auto unit = std::find_if(kUnits.begin(), kUnits.end() - 1, [&](const Unit &each) {
    return std::fabs(value) >= each.picoseconds * 0.9995;
  });
  return threeDigits(value / unit->picoseconds) + " " + unit->name;
}

std::string microsecondsText(Nanoseconds time) {
  return fixedText(static_cast<double>(time.value) / 1e3, 2) + " us";
}

std::string millisecondsText(std::chrono::nanoseconds time) {
  const double milliseconds = static_cast<double>(time.count()) / 1e6;
  return fixedText(milliseconds, milliseconds < 9.995 ? 2 : 1) + " ms";
}

} // namespace pstudio
