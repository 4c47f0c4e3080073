// SPDX-License-Identifier: Apache-2.0
// Every type is taken apart into an integer times a power of two, and rounded from there.
#include "collector/runtime/cpu/narrow_floats.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace pstudio::cpu {
namespace {

/// significand * 2^exponent. With `isSpecial` an infinity, or a NaN with its payload at the upper
/// end of `significand`.
struct Parts {
  bool isNegative = false;
  bool isSpecial = false;
  int exponent = 0;
  UInt128 significand = 0;
};

/// A binary interchange format of IEEE 754, or bfloat16.
struct Format {
  int exponentBits;
  int fractionBits; ///< without the leading one

  constexpr int maxExponent() const { return (1 << exponentBits) - 1; }
  constexpr int bias() const { return maxExponent() / 2; }
  /// Of the last bit of subnormal numbers.
  constexpr int lowest() const { return 1 - bias() - fractionBits; }
};
constexpr Format kHalf{5, 10};
constexpr Format kBfloat{8, 7};
constexpr Format kSingle{8, 23};
constexpr Format kDouble{11, 52};
constexpr Format kQuadruple{15, 112};

Parts partsOf(UInt128 bits, const Format &format) {
  Parts parts;
  const int exponent =
      static_cast<int>(bits >> format.fractionBits) & format.maxExponent(); // the sign is above
  parts.isNegative = (bits >> (format.fractionBits + format.exponentBits)) != 0;
  parts.significand = bits & ((UInt128{1} << format.fractionBits) - 1);
  if (exponent == format.maxExponent()) {
    parts.isSpecial = true;
    parts.significand <<= 128 - format.fractionBits;
    return parts;
  }
  if (exponent != 0)
    parts.significand |= UInt128{1} << format.fractionBits;
  parts.exponent = format.lowest() + std::max(exponent, 1) - 1;
  return parts;
}

/// The 80-bit format, whose leading one is written.
Parts partsOf(long double value) {
  uint64_t significand = 0;
  uint16_t signAndExponent = 0;
  std::memcpy(&significand, &value, sizeof significand);
  std::memcpy(&signAndExponent, reinterpret_cast<const std::byte *>(&value) + sizeof significand,
              sizeof signAndExponent);
  Parts parts;
  const int exponent = signAndExponent & 0x7fff;
  parts.isNegative = (signAndExponent & 0x8000) != 0;
  if (exponent == 0x7fff) {
    parts.isSpecial = true;
    parts.significand = UInt128{significand} << 65; // without the leading one
    return parts;
  }
  parts.significand = significand;
  parts.exponent = std::max(exponent, 1) - 16383 - 63;
  return parts;
}

int bitsIn(UInt128 value) {
  const auto high = static_cast<uint64_t>(value >> 64);
  return static_cast<int>(high ? 64 + std::bit_width(high)
                               : std::bit_width(static_cast<uint64_t>(value)));
}

/// `value` / 2^`bits`, to nearest, ties to even.
UInt128 shiftedRight(UInt128 value, int bits) {
  if (bits > 128)
    return 0; // less than a half
  const UInt128 half = UInt128{1} << (bits - 1);
  const UInt128 rest = bits == 128 ? value : value & ((half << 1) - 1);
  const UInt128 whole = bits == 128 ? 0 : value >> bits;
  return whole + (rest > half || (rest == half && (whole & 1) != 0) ? 1 : 0);
}

uint16_t bitsOf(const Parts &parts, const Format &format) {
  const uint32_t infinity = static_cast<uint32_t>(format.maxExponent()) << format.fractionBits;
  uint32_t bits = 0;
  if (parts.isSpecial) {
    bits = infinity;
    if (parts.significand != 0)
      bits |= static_cast<uint32_t>(parts.significand >> (128 - format.fractionBits)) |
              1U << (format.fractionBits - 1);
  } else if (parts.significand != 0) {
    // Of the last bit that the result keeps.
    const int last = std::max(parts.exponent + bitsIn(parts.significand) - 1 - format.fractionBits,
                              format.lowest());
    const int dropped = last - parts.exponent;
    const UInt128 kept =
        dropped > 0 ? shiftedRight(parts.significand, dropped) : parts.significand << -dropped;
    // A carry out of the fraction, or the leading one of a normal number, adds 1 to the exponent.
    const int64_t step = last - format.lowest();
    const int64_t sum = (step << format.fractionBits) + static_cast<int64_t>(kept);
    bits = static_cast<uint32_t>(std::min<int64_t>(sum, infinity));
  }
  return static_cast<uint16_t>(bits | (parts.isNegative ? 0x8000U : 0U));
}

Parts partsOf(UInt128 magnitude, bool isNegative) {
  Parts parts;
  parts.isNegative = isNegative;
  parts.significand = magnitude;
  return parts;
}

Parts partsOf(Float128 value) {
  UInt128 bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return partsOf(bits, kQuadruple);
}

InRegister inRegister(uint16_t bits) {
  return std::bit_cast<float>(uint32_t{bits});
}
InRegister asHalf(const Parts &parts) {
  return inRegister(bitsOf(parts, kHalf));
}
InRegister asBfloat(const Parts &parts) {
  return inRegister(bitsOf(parts, kBfloat));
}

template <class Integer> InRegister halfOfSigned(Integer value) {
  const auto magnitude =
      static_cast<UInt128>(value < 0 ? -static_cast<UInt128>(value) : static_cast<UInt128>(value));
  return asHalf(partsOf(magnitude, value < 0));
}

/// 0 for what no integer type can hold.
template <class Integer> Integer truncated(InRegister value) {
  const float number = extendhfsf2(value);
  if (!std::isfinite(number) || (number <= -1 && static_cast<Integer>(-1) > 0))
    return 0;
  return static_cast<Integer>(static_cast<int32_t>(number)); // a half is below 65536
}

} // namespace

InRegister truncsfhf2(float value) {
  return asHalf(partsOf(std::bit_cast<uint32_t>(value), kSingle));
}
InRegister truncdfhf2(double value) {
  return asHalf(partsOf(std::bit_cast<uint64_t>(value), kDouble));
}
InRegister truncxfhf2(long double value) {
  return asHalf(partsOf(value));
}
InRegister trunctfhf2(Float128 value) {
  return asHalf(partsOf(value));
}
InRegister truncsfbf2(float value) {
  // Kernels call this one for every bfloat16 that they compute.
  const auto bits = std::bit_cast<uint32_t>(value);
  if (std::isnan(value))
    return inRegister(static_cast<uint16_t>(bits >> 16 | 0x40));
  return inRegister(static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16));
}
InRegister truncdfbf2(double value) {
  return asBfloat(partsOf(std::bit_cast<uint64_t>(value), kDouble));
}
InRegister floatsihf(int32_t value) {
  return halfOfSigned<Int128>(value);
}
InRegister floatunsihf(uint32_t value) {
  return asHalf(partsOf(value, false));
}
InRegister floatdihf(int64_t value) {
  return halfOfSigned<Int128>(value);
}
InRegister floatundihf(uint64_t value) {
  return asHalf(partsOf(value, false));
}
InRegister floattihf(Int128 value) {
  return halfOfSigned(value);
}
InRegister floatuntihf(UInt128 value) {
  return asHalf(partsOf(value, false));
}

float extendhfsf2(InRegister half) {
  const auto bits = static_cast<uint16_t>(std::bit_cast<uint32_t>(half));
  const uint32_t sign = uint32_t{bits} >> 15 << 31;
  const uint32_t exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
  if (exponent == 0) // 0 and subnormal numbers
    return std::bit_cast<float>(sign |
                                std::bit_cast<uint32_t>(static_cast<float>(fraction) * 0x1p-24F));
  if (exponent == 0x1f)
    return std::bit_cast<float>(sign | 0x7f800000 | fraction << 13 | (fraction ? 0x400000U : 0U));
  return std::bit_cast<float>(sign | (exponent + 127 - 15) << 23 | fraction << 13);
}
double extendhfdf2(InRegister half) {
  return extendhfsf2(half);
}
long double extendhfxf2(InRegister half) {
  return extendhfsf2(half);
}
Float128 extendhftf2(InRegister half) {
  return extendhfsf2(half);
}
float extendbfsf2(InRegister bfloat) {
  return std::bit_cast<float>(std::bit_cast<uint32_t>(bfloat) << 16);
}

int32_t fixhfsi(InRegister half) {
  return truncated<int32_t>(half);
}
uint32_t fixunshfsi(InRegister half) {
  return truncated<uint32_t>(half);
}
int64_t fixhfdi(InRegister half) {
  return truncated<int64_t>(half);
}
uint64_t fixunshfdi(InRegister half) {
  return truncated<uint64_t>(half);
}
Int128 fixhfti(InRegister half) {
  return truncated<Int128>(half);
}
UInt128 fixunshfti(InRegister half) {
  return truncated<UInt128>(half);
}

} // namespace pstudio::cpu
