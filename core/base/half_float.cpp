// SPDX-License-Identifier: Apache-2.0
#include "core/base/half_float.h"

#include <bit>
#include <cmath>
#include <limits>

namespace pstudio {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

uint16_t signOf(double value) {
  return std::signbit(value) ? 0x8000 : 0;
}

/// Rounds to odd: of the two neighbours of an inexact value, the one whose last bit is 1. A second
/// rounding to fewer bits then gives the result of a single one.
uint32_t singleRoundedToOdd(double value) {
  const auto nearest = static_cast<float>(value);
  const auto bits = std::bit_cast<uint32_t>(nearest);
  if (double{nearest} == value)
    return bits;
  return (std::fabs(double{nearest}) > std::fabs(value) ? bits - 1 : bits) | 1;
}

} // namespace

uint16_t encodeF16(double value) {
  return std::isnan(value) ? signOf(value) | 0x7e00
                           : std::bit_cast<uint16_t>(static_cast<_Float16>(value));
}
double decodeF16(uint16_t bits) {
  const auto value = static_cast<double>(std::bit_cast<_Float16>(bits));
  return std::isnan(value) ? kNan : value;
}
uint16_t encodeBF16(double value) {
  if (std::isnan(value))
    return signOf(value) | 0x7fc0;
  const uint32_t bits = singleRoundedToOdd(value);
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
double decodeBF16(uint16_t bits) {
  const double value = std::bit_cast<float>(uint32_t{bits} << 16);
  return std::isnan(value) ? kNan : value;
}

} // namespace pstudio
