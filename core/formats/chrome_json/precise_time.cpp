// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome_json/precise_time.h"

#include <charconv>
#include <cmath>

namespace pstudio {
namespace {

constexpr int kFractionDigits = 6; // a picosecond is the sixth decimal of a microsecond

/// Splits picoseconds so that the remainder is not negative.
std::optional<PreciseTime> compose(bool isNegative, int64_t microseconds, int64_t picoseconds) {
  int64_t nanoseconds;
  if (__builtin_mul_overflow(microseconds, int64_t{1000}, &nanoseconds) ||
      __builtin_add_overflow(nanoseconds, picoseconds / 1000, &nanoseconds))
    return std::nullopt;
  auto remainder = static_cast<uint16_t>(picoseconds % 1000);
  if (isNegative) {
    nanoseconds = -nanoseconds - (remainder != 0 ? 1 : 0);
    remainder = static_cast<uint16_t>(remainder != 0 ? 1000 - remainder : 0);
  }
  return PreciseTime{nanoseconds, remainder};
}

/// Numbers with an exponent: rare, and no more exact than a double to begin with.
std::optional<PreciseTime> parseScientific(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(std::abs(value) < 9.0e15))
    return std::nullopt;
  const double whole = std::floor(std::abs(value));
  const auto picoseconds = static_cast<int64_t>(std::llround((std::abs(value) - whole) * 1e6));
  return compose(value < 0, static_cast<int64_t>(whole), picoseconds);
}

} // namespace

std::optional<PreciseTime> parseMicroseconds(std::string_view text) {
  if (text.find_first_of("eE") != std::string_view::npos)
    return parseScientific(text);
  const bool isNegative = text.starts_with('-');
  std::string_view digits = text.substr(isNegative ? 1 : 0);
  int64_t whole = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), whole);
  if (error != std::errc() || digits.starts_with('-'))
    return std::nullopt;
  std::string_view fraction(end, static_cast<size_t>(digits.data() + digits.size() - end));
  if (!fraction.empty() && !fraction.starts_with('.'))
    return std::nullopt;
  int64_t picoseconds = 0;
  for (int i = 1; i <= kFractionDigits + 1; ++i) {
    const size_t at = static_cast<size_t>(i);
    const int digit = at < fraction.size() ? fraction[at] - '0' : 0;
    if (digit < 0 || digit > 9)
      return std::nullopt;
    if (i <= kFractionDigits)
      picoseconds = picoseconds * 10 + digit;
    else
      picoseconds += digit >= 5 ? 1 : 0;
  }
  return compose(isNegative, whole, picoseconds);
}

std::optional<PreciseTime> fromMicroseconds(int64_t microseconds) {
  PreciseTime time;
  if (__builtin_mul_overflow(microseconds, int64_t{1000}, &time.nanoseconds))
    return std::nullopt;
  return time;
}

std::optional<int64_t> toPicoseconds(PreciseTime time) {
  int64_t result;
  if (__builtin_mul_overflow(time.nanoseconds, int64_t{1000}, &result) ||
      __builtin_add_overflow(result, int64_t{time.picoseconds}, &result))
    return std::nullopt;
  return result;
}

} // namespace pstudio
