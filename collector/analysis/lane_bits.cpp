// SPDX-License-Identifier: Apache-2.0
// Arithmetic on the bits of values in the lanes of a warp.
#include "collector/analysis/lane_bits.h"

#include <algorithm>
#include <bit>

namespace pstudio {
namespace {

constexpr uint64_t kAll = ~uint64_t{0};

unsigned topBit(uint64_t bits) {
  return 64 - static_cast<unsigned>(std::countl_zero(bits));
}

/// Number of trailing bits that are 0, and number of bits up to the highest that may be 1.
unsigned trailingZeros(const LaneBits &a) {
  return static_cast<unsigned>(std::countr_one(a.zero));
}
unsigned activeBits(const LaneBits &a) {
  return 64 - static_cast<unsigned>(std::countl_one(a.zero));
}

/// Keeps the low `width` bits; the others are 0.
LaneBits truncated(LaneBits bits, unsigned width) {
  const uint64_t mask = lowBits(width);
  return {bits.varying & mask, bits.zero | ~mask, bits.one & mask};
}

/// A value of at most `active` bits whose low `zeros` bits are 0 and whose bits in `varying` may
/// vary.
LaneBits bounded(unsigned active, unsigned zeros, uint64_t varying, unsigned width) {
  LaneBits result;
  result.zero = ~lowBits(std::min(active, 64u)) | lowBits(std::min(zeros, 64u));
  result.varying = varying & ~result.zero;
  return truncated(result, width);
}

uint64_t from(unsigned bit) {
  return ~lowBits(bit);
}

unsigned lowestVarying(const LaneBits &a, const LaneBits &b) {
  return static_cast<unsigned>(std::countr_zero(a.varying | b.varying));
}

LaneBits shiftedRight(const LaneBits &a, unsigned count) {
  return {a.varying >> count, a.zero >> count | ~(kAll >> count), a.one >> count};
}

} // namespace

uint64_t lowBits(unsigned count) {
  return count >= 64 ? kAll : (uint64_t{1} << count) - 1;
}

LaneBits LaneBits::uniform(unsigned width) {
  return {0, ~lowBits(width), 0};
}

LaneBits LaneBits::varyingBits(unsigned width) {
  return {lowBits(width), ~lowBits(width), 0};
}

LaneBits join(const LaneBits &a, const LaneBits &b) {
  return {a.varying | b.varying, a.zero & b.zero, a.one & b.one};
}

LaneBits chosenPerLane(const LaneBits &bits) {
  return {~(bits.zero | bits.one), bits.zero, bits.one};
}

LaneBits addBits(const LaneBits &a, const LaneBits &b, unsigned width) {
  if (a.isConstant() && b.isConstant())
    return truncated(LaneBits::constant(a.one + b.one), width);
  const uint64_t both = ~a.zero & ~b.zero; // places where a carry may start
  const uint64_t varying = a.varying | b.varying;
  if (both == 0)
    return truncated({varying, a.zero & b.zero, a.one | b.one}, width);
  const unsigned active = std::max(activeBits(a), activeBits(b)) + 1;
  const unsigned zeros = std::min(trailingZeros(a), trailingZeros(b));
  const uint64_t low = lowBits(topBit(varying));
  if ((both & low) != 0)
    return bounded(active, zeros, from(lowestVarying(a, b)), width);
  LaneBits result = bounded(active, zeros, varying, width);
  result.zero |= a.zero & b.zero & low;
  return result;
}

LaneBits subtractBits(const LaneBits &a, const LaneBits &b, unsigned width) {
  if (a.isConstant() && b.isConstant())
    return truncated(LaneBits::constant(a.one - b.one), width);
  const uint64_t varying = a.varying | b.varying;
  const unsigned zeros = std::min(trailingZeros(a), trailingZeros(b));
  // Nothing is borrowed from above where the lower bits of b are 0.
  const bool isClean = (~b.zero & lowBits(topBit(varying))) == 0;
  return bounded(64, zeros, isClean ? varying : from(lowestVarying(a, b)), width);
}

LaneBits multiplyBits(const LaneBits &a, const LaneBits &b, unsigned width) {
  if (a.isConstant() && b.isConstant())
    return truncated(LaneBits::constant(a.one * b.one), width);
  if (a.isConstant() && std::has_single_bit(a.one))
    return shiftLeftBits(b, LaneBits::constant(std::countr_zero(a.one)), width);
  if (b.isConstant() && std::has_single_bit(b.one))
    return shiftLeftBits(a, LaneBits::constant(std::countr_zero(b.one)), width);
  const unsigned zeros = trailingZeros(a) + trailingZeros(b);
  const uint64_t varying = (a.varying | b.varying) == 0 ? 0 : from(lowestVarying(a, b));
  return bounded(activeBits(a) + activeBits(b), zeros, varying, width);
}

LaneBits andBits(const LaneBits &a, const LaneBits &b) {
  const uint64_t zero = a.zero | b.zero;
  return {(a.varying | b.varying) & ~zero, zero, a.one & b.one};
}

LaneBits orBits(const LaneBits &a, const LaneBits &b) {
  const uint64_t one = a.one | b.one;
  return {(a.varying | b.varying) & ~one, a.zero & b.zero, one};
}

LaneBits xorBits(const LaneBits &a, const LaneBits &b) {
  return {a.varying | b.varying, (a.zero & b.zero) | (a.one & b.one),
          (a.zero & b.one) | (a.one & b.zero)};
}

LaneBits shiftLeftBits(const LaneBits &a, const LaneBits &count, unsigned width) {
  if (!count.isConstant() || count.one >= width)
    return a.isUniform() && count.isUniform() ? LaneBits::uniform(width)
                                              : LaneBits::varyingBits(width);
  const auto shift = static_cast<unsigned>(count.one);
  return truncated({a.varying << shift, a.zero << shift | lowBits(shift), a.one << shift}, width);
}

LaneBits shiftRightBits(const LaneBits &a, const LaneBits &count, unsigned width, bool isSigned) {
  if (!count.isConstant() || count.one >= width)
    return a.isUniform() && count.isUniform() ? LaneBits::uniform(width)
                                              : LaneBits::varyingBits(width);
  const auto shift = static_cast<unsigned>(count.one);
  if (!isSigned)
    return shiftedRight(a, shift);
  LaneBits wide = signExtendBits(a, width, 64);
  const auto arithmetic = [shift](uint64_t bits) {
    return static_cast<uint64_t>(static_cast<int64_t>(bits) >> shift);
  };
  return truncated({arithmetic(wide.varying), arithmetic(wide.zero), arithmetic(wide.one)}, width);
}

LaneBits divideBits(const LaneBits &a, const LaneBits &b, unsigned width) {
  if (b.isConstant() && std::has_single_bit(b.one))
    return shiftedRight(a, static_cast<unsigned>(std::countr_zero(b.one)));
  if (a.isUniform() && b.isUniform())
    return bounded(activeBits(a), 0, 0, width);
  // floor(a / d) depends on the bits above the varying ones only, if d is a multiple of their
  // range.
  const unsigned top = topBit(a.varying);
  const bool isMultiple = b.isConstant() && b.one != 0 && (b.one & lowBits(top)) == 0;
  return bounded(activeBits(a), 0, isMultiple ? 0 : kAll, width);
}

LaneBits remainderBits(const LaneBits &a, const LaneBits &b, unsigned width) {
  if (!b.isConstant() || b.one == 0)
    return a.isUniform() && b.isUniform() ? LaneBits::uniform(width) : LaneBits::varyingBits(width);
  if (std::has_single_bit(b.one))
    return andBits(a, LaneBits::constant(b.one - 1));
  const unsigned active = std::min(activeBits(a), topBit(b.one - 1));
  const bool isMultiple = (b.one & lowBits(topBit(a.varying))) == 0;
  return bounded(active, 0, isMultiple ? a.varying : kAll, width);
}

LaneBits zeroExtendBits(const LaneBits &a, unsigned toWidth) {
  return truncated(a, toWidth);
}

LaneBits signExtendBits(const LaneBits &a, unsigned fromWidth, unsigned toWidth) {
  const unsigned shift = 64 - fromWidth;
  const auto extend = [shift](uint64_t bits) {
    return static_cast<uint64_t>(static_cast<int64_t>(bits << shift) >> shift);
  };
  return truncated({extend(a.varying), extend(a.zero), extend(a.one)}, toWidth);
}

bool isLessUniform(const LaneBits &a, const LaneBits &b, unsigned width, bool isSigned) {
  const uint64_t varying = a.varying | b.varying;
  const unsigned top = topBit(varying);
  if (top == 0)
    return true;
  if (isSigned && top >= width)
    return false;
  // With a = q * 2^top + r: a < b is decided by the quotients, which are uniform, where r of b is 0
  // or r of a is as large as it can be.
  const uint64_t low = lowBits(top);
  return (~b.zero & low) == 0 || (~a.one & low) == 0;
}

bool isEqualUniform(const LaneBits &a, const LaneBits &b) {
  const bool differ = ((a.zero & b.one) | (a.one & b.zero)) != 0;
  return differ || (a.varying | b.varying) == 0;
}

bool isNonNegative(const LaneBits &a, unsigned width) {
  return (a.zero >> (width - 1) & 1) != 0;
}

} // namespace pstudio
