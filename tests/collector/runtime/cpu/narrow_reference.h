// SPDX-License-Identifier: Apache-2.0
// Reference for rounding to half and bfloat16 by comparison of values: the nearest value of the
// type, and of two equally near values the one whose last bit is 0.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace pstudio::test {

/// half: {10, 15}; bfloat16: {7, 127}.
class NarrowFormat {
public:
  NarrowFormat(int fractionBits, int bias) : m_fractionBits(fractionBits), m_bias(bias) {
    for (uint16_t bits = 0; bits < infinity(); ++bits)
      m_values.push_back(value(bits));
  }
  static NarrowFormat half() { return {10, 15}; }
  static NarrowFormat bfloat() { return {7, 127}; }

  /// Bits of positive infinity.
  uint16_t infinity() const {
    return static_cast<uint16_t>(0x7fff >> m_fractionBits << m_fractionBits);
  }
  bool isNan(uint16_t bits) const { return (bits & 0x7fff) > infinity(); }

  /// The exact number of these bits.
  double value(uint16_t bits) const {
    const double sign = bits & 0x8000 ? -1 : 1;
    const int exponent = (bits & 0x7fff) >> m_fractionBits;
    const int fraction = bits & ((1 << m_fractionBits) - 1);
    if (isNan(bits))
      return std::nan("");
    if ((bits & 0x7fff) == infinity())
      return sign * HUGE_VAL;
    const int one = exponent == 0 ? 0 : 1 << m_fractionBits;
    return sign * std::ldexp(one + fraction, std::max(exponent, 1) - m_bias - m_fractionBits);
  }

  /// The bits of the nearest value. \pre `number` is no NaN; it is a float, double, long double or
  /// __float128.
  template <class Number> uint16_t nearest(Number number) const {
    const bool isNegative = number < 0 || (number == 0 && std::signbit(double(number)));
    const Number magnitude = isNegative ? -number : number;
    const auto sign = static_cast<uint16_t>(isNegative ? 0x8000 : 0);
    // The first value that is not less than the number: the number is between it and its
    // predecessor.
    const auto above = std::partition_point(m_values.begin(), m_values.end(),
                                            [&](double value) { return value < magnitude; });
    if (above == m_values.begin())
      return sign;
    const auto index = static_cast<uint16_t>(above - m_values.begin());
    // The successor of the largest value would be one step larger. A double holds each sum exactly.
    const double lower = m_values[index - 1u];
    const double upper =
        index < m_values.size() ? m_values[index] : 2 * lower - m_values[index - 2u];
    const double middle = (lower + upper) / 2;
    const bool takesUpper = magnitude > middle || (magnitude == middle && index % 2 == 0);
    return static_cast<uint16_t>(sign | (takesUpper ? index : index - 1));
  }

  /// All finite values from 0 up, indexed by their bits.
  const std::vector<double> &values() const { return m_values; }

private:
  int m_fractionBits, m_bias;
  std::vector<double> m_values;
};

} // namespace pstudio::test
