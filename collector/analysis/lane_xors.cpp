// SPDX-License-Identifier: Apache-2.0
// The rules are those of linear maps over bits: xor adds them, shifts and masks move and drop bits,
// and a sum without carries is a xor.
#include "collector/analysis/lane_xors.h"

#include <bit>

#include "llvm/ADT/STLExtras.h"

namespace pstudio {
namespace {

using Kind = IntegerOperator;
using Found = std::optional<LaneXors>;

/// `stride` as a signed number of `width` bits.
int64_t strideIn(unsigned width, uint64_t stride) {
  const unsigned unused = 64 - width;
  return static_cast<int64_t>(stride << unused) >> unused;
}

template <class Change> LaneXors mapped(LaneXors xors, Change change) {
  for (uint64_t &bits : xors)
    bits = change(bits);
  return xors;
}

LaneXors masked(const LaneXors &xors, uint64_t mask) {
  return mapped(xors, [mask](uint64_t bits) { return bits & mask; });
}

LaneXors shiftedLeft(const LaneXors &xors, unsigned count, unsigned width) {
  return mapped(xors, [=](uint64_t bits) { return bits << count & lowBits(width); });
}

LaneXors shiftedRight(const LaneXors &xors, unsigned count) {
  return mapped(xors, [count](uint64_t bits) { return bits >> count; });
}

Found either(const Found &a, const Found &b) {
  if (!a || !b)
    return std::nullopt;
  LaneXors result = *a;
  for (size_t i = 0; i < result.size(); ++i)
    result[i] ^= (*b)[i];
  return result;
}

/// `value` & `mask`, or `value` | `mask`, with a mask that is the same in all lanes. The mask must
/// be constant at the bits of `value` that vary.
Found maskedBy(const LaneForm &value, const LaneForm &mask, bool isAnd) {
  if (!value.xors || !mask.xors || !isUniform(*mask.xors))
    return std::nullopt;
  if ((varyingBits(*value.xors) & ~(mask.bits.zero | mask.bits.one)) != 0)
    return std::nullopt;
  return masked(*value.xors, isAnd ? mask.bits.one : mask.bits.zero);
}

Found maskedByOne(const LaneForm &a, const LaneForm &b, bool isAnd) {
  const Found found = maskedBy(a, b, isAnd);
  return found ? found : maskedBy(b, a, isAnd);
}

/// The form of a + b. From bit 0 up to the highest bit that varies, no bit may be set in both
/// operands: no carry occurs there, and a carry above is the same in all lanes.
Found sumOf(const LaneForm &a, const LaneForm &b) {
  const Found sum = either(a.xors, b.xors);
  if (!sum)
    return std::nullopt;
  const uint64_t varying = varyingBits(*a.xors) | varyingBits(*b.xors);
  const uint64_t upTo = lowBits(static_cast<unsigned>(std::bit_width(varying)));
  return (~a.bits.zero & ~b.bits.zero & upTo) == 0 ? sum : std::nullopt;
}

/// The exponent of a constant power of two.
std::optional<unsigned> exponentOf(const LaneForm &value) {
  if (!value.bits.isConstant() || !std::has_single_bit(value.bits.one))
    return std::nullopt;
  return static_cast<unsigned>(std::countr_zero(value.bits.one));
}

std::optional<unsigned> shiftCount(const LaneForm &value, unsigned width) {
  if (!value.bits.isConstant() || value.bits.one >= width)
    return std::nullopt;
  return static_cast<unsigned>(value.bits.one);
}

Found product(const LaneForm &a, const LaneForm &b, unsigned width) {
  if (const auto exponent = exponentOf(b); exponent && a.xors)
    return shiftedLeft(*a.xors, *exponent, width);
  return std::nullopt;
}

/// Shifted right. The bits that are shifted in must be the same in all lanes.
Found shifted(const LaneForm &value, std::optional<unsigned> count, bool isSigned, unsigned width) {
  if (!value.xors || !count)
    return std::nullopt;
  if (isSigned && (varyingBits(*value.xors) >> (width - 1) & 1) != 0)
    return std::nullopt;
  return shiftedRight(*value.xors, *count);
}

Found quotient(Kind kind, llvm::ArrayRef<LaneForm> x, unsigned width) {
  const bool isTowardsZero = kind == Kind::DivideSigned;
  if (isTowardsZero && !isNonNegative(x[0].bits, width))
    return std::nullopt;
  return shifted(x[0], exponentOf(x[1]), kind == Kind::DivideFloor, width);
}

Found remainder(Kind kind, llvm::ArrayRef<LaneForm> x, unsigned width) {
  const auto exponent = exponentOf(x[1]);
  if (!exponent || !x[0].xors ||
      (kind == Kind::RemainderSigned && !isNonNegative(x[0].bits, width)))
    return std::nullopt;
  return masked(*x[0].xors, lowBits(*exponent));
}

Found extended(const LaneForm &value, bool isSigned, unsigned fromWidth) {
  const bool isSignVarying = value.xors && (varyingBits(*value.xors) >> (fromWidth - 1) & 1) != 0;
  return isSigned && isSignVarying ? std::nullopt : value.xors;
}

bool isMultiple(int64_t stride, unsigned lowBitCount) {
  return (static_cast<uint64_t>(stride) & lowBits(lowBitCount)) == 0;
}

/// The low bits add up without carries, and the strides are those of the bits above them.
std::optional<Swizzle> swizzledSum(const LaneForm &a, const LaneForm &b, unsigned width) {
  if (!a.swizzle || !b.swizzle)
    return std::nullopt;
  Swizzle sum{*either(a.swizzle->xors, b.swizzle->xors), 0};
  const auto low = static_cast<unsigned>(
      std::bit_width(varyingBits(a.swizzle->xors) | varyingBits(b.swizzle->xors)));
  if (!isMultiple(a.swizzle->stride, low) || !isMultiple(b.swizzle->stride, low) ||
      (~a.bits.zero & ~b.bits.zero & lowBits(low)) != 0)
    return std::nullopt;
  sum.stride = strideIn(width, static_cast<uint64_t>(a.swizzle->stride) +
                                   static_cast<uint64_t>(b.swizzle->stride));
  return sum;
}

std::optional<Swizzle> swizzledShift(const LaneForm &a, std::optional<unsigned> count,
                                     unsigned width) {
  if (!a.swizzle || !count)
    return std::nullopt;
  return Swizzle{shiftedLeft(a.swizzle->xors, *count, width),
                 strideIn(width, static_cast<uint64_t>(a.swizzle->stride) << *count)};
}

/// Values that are not negative, and whose differences between lanes do not wrap, keep these
/// differences when they are extended.
std::optional<Swizzle> swizzledExtension(const LaneForm &a, unsigned fromWidth) {
  if (!a.swizzle || !isNonNegative(a.bits, fromWidth) || fromWidth < 8)
    return std::nullopt;
  const int64_t most = int64_t{1} << (fromWidth - 7);
  const bool isSmall = -most < a.swizzle->stride && a.swizzle->stride < most;
  return isSmall ? a.swizzle : std::nullopt;
}

Found selected(llvm::ArrayRef<LaneForm> x) {
  const bool isOne = x[0].xors && isUniform(*x[0].xors) && x[1].xors == x[2].xors;
  return isOne ? x[1].xors : std::nullopt;
}

} // namespace

bool isUniform(const LaneXors &xors) {
  return varyingBits(xors) == 0;
}

uint64_t varyingBits(const LaneXors &xors) {
  uint64_t all = 0;
  for (const uint64_t bits : xors)
    all |= bits;
  return all;
}

Found threadIdXors(unsigned dimension, const BlockShape &block) {
  uint64_t below = 1, above = 1;
  for (unsigned d = 0; d < 3; ++d)
    (d < dimension ? below : above) *= d == dimension ? 1 : block[d];
  const uint64_t extent = block[dimension];
  if (!std::has_single_bit(below) || (above != 1 && !std::has_single_bit(extent)))
    return std::nullopt;
  LaneXors xors{};
  for (size_t i = 0; i < xors.size(); ++i)
    xors[i] = (uint64_t{1} << i) / below & (above == 1 ? ~uint64_t{0} : extent - 1);
  return xors;
}

Found stridedXors(int64_t stride, const LaneBits &bits, unsigned width) {
  if (stride == 0)
    return kUniformXors;
  if (stride < 0 || !std::has_single_bit(static_cast<uint64_t>(stride)))
    return std::nullopt;
  const auto lowest = static_cast<unsigned>(std::countr_zero(static_cast<uint64_t>(stride)));
  LaneXors xors{};
  if (lowest + xors.size() > width || (bits.varying & ~(uint64_t{31} << lowest)) != 0)
    return std::nullopt;
  for (size_t i = 0; i < xors.size(); ++i)
    xors[i] = uint64_t{1} << (lowest + i);
  return xors;
}

Found xorsOf(const IntegerOperation &operation, llvm::ArrayRef<LaneForm> x, unsigned fromWidth,
             unsigned width) {
  switch (operation.kind) {
  case Kind::Xor:
    return either(x[0].xors, x[1].xors);
  case Kind::And:
    return maskedByOne(x[0], x[1], /*isAnd=*/true);
  case Kind::Or:
    if ((~x[0].bits.zero & ~x[1].bits.zero) == 0)
      return either(x[0].xors, x[1].xors);
    return maskedByOne(x[0], x[1], /*isAnd=*/false);
  case Kind::Add:
    return sumOf(x[0], x[1]);
  case Kind::Multiply:
    if (const Found found = product(x[0], x[1], width))
      return found;
    return product(x[1], x[0], width);
  case Kind::ShiftLeft:
    if (const auto count = shiftCount(x[1], width); count && x[0].xors)
      return shiftedLeft(*x[0].xors, *count, width);
    return std::nullopt;
  case Kind::ShiftRightLogical:
  case Kind::ShiftRightArithmetic:
    return shifted(x[0], shiftCount(x[1], width), operation.kind == Kind::ShiftRightArithmetic,
                   width);
  case Kind::DivideUnsigned:
  case Kind::DivideSigned:
  case Kind::DivideFloor:
    return quotient(operation.kind, x, width);
  case Kind::RemainderUnsigned:
  case Kind::RemainderSigned:
  case Kind::RemainderFloor:
    return remainder(operation.kind, x, width);
  case Kind::ZeroExtend:
  case Kind::SignExtend:
    return extended(x[0], operation.kind == Kind::SignExtend, fromWidth);
  case Kind::Truncate:
    return x[0].xors ? Found(masked(*x[0].xors, lowBits(width))) : std::nullopt;
  case Kind::Select:
    return selected(x);
  case Kind::Subtract:
  case Kind::Compare:
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Swizzle> swizzleOf(const IntegerOperation &operation, llvm::ArrayRef<LaneForm> x,
                                 unsigned fromWidth, unsigned width) {
  switch (operation.kind) {
  case Kind::Or:
  case Kind::Xor:
    if ((~x[0].bits.zero & ~x[1].bits.zero) != 0)
      return std::nullopt;
    return swizzledSum(x[0], x[1], width);
  case Kind::Add:
    return swizzledSum(x[0], x[1], width);
  case Kind::Multiply:
    if (const auto found = swizzledShift(x[0], exponentOf(x[1]), width))
      return found;
    return swizzledShift(x[1], exponentOf(x[0]), width);
  case Kind::ShiftLeft:
    return swizzledShift(x[0], shiftCount(x[1], width), width);
  case Kind::ZeroExtend:
  case Kind::SignExtend:
    return swizzledExtension(x[0], fromWidth);
  default:
    return std::nullopt;
  }
}

} // namespace pstudio
