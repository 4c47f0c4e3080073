// SPDX-License-Identifier: Apache-2.0
#include "core/base/number_text.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace pstudio {

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
  std::array<char, 64> text{};
  const double size = std::fabs(value);
  // As %g, but that turns to exponents where the whole part has more digits than asked for.
  const bool isLong = size >= std::pow(10, digits) - 0.5 && size < 1e15;
  std::snprintf(text.data(), text.size(), isLong ? "%.*f" : "%.*g", isLong ? 0 : digits, value);
  const std::string_view number = text.data();
  const size_t begin = number.starts_with('-') ? 1 : 0;
  size_t end = begin;
  while (end < number.size() && number[end] >= '0' && number[end] <= '9')
    ++end;
  return std::string(number.substr(0, begin)) +
         groupedDigits(std::string(number.substr(begin, end - begin))) +
         std::string(number.substr(end));
}

} // namespace pstudio
