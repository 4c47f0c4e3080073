// SPDX-License-Identifier: Apache-2.0
// Both formats are one sign bit, an exponent and a fraction; only the split differs.
#include "core/base/half_float.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pstudio {
namespace {

struct Format {
  int fractionBits;
  int minExponent; ///< of the smallest normal number
  int maxExponent; ///< of the largest finite number
  constexpr uint16_t infinity() const {
    return static_cast<uint16_t>((maxExponent - minExponent + 2) << fractionBits);
  }
};
constexpr Format kF16{10, -14, 15};
constexpr Format kBF16{7, -126, 127};

uint16_t encode(double value, Format format) {
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value))
    return static_cast<uint16_t>(sign | format.infinity() | (1u << (format.fractionBits - 1)));
  const double magnitude = std::fabs(value);
  if (std::isinf(magnitude))
    return sign | format.infinity();
  if (magnitude == 0.0)
    return sign;
  const int exponent = std::max(std::ilogb(magnitude), format.minExponent);
  if (exponent > format.maxExponent)
    return sign | format.infinity();
  // Counted in units of the last place, rounding is to an integer; a carry out of the fraction
  // moves into the exponent by itself, up to infinity.
  const double units = std::nearbyint(std::ldexp(magnitude, format.fractionBits - exponent));
  const int bits =
      static_cast<int>(units) + ((exponent - format.minExponent) << format.fractionBits);
  return static_cast<uint16_t>(sign | bits);
}

double decode(uint16_t bits, Format format) {
  const int magnitude = bits & 0x7fff;
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  if (magnitude > format.infinity())
    return std::numeric_limits<double>::quiet_NaN();
  if (magnitude == format.infinity())
    return sign * std::numeric_limits<double>::infinity();
  const int exponentField = magnitude >> format.fractionBits;
  int units = magnitude & ((1 << format.fractionBits) - 1);
  if (exponentField != 0)
    units |= 1 << format.fractionBits;
  const int exponent = format.minExponent + std::max(exponentField, 1) - 1;
  return sign * std::ldexp(static_cast<double>(units), exponent - format.fractionBits);
}

} // namespace

uint16_t encodeF16(double value) {
  return encode(value, kF16);
}
double decodeF16(uint16_t bits) {
  return decode(bits, kF16);
}
uint16_t encodeBF16(double value) {
  return encode(value, kBF16);
}
double decodeBF16(uint16_t bits) {
  return decode(bits, kBF16);
}

} // namespace pstudio
