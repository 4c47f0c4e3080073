// SPDX-License-Identifier: Apache-2.0
// Facts of thread ids and of the results of operations.
#include "collector/analysis/thread_facts.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace pstudio {
namespace {

using Kind = IntegerOperator;
using Operands = llvm::ArrayRef<ThreadFacts>;
constexpr auto kLane = static_cast<size_t>(ThreadDimension::Lane);

uint64_t lowZeros(const LaneBits &bits) {
  const int zeros = std::countr_one(bits.zero);
  return zeros >= 63 ? kMaxDivisible : uint64_t{1} << zeros;
}

bool isBelow(const LaneBits &a, uint64_t bound) {
  return ~a.zero < bound; // the largest value that the bits allow
}

bool allConstant(const ThreadFacts &facts) {
  return std::ranges::all_of(facts.steps, [](const ThreadStep &s) { return s.isConstant(); });
}

llvm::SmallVector<LaneBits, 3> bitsOf(Operands operands) {
  llvm::SmallVector<LaneBits, 3> bits;
  for (const ThreadFacts &operand : operands)
    bits.push_back(operand.bits);
  return bits;
}

/// The form with the largest part in the stride, which stays valid across carries.
std::optional<Swizzle> swizzleOf(const ThreadFacts &facts) {
  const ThreadStep &lane = facts.steps[kLane];
  if (lane.group == 0 && lane.stride)
    return Swizzle{kUniformXors, *lane.stride};
  if (facts.swizzle)
    return facts.swizzle;
  return facts.xors ? std::optional(Swizzle{*facts.xors, 0}) : std::nullopt;
}

llvm::SmallVector<LaneForm, 3> formsOf(Operands operands) {
  llvm::SmallVector<LaneForm, 3> forms;
  for (const ThreadFacts &operand : operands)
    forms.push_back({operand.bits, operand.xors, swizzleOf(operand)});
  return forms;
}

llvm::SmallVector<PartOperand, 3> partsOf(Operands operands) {
  llvm::SmallVector<PartOperand, 3> parts;
  for (const ThreadFacts &operand : operands)
    parts.push_back({operand.bits, operand.part});
  return parts;
}

//===--- One dimension -----------------------------------------------------------------------===//

ThreadStep bothConstant(const ThreadFacts &a, const ThreadFacts &b, unsigned d) {
  return opaqueStep(a.steps[d], b.steps[d]);
}

/// Number of low bits that are 0 in the groups of dimension `d`, in which the value is constant.
unsigned lowZeros(const ThreadFacts &facts, unsigned d) {
  return static_cast<unsigned>(
      std::max(std::countr_one(facts.bits.zero), std::countr_zero(facts.steps[d].divisibility)));
}

ThreadStep bitwiseAnd(const ThreadFacts &a, const ThreadFacts &b, unsigned d, unsigned width) {
  const int ones = std::countr_one(b.bits.one);
  ThreadStep result =
      ones > 0 ? bitwiseStep(a.steps[d], b.steps[d], LowBits::Keeps, ones, width)
               : bitwiseStep(a.steps[d], b.steps[d], LowBits::Clears, lowZeros(b, d), width);
  if (b.steps[d].isConstant())
    result.divisibility = std::max(result.divisibility, b.steps[d].divisibility);
  return result;
}

ThreadStep bitwiseOr(Kind kind, const ThreadFacts &a, const ThreadFacts &b, unsigned d,
                     unsigned width) {
  const int ones = std::countr_one(b.bits.one);
  const LowBits effect = kind == Kind::Or ? LowBits::Sets : LowBits::Inverts;
  ThreadStep result =
      ones > 0 ? bitwiseStep(a.steps[d], b.steps[d], effect, ones, width)
               : bitwiseStep(a.steps[d], b.steps[d], LowBits::Keeps, lowZeros(b, d), width);
  result.divisibility = ones > 0 ? 1 : std::min(result.divisibility, b.steps[d].divisibility);
  return result;
}

/// The operand that is constant within groups determines the effect on the other one.
ThreadStep bitwise(Kind kind, Operands x, unsigned d, unsigned width) {
  const bool isFirst = x[0].steps[d].isConstant() && !x[1].steps[d].isConstant();
  const ThreadFacts &varying = isFirst ? x[1] : x[0], &other = isFirst ? x[0] : x[1];
  return kind == Kind::And ? bitwiseAnd(varying, other, d, width)
                           : bitwiseOr(kind, varying, other, d, width);
}

/// floor(a / b), or the remainder.
ThreadStep divide(const ThreadFacts &a, const ThreadFacts &b, unsigned d, bool isExact,
                  bool isRemainder, unsigned width) {
  if (!b.bits.isConstant() || b.bits.one == 0)
    return bothConstant(a, b, d);
  if (isRemainder && isBelow(a.bits, b.bits.one))
    return a.steps[d];
  return isRemainder ? remainderStep(a.steps[d], b.bits.one, isExact, width)
                     : divideStep(a.steps[d], b.bits.one, isExact, width);
}

/// Division towards zero is floor() of numbers that are not negative.
ThreadStep divideSigned(const ThreadFacts &a, const ThreadFacts &b, unsigned d, bool isRemainder,
                        unsigned width) {
  if (!isNonNegative(a.bits, width) || !isNonNegative(b.bits, width))
    return bothConstant(a, b, d);
  return divide(a, b, d, /*isExact=*/true, isRemainder, width);
}

ThreadStep divideFloor(const ThreadFacts &a, const ThreadFacts &b, unsigned d, bool isRemainder,
                       unsigned width) {
  if (!isNonNegative(b.bits, width))
    return bothConstant(a, b, d);
  if (isRemainder && !isNonNegative(a.bits, width) && b.bits.isConstant() && b.bits.one != 0)
    return remainderStep(a.steps[d], b.bits.one, a.isExact, width);
  return divide(a, b, d, a.isExact, isRemainder, width);
}

/// The shift count if it is a constant less than the width.
std::optional<unsigned> shiftCount(const ThreadFacts &count, unsigned width) {
  if (!count.bits.isConstant() || count.bits.one >= width)
    return std::nullopt;
  return static_cast<unsigned>(count.bits.one);
}

ThreadStep shift(Kind kind, Operands x, unsigned d, unsigned width) {
  const auto count = shiftCount(x[1], width);
  if (kind == Kind::ShiftLeft)
    return count ? multiplyStep(x[0].steps[d], uint64_t{1} << *count, width)
                 : shiftLeftSteps(x[0].steps[d], x[1].steps[d]);
  if (!count)
    return bothConstant(x[0], x[1], d);
  const bool isExact =
      kind == Kind::ShiftRightArithmetic ? x[0].isExact : isNonNegative(x[0].bits, width);
  return divideStep(x[0].steps[d], uint64_t{1} << *count, isExact, width);
}

/// a < b and a >= b have one result for all values a of an aligned block if b is a multiple of the
/// block size.
ThreadStep orderStep(const ThreadFacts &a, const ThreadFacts &b, unsigned d, bool isSigned,
                     unsigned width) {
  const ThreadStep &x = a.steps[d], &y = b.steps[d];
  const bool isExact = a.isExact && b.isExact &&
                       (isSigned || (isNonNegative(a.bits, width) && isNonNegative(b.bits, width)));
  if (x.stride && x.stride == y.stride && isExact)
    return {std::gcd(x.group, y.group), 0, 1};
  if (!y.isConstant())
    return {1, 0, 1};
  const ThreadStep refinedY = refined(y, x.group);
  const ThreadStep within = withinBlocks(refined(x, y.group), refinedY.divisibility, width);
  return {within.isConstant() || within.stride ? within.group : 1, 0, 1};
}

ThreadStep compare(mlir::arith::CmpIPredicate predicate, Operands x, unsigned d, unsigned width) {
  using P = mlir::arith::CmpIPredicate;
  const ThreadStep &a = x[0].steps[d], &b = x[1].steps[d];
  switch (predicate) {
  case P::eq:
  case P::ne:
    return a.stride && a.stride == b.stride ? ThreadStep{std::gcd(a.group, b.group), 0, 1}
                                            : ThreadStep{1, 0, 1};
  case P::slt:
  case P::sge:
    return orderStep(x[0], x[1], d, true, width);
  case P::sgt:
  case P::sle:
    return orderStep(x[1], x[0], d, true, width);
  case P::ult:
  case P::uge:
    return orderStep(x[0], x[1], d, false, width);
  case P::ugt:
  case P::ule:
    return orderStep(x[1], x[0], d, false, width);
  }
  return {1, 0, 1};
}

ThreadStep select(Operands x, unsigned d) {
  return refined(join(x[1].steps[d], x[2].steps[d]), x[0].constancy(d));
}

ThreadStep extend(const ThreadFacts &a, unsigned d, bool keepsStride, unsigned fromWidth) {
  return keepsStride ? a.steps[d] : withinBlocks(a.steps[d], kMaxDivisible, fromWidth);
}

/// Two numbers of `width` bits can differ by more than fits into `width` bits. True if the strides
/// of the result do fit.
bool areStridesSmall(Kind kind, Operands x, unsigned width) {
  const int64_t most = int64_t{1} << (width - 2);
  const auto isSmall = [most](int64_t stride) { return -most < stride && stride < most; };
  for (unsigned d = 0; d < kThreadDimensions; ++d) {
    const std::optional<int64_t> a = x[0].steps[d].stride, b = x[1].steps[d].stride;
    if (!a || !b || !isSmall(*a) || !isSmall(*b))
      return false;
    if (kind != Kind::Multiply || (*a == 0 && *b == 0))
      continue;
    const ThreadFacts &factor = *a == 0 ? x[0] : x[1];
    const auto by = signExtendBits(factor.bits, width, 64);
    int64_t product = 0;
    if (!factor.bits.isConstant() ||
        __builtin_mul_overflow(*a + *b, static_cast<int64_t>(by.one), &product) ||
        !isSmall(product))
      return false;
  }
  return true;
}

/// True if the result, as a signed number, follows its strides without wrapping. Covers the cases
/// that the bits of the result do not prove.
bool staysExact(const IntegerOperation &operation, Operands x, unsigned width) {
  switch (operation.kind) {
  case Kind::SignExtend:
  case Kind::ZeroExtend:
  case Kind::Compare:
    return true;
  case Kind::Select:
    return x[1].isExact && x[2].isExact;
  case Kind::ShiftRightArithmetic:
  case Kind::DivideFloor:
    return x[0].isExact;
  case Kind::Add:
  case Kind::Subtract:
  case Kind::Multiply:
    break;
  default:
    return false;
  }
  return operation.noSignedWrap && x[0].isExact && x[1].isExact && width > 2 &&
         areStridesSmall(operation.kind, x, width);
}

} // namespace

//===--- ThreadFacts -------------------------------------------------------------------------===//

ThreadFacts ThreadFacts::unknown(unsigned width) {
  ThreadFacts facts;
  facts.bits = LaneBits::varyingBits(width);
  facts.steps.fill({1, 0, 1});
  return facts;
}

ThreadFacts ThreadFacts::uniform(unsigned width, uint64_t divisibility) {
  ThreadFacts facts;
  facts.bits = LaneBits::uniform(width);
  facts.bits.zero |= divisibility - 1;
  facts.steps.fill({0, 0, divisibility});
  facts.xors = kUniformXors;
  return facts;
}

ThreadFacts ThreadFacts::constant(uint64_t value) {
  ThreadFacts facts;
  facts.bits = LaneBits::constant(value);
  facts.steps.fill({0, 0, powerOfTwoIn(value)});
  facts.xors = kUniformXors;
  return facts;
}

uint64_t ThreadFacts::divisibility() const {
  return lowZeros(bits);
}

uint64_t ThreadFacts::constancy(unsigned dimension) const {
  const ThreadStep &step = steps[dimension];
  return step.isConstant() ? step.group : 1;
}

ThreadFacts join(const ThreadFacts &a, const ThreadFacts &b) {
  ThreadFacts result;
  result.bits = join(a.bits, b.bits);
  for (unsigned d = 0; d < kThreadDimensions; ++d)
    result.steps[d] = join(a.steps[d], b.steps[d]);
  result.isExact = a.isExact && b.isExact;
  if (a.xors == b.xors)
    result.xors = a.xors;
  if (a.swizzle == b.swizzle)
    result.swizzle = a.swizzle;
  result.part = join(a.part, b.part);
  return result;
}

ThreadFacts chosenByGroups(ThreadFacts facts, const PerDimension &groups) {
  if (facts.bits.isConstant())
    return facts;
  for (unsigned d = 0; d < kThreadDimensions; ++d)
    facts.steps[d] = refined(facts.steps[d], groups[d]);
  if (groups[kLane] != 0) {
    facts.bits = chosenPerLane(facts.bits);
    facts.xors = std::nullopt;
    facts.swizzle = std::nullopt;
    facts.part = std::nullopt;
  }
  return facts;
}

//===--- ThreadArithmetic --------------------------------------------------------------------===//

ThreadArithmetic::ThreadArithmetic(const BlockShape &block)
    : m_block(block), m_extents{block[0], block[1], block[2], 0} {
  m_extents[kLane] = std::min<uint64_t>(uint64_t{block[0]} * block[1] * block[2], kLanesPerWarp);
}

ThreadFacts ThreadArithmetic::threadId(unsigned dimension) const {
  const LaneBits bits = threadIdBits(dimension, m_block);
  ThreadFacts facts;
  facts.bits = bits;
  facts.steps.fill({0, 0, lowZeros(bits)});
  facts.steps[dimension] = {0, 1, kMaxDivisible};
  // Along the lanes: the linear id divided by the threads of a row, modulo the extent unless the
  // outer extents are all 1.
  uint64_t threads = 1, row = 1;
  for (unsigned i = 0; i < 3; ++i)
    threads *= m_block[i];
  for (unsigned i = 0; i < dimension; ++i)
    row *= m_block[i];
  const ThreadStep linear{0, 1, kLanesPerWarp};
  const ThreadStep rest = row == 1 ? linear : divideStep(linear, row, true, 64);
  const bool isLast = row * m_block[dimension] == threads;
  facts.steps[kLane] = isLast ? rest : remainderStep(rest, m_block[dimension], true, 64);
  if (hasWholeWarps())
    facts.xors = threadIdXors(dimension, m_block);
  facts.part = threadIdPart(dimension);
  return completed(facts, 64);
}

std::optional<ThreadPart> ThreadArithmetic::threadIdPart(unsigned dimension) const {
  const uint64_t threads = uint64_t{m_block[0]} * m_block[1] * m_block[2];
  if (threads > kMaxPartThreads)
    return std::nullopt;
  uint64_t row = 1;
  for (unsigned i = 0; i < dimension; ++i)
    row *= m_block[i];
  std::vector<int64_t> numbers(threads);
  for (uint64_t t = 0; t < threads; ++t)
    numbers[t] = static_cast<int64_t>(t / row % m_block[dimension]);
  return wholePart(std::move(numbers));
}

ThreadFacts ThreadArithmetic::linearThread() const {
  const auto scaled = [&](unsigned dimension, uint64_t by) {
    return apply(Kind::Multiply, threadId(dimension), ThreadFacts::constant(by));
  };
  ThreadFacts all = apply(Kind::Add, threadId(0), scaled(1, m_block[0]));
  all = apply(Kind::Add, all, scaled(2, uint64_t{m_block[0]} * m_block[1]));
  return all;
}

ThreadFacts ThreadArithmetic::laneId() const {
  return apply(Kind::RemainderUnsigned, linearThread(), ThreadFacts::constant(kLanesPerWarp));
}

ThreadFacts ThreadArithmetic::apply(IntegerOperator kind, const ThreadFacts &a,
                                    const ThreadFacts &b) const {
  return apply({kind}, {a, b}, 64, 64);
}

ThreadFacts ThreadArithmetic::opaque(Operands operands, const LaneBits &bits,
                                     unsigned width) const {
  ThreadFacts facts;
  facts.bits = bits;
  for (unsigned d = 0; d < kThreadDimensions; ++d) {
    facts.steps[d] = {0, 0, lowZeros(bits)};
    for (const ThreadFacts &operand : operands)
      facts.steps[d].group = std::gcd(facts.steps[d].group, operand.constancy(d));
  }
  return completed(facts, width);
}

ThreadFacts ThreadArithmetic::apply(const IntegerOperation &operation, Operands operands,
                                    unsigned fromWidth, unsigned width) const {
  // Or and Xor of operands without common bits are sums.
  const bool isDisjoint = (operation.kind == Kind::Or || operation.kind == Kind::Xor) &&
                          (~operands[0].bits.zero & ~operands[1].bits.zero) == 0;
  const IntegerOperation meant = isDisjoint ? IntegerOperation{Kind::Add} : operation;
  ThreadFacts result;
  result.bits = integerBits(operation, bitsOf(operands), fromWidth, width);
  for (unsigned d = 0; d < kThreadDimensions; ++d)
    result.steps[d] = stepOf(meant, operands, d, fromWidth, width);
  result.isExact = staysExact(meant, operands, width);
  const auto forms = formsOf(operands);
  result.xors = xorsOf(operation, forms, fromWidth, width);
  result.swizzle = pstudio::swizzleOf(operation, forms, fromWidth, width);
  result.part = partOf(operation, partsOf(operands), fromWidth, width);
  return completed(result, width);
}

ThreadStep ThreadArithmetic::stepOf(const IntegerOperation &operation, Operands x, unsigned d,
                                    unsigned fromWidth, unsigned width) const {
  const Kind kind = operation.kind;
  switch (kind) {
  case Kind::Add:
    return addSteps(x[0].steps[d], x[1].steps[d], width);
  case Kind::Subtract:
    return subtractSteps(x[0].steps[d], x[1].steps[d], width);
  case Kind::Multiply:
    if (x[1].bits.isConstant())
      return multiplyStep(x[0].steps[d], x[1].bits.one, width);
    if (x[0].bits.isConstant())
      return multiplyStep(x[1].steps[d], x[0].bits.one, width);
    return multiplySteps(x[0].steps[d], x[1].steps[d], width);
  case Kind::And:
  case Kind::Or:
  case Kind::Xor:
    return bitwise(kind, x, d, width);
  case Kind::ShiftLeft:
  case Kind::ShiftRightLogical:
  case Kind::ShiftRightArithmetic:
    return shift(kind, x, d, width);
  case Kind::DivideUnsigned:
  case Kind::RemainderUnsigned:
    return divide(x[0], x[1], d, isNonNegative(x[0].bits, width), kind == Kind::RemainderUnsigned,
                  width);
  case Kind::DivideSigned:
  case Kind::RemainderSigned:
    return divideSigned(x[0], x[1], d, kind == Kind::RemainderSigned, width);
  case Kind::DivideFloor:
  case Kind::RemainderFloor:
    return divideFloor(x[0], x[1], d, kind == Kind::RemainderFloor, width);
  case Kind::ZeroExtend:
    return extend(x[0], d, isNonNegative(x[0].bits, fromWidth), fromWidth);
  case Kind::SignExtend:
    return extend(x[0], d, x[0].isExact, fromWidth);
  case Kind::Truncate:
    return wrapped(x[0].steps[d], width);
  case Kind::Compare:
    return compare(operation.predicate, x, d, fromWidth);
  case Kind::Select:
    return select(x, d);
  }
  return {1, 0, 1};
}

/// Step along the lanes, from the steps in x, y and z. The lanes pass through the rows of x one
/// after the other, and so through the planes of rows. Rows across whose ends the stride continues
/// count as one row.
ThreadStep ThreadArithmetic::laneStep(const ThreadFacts &facts) const {
  ThreadStep row = facts.steps[0];
  uint64_t length = m_extents[0];
  bool isAll = true;
  for (unsigned d = 1; d < 3 && isAll; ++d) {
    if (m_extents[d] == 1)
      continue;
    const ThreadStep &next = facts.steps[d];
    if (length == 1) {
      row = next;
      length = m_extents[d];
      continue;
    }
    const bool goesOn = row.group == 0 && row.stride && next.stride && !next.isUnknown() &&
                        -INT32_MAX < *row.stride && *row.stride < INT32_MAX &&
                        *next.stride == *row.stride * static_cast<int64_t>(length);
    isAll = goesOn;
    if (!goesOn)
      break;
    row.group = next.group == 0 ? 0 : next.group * length;
    length *= m_extents[d];
    isAll = row.group == 0 || d == 2 || m_extents[2] == 1;
  }
  ThreadStep lanes = row;
  const uint64_t begins = row.group; // of groups of threads; groups of lanes begin within them
  lanes.group = std::gcd(row.group, isAll ? 0 : length);
  if (lanes.group != 0)
    lanes.group = std::gcd<uint64_t>(lanes.group, kLanesPerWarp);
  if (lanes.group == 1)
    return {1, 0, 1};
  const uint64_t offset =
      std::gcd(lanes.group == 0 ? kLanesPerWarp : lanes.group, isAll ? begins : length);
  if (!row.stride)
    lanes.divisibility = 1;
  else if (*row.stride != 0)
    lanes.divisibility =
        std::min(row.divisibility, powerOfTwoIn(static_cast<uint64_t>(*row.stride) * offset));
  return lanes;
}

bool ThreadArithmetic::hasWholeWarps() const {
  return uint64_t{m_block[0]} * m_block[1] * m_block[2] % kLanesPerWarp == 0;
}

/// The form of the operation itself, or the one that follows from a stride over all lanes.
std::optional<LaneXors> ThreadArithmetic::laneXors(const ThreadFacts &facts, unsigned width) const {
  if (facts.xors)
    return facts.xors;
  const ThreadStep &lane = facts.steps[kLane];
  if (lane.group != 0 || !lane.stride)
    return std::nullopt;
  if (*lane.stride != 0 && !hasWholeWarps())
    return std::nullopt;
  return stridedXors(*lane.stride, facts.bits, width);
}

ThreadFacts ThreadArithmetic::completed(ThreadFacts facts, unsigned width) const {
  if (facts.bits.isConstant())
    return ThreadFacts::constant(facts.bits.one);
  for (unsigned d = 0; d < kThreadDimensions; ++d) {
    ThreadStep &step = facts.steps[d];
    if (step.group >= m_extents[d])
      step.group = 0;
    if (m_extents[d] == 1) // a group of one thread has any stride
      step.stride = 0;
  }
  ThreadStep &lane = facts.steps[kLane];
  if (facts.bits.isUniform()) {
    lane = {0, 0, 1};
  } else if (ThreadStep found = laneStep(facts); lane.group != 0 || !lane.stride) {
    if (found.group >= m_extents[kLane])
      found.group = 0;
    const bool isLonger =
        found.group == 0 ? lane.group != 0 : lane.group != 0 && found.group > lane.group;
    if (isLonger || (found.group == lane.group && !lane.stride))
      lane = found;
  }
  // A divisor of all values divides the first value of each group. A common divisor of the first
  // value and the stride divides all values.
  uint64_t common = lowZeros(facts.bits);
  for (const ThreadStep &step : facts.steps)
    if (step.stride)
      common = std::max(
          common, std::min(step.divisibility, powerOfTwoIn(static_cast<uint64_t>(*step.stride))));
  facts.bits.zero |= common - 1;
  facts.bits.varying &= ~facts.bits.zero;
  for (ThreadStep &step : facts.steps)
    step.divisibility = std::max(step.divisibility, common);
  facts.isExact = facts.isExact || isNonNegative(facts.bits, width) || allConstant(facts);
  facts.xors = laneXors(facts, width);
  if (facts.bits.isUniform() && facts.part && !facts.part->isWhole)
    facts.part = std::nullopt;
  return facts;
}

} // namespace pstudio
