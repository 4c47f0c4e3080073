// SPDX-License-Identifier: Apache-2.0
// Time ranges on command lines.
#include "core/trace/time_range_text.h"

#include <cmath>
#include <cstdlib>
#include <map>

namespace pstudio {
namespace {

std::optional<double> parseNumber(const std::string &text, size_t &used) {
  const char *begin = text.c_str();
  char *end = nullptr;
  const double value = std::strtod(begin, &end);
  used = static_cast<size_t>(end - begin);
  if (used == 0 || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::optional<Picoseconds> parseTime(const std::string &text) {
  size_t used = 0;
  const auto number = parseNumber(text, used);
  if (!number)
    return std::nullopt;
  static const std::map<std::string, double> picoseconds = {
      {"", 1e3}, {"ns", 1e3}, {"us", 1e6}, {"ms", 1e9}, {"s", 1e12}};
  const auto unit = picoseconds.find(text.substr(used));
  if (unit == picoseconds.end() || std::abs(*number * unit->second) > 9e18)
    return std::nullopt;
  return Picoseconds(std::llround(*number * unit->second));
}

} // namespace

std::optional<TimeRange> parseTimeRange(const std::string &text) {
  const size_t dots = text.find("..");
  if (dots == std::string::npos)
    return std::nullopt;
  const auto begin = parseTime(text.substr(0, dots));
  const auto end = parseTime(text.substr(dots + 2));
  if (!begin || !end || *end <= *begin)
    return std::nullopt;
  return TimeRange{*begin, *end};
}

} // namespace pstudio
