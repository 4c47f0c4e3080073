// SPDX-License-Identifier: Apache-2.0
// Reads a typed time exactly, without floating point.
#include "viewer/geometry/timeline/time_position.h"

#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "viewer/geometry/number_format.h"

namespace pstudio {
namespace {

struct TimeUnit {
  std::string_view name;
  int digits; ///< decimal places of a picosecond
};
constexpr std::array kTimeUnits = {
    TimeUnit{"ns", 3}, TimeUnit{"us", 6}, TimeUnit{"\u00B5s", 6}, TimeUnit{"\u03BCs", 6},
    TimeUnit{"ms", 9}, TimeUnit{"s", 12}, TimeUnit{"ps", 0}};

constexpr const char *kTimeExamples = "write, for example, 1.25 us, 2,500 cyc or +100 ns";

bool isTimeDigit(char c) {
  return c >= '0' && c <= '9';
}

std::string_view withoutTimeBlanks(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

/// The parts of "=-1,250.5 ns".
struct TypedTime {
  bool isRelative = false;
  bool isNegative = false;
  std::string whole;    ///< digits
  std::string fraction; ///< digits after the point
  std::string_view unit;
};

tl::unexpected<Error> invalidTime(std::string message) {
  return fail(ErrorCode::InvalidInput, std::move(message), {}, kTimeExamples);
}

/// Takes the digits of the whole part, in which commas stand before three digits each.
Result<std::string> takeWhole(std::string_view &rest) {
  std::string digits;
  while (!rest.empty() && (isTimeDigit(rest.front()) || rest.front() == ',')) {
    if (rest.front() == ',') {
      const bool isGroup = !digits.empty() && rest.size() > 3 && isTimeDigit(rest[1]) &&
                           isTimeDigit(rest[2]) && isTimeDigit(rest[3]) &&
                           (rest.size() == 4 || !isTimeDigit(rest[4]));
      if (!isGroup)
        return invalidTime("a comma separates thousands; the decimal separator is a point");
    } else {
      digits += rest.front();
    }
    rest.remove_prefix(1);
  }
  return digits;
}

Result<TypedTime> splitTypedTime(std::string_view text) {
  TypedTime typed;
  std::string_view rest = withoutTimeBlanks(text);
  bool isPosition = false;
  if (rest.starts_with('=')) {
    isPosition = true;
    rest = withoutTimeBlanks(rest.substr(1));
  }
  if (rest.starts_with('+') || rest.starts_with('-')) {
    typed.isRelative = !isPosition;
    typed.isNegative = rest.front() == '-';
    rest = withoutTimeBlanks(rest.substr(1));
  }
  PSTUDIO_TRY_ASSIGN(typed.whole, takeWhole(rest));
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    while (!rest.empty() && isTimeDigit(rest.front())) {
      typed.fraction += rest.front();
      rest.remove_prefix(1);
    }
  }
  if (typed.whole.empty() && typed.fraction.empty())
    return invalidTime("this is not a time");
  typed.unit = withoutTimeBlanks(rest);
  return typed;
}

/// `digits` as a number; nothing if it does not fit.
std::optional<int64_t> typedNumberOf(const std::string &digits) {
  int64_t number = 0;
  for (const char c : digits)
    if (__builtin_mul_overflow(number, int64_t{10}, &number) ||
        __builtin_add_overflow(number, int64_t{c - '0'}, &number))
      return std::nullopt;
  return number;
}

Result<Picoseconds> typedTimeOf(const TypedTime &typed, const TimeUnit &unit) {
  // Digits below a picosecond are left out.
  std::string fraction = typed.fraction;
  fraction.resize(static_cast<size_t>(unit.digits), '0');
  const auto number = typedNumberOf(typed.whole + fraction);
  if (!number)
    return invalidTime("the number is too large");
  return Picoseconds(typed.isNegative ? -*number : *number);
}

Result<Picoseconds> typedCyclesOf(const TypedTime &typed, const TimePositionContext &context) {
  if (context.clock == nullptr)
    return fail(ErrorCode::InvalidInput, "the line at the ruler has no cycle counter", {},
                "use s, ms, us or ns");
  if (!typed.fraction.empty())
    return invalidTime("cycles are whole numbers");
  const auto number = typedNumberOf(typed.whole);
  if (!number)
    return invalidTime("the number is too large");
  const int64_t cycles = typed.isNegative ? -*number : *number;
  if (!typed.isRelative)
    return context.clock->toTime(Cycles(cycles));
  const double length = static_cast<double>(cycles) * context.clock->picosecondsPerCycle;
  constexpr double kFarthest = 4e18;
  if (!(std::fabs(length) < kFarthest))
    return invalidTime("the number is too large");
  return Picoseconds(std::llround(length));
}

Result<Picoseconds> typedAmountOf(const TypedTime &typed, const TimePositionContext &context) {
  for (const std::string_view name : {"cyc", "cycle", "cycles"})
    if (typed.unit == name)
      return typedCyclesOf(typed, context);
  for (const TimeUnit &unit : kTimeUnits)
    if (typed.unit == unit.name)
      return typedTimeOf(typed, unit);
  if (typed.unit.empty())
    return invalidTime("the unit is missing");
  return invalidTime("unknown unit \"" + std::string(typed.unit) + "\"");
}

} // namespace

Result<Picoseconds> parseTimePosition(std::string_view text, const TimePositionContext &context) {
  PSTUDIO_TRY_ASSIGN(const TypedTime typed, splitTypedTime(text));
  PSTUDIO_TRY_ASSIGN(Picoseconds time, typedAmountOf(typed, context));
  if (typed.isRelative && __builtin_add_overflow(context.from.value, time.value, &time.value))
    return invalidTime("the number is too large");
  if (time < context.bounds.begin || time > context.bounds.end)
    return fail(ErrorCode::InvalidInput, formatExact(time) + " is outside of the trace", {},
                "it lasts from " + formatExact(context.bounds.begin) + " to " +
                    formatExact(context.bounds.end));
  return time;
}

} // namespace pstudio
