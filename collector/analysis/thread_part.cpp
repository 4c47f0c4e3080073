// SPDX-License-Identifier: Apache-2.0
#include "collector/analysis/thread_part.h"

#include <algorithm>
#include <bit>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

#include "collector/analysis/thread_steps.h"

namespace pstudio {
namespace {

using Kind = IntegerOperator;
using Numbers = std::vector<int64_t>;
using PartOperands = llvm::ArrayRef<PartOperand>;

uint64_t asUnsigned(int64_t number, unsigned width) {
  return static_cast<uint64_t>(number) & lowBits(width);
}

int64_t asSigned(uint64_t word, unsigned width) {
  return llvm::SignExtend64(word, width);
}

//===--- Numbers of one thread ---------------------------------------------------------------===//

std::optional<uint64_t> divided(Kind kind, int64_t a, int64_t b, unsigned width) {
  const uint64_t left = asUnsigned(a, width), right = asUnsigned(b, width);
  if (right == 0)
    return std::nullopt;
  if (kind == Kind::DivideUnsigned)
    return left / right;
  if (kind == Kind::RemainderUnsigned)
    return left % right;
  if (b == -1) // the quotient of the least number does not fit
    return std::nullopt;
  const int64_t remainder = a % b;
  const bool isBelow = remainder != 0 && (remainder < 0) != (b < 0);
  switch (kind) {
  case Kind::DivideSigned:
    return static_cast<uint64_t>(a / b);
  case Kind::DivideFloor:
    return static_cast<uint64_t>(a / b - (isBelow ? 1 : 0));
  case Kind::RemainderSigned:
    return static_cast<uint64_t>(remainder);
  default: // RemainderFloor
    return static_cast<uint64_t>(remainder + (isBelow ? b : 0));
  }
}

std::optional<uint64_t> shifted(Kind kind, int64_t a, uint64_t count, unsigned width) {
  if (count >= width)
    return std::nullopt;
  if (kind == Kind::ShiftLeft)
    return asUnsigned(a, width) << count;
  return kind == Kind::ShiftRightLogical ? asUnsigned(a, width) >> count
                                         : static_cast<uint64_t>(a >> count);
}

bool holds(mlir::arith::CmpIPredicate predicate, int64_t a, int64_t b) {
  using P = mlir::arith::CmpIPredicate;
  const auto left = static_cast<uint64_t>(a), right = static_cast<uint64_t>(b);
  switch (predicate) {
  case P::eq:
    return a == b;
  case P::ne:
    return a != b;
  case P::slt:
    return a < b;
  case P::sle:
    return a <= b;
  case P::sgt:
    return a > b;
  case P::sge:
    return a >= b;
  case P::ult: // sign extension keeps the order of unsigned numbers
    return left < right;
  case P::ule:
    return left <= right;
  case P::ugt:
    return left > right;
  case P::uge:
    return left >= right;
  }
  return false;
}

/// The result for known operands, sign-extended from `fromWidth` bits (those of Select but the
/// condition from `width`); only its low `width` bits count. None where it has no value.
std::optional<uint64_t> compute(const IntegerOperation &operation, llvm::ArrayRef<int64_t> x,
                                unsigned fromWidth) {
  const auto word = [&](size_t i) { return static_cast<uint64_t>(x[i]); };
  switch (operation.kind) {
  case Kind::Add:
    return word(0) + word(1);
  case Kind::Subtract:
    return word(0) - word(1);
  case Kind::Multiply:
    return word(0) * word(1);
  case Kind::And:
    return word(0) & word(1);
  case Kind::Or:
    return word(0) | word(1);
  case Kind::Xor:
    return word(0) ^ word(1);
  case Kind::ShiftLeft:
  case Kind::ShiftRightLogical:
  case Kind::ShiftRightArithmetic:
    return shifted(operation.kind, x[0], asUnsigned(x[1], fromWidth), fromWidth);
  case Kind::DivideUnsigned:
  case Kind::DivideSigned:
  case Kind::DivideFloor:
  case Kind::RemainderUnsigned:
  case Kind::RemainderSigned:
  case Kind::RemainderFloor:
    return divided(operation.kind, x[0], x[1], fromWidth);
  case Kind::ZeroExtend:
    return asUnsigned(x[0], fromWidth);
  case Kind::SignExtend:
  case Kind::Truncate:
    return word(0);
  case Kind::Compare:
    return holds(operation.predicate, x[0], x[1]) ? 1 : 0;
  case Kind::Select:
    return x[0] != 0 ? word(1) : word(2);
  }
  return std::nullopt;
}

//===--- Operands ----------------------------------------------------------------------------===//

bool isConstant(const PartOperand &operand) {
  return !operand.part && operand.bits.isConstant();
}

bool isUniform(const PartOperand &operand) {
  return !operand.part && operand.bits.isUniform();
}

uint64_t divisorOf(const LaneBits &bits) {
  const int zeros = std::countr_one(bits.zero);
  return zeros >= 63 ? kMaxDivisible : uint64_t{1} << zeros;
}

uint64_t restDivisor(const PartOperand &operand) {
  return operand.part ? operand.part->restDivisor : divisorOf(operand.bits);
}

bool isWhole(const PartOperand &operand) {
  return operand.part ? operand.part->isWhole : operand.bits.isConstant();
}

/// A part, or a rest alone.
bool hasForm(const PartOperand &operand) {
  return operand.part || isUniform(operand);
}

bool isExact(const PartOperand &operand) {
  return !operand.part || operand.part->isExact;
}

size_t threadsOf(PartOperands operands) {
  for (const PartOperand &operand : operands)
    if (operand.part)
      return operand.part->numbers->size();
  return 0;
}

/// Numbers of the operand, whose rest counts as 0, in thread `t`.
int64_t numberOf(const PartOperand &operand, size_t t) {
  return operand.part ? (*operand.part->numbers)[t] : 0;
}

/// All numbers are in [0, bound).
bool isWithin(const PartOperand &operand, uint64_t bound) {
  return llvm::all_of(*operand.part->numbers,
                      [&](int64_t n) { return n >= 0 && static_cast<uint64_t>(n) < bound; });
}

ThreadPart partWith(Numbers numbers, uint64_t divisor, bool isExact) {
  return {std::make_shared<const Numbers>(std::move(numbers)), divisor, false, isExact};
}

//===--- Results -----------------------------------------------------------------------------===//

/// Operands without a rest: the result in each thread.
std::optional<ThreadPart> partOfWhole(const IntegerOperation &operation, PartOperands x,
                                      unsigned fromWidth, unsigned width) {
  const size_t threads = threadsOf(x);
  Numbers numbers(threads);
  llvm::SmallVector<int64_t, 3> values(x.size());
  for (size_t t = 0; t < threads; ++t) {
    for (size_t i = 0; i < x.size(); ++i) {
      const unsigned of = operation.kind == Kind::Select && i > 0 ? width : fromWidth;
      values[i] = x[i].part ? (*x[i].part->numbers)[t] : asSigned(x[i].bits.one, of);
    }
    const std::optional<uint64_t> result = compute(operation, values, fromWidth);
    if (!result)
      return std::nullopt;
    numbers[t] = asSigned(*result, width);
  }
  return wholePart(std::move(numbers));
}

std::optional<ThreadPart> partOfSum(const IntegerOperation &operation, PartOperands x,
                                    bool isDisjoint, unsigned width) {
  const bool subtracts = operation.kind == Kind::Subtract;
  const uint64_t divisor = std::min(restDivisor(x[0]), restDivisor(x[1]));
  const bool exact = (operation.noSignedWrap || isDisjoint) && isExact(x[0]) && isExact(x[1]);
  if (!x[1].part || (!x[0].part && !subtracts)) {
    const ThreadPart &only = x[0].part ? *x[0].part : *x[1].part;
    return ThreadPart{only.numbers, divisor, false, exact};
  }
  Numbers numbers(threadsOf(x));
  bool fits = true;
  for (size_t t = 0; t < numbers.size(); ++t) {
    const int64_t a = numberOf(x[0], t), b = numberOf(x[1], t);
    int64_t sum = 0;
    fits &= !(subtracts ? __builtin_sub_overflow(a, b, &sum) : __builtin_add_overflow(a, b, &sum));
    numbers[t] = asSigned(static_cast<uint64_t>(sum), width);
    fits &= numbers[t] == sum;
  }
  return partWith(std::move(numbers), divisor, exact && fits);
}

std::optional<ThreadPart> partOfProduct(const IntegerOperation &operation, const PartOperand &value,
                                        uint64_t factor, unsigned width) {
  Numbers numbers = *value.part->numbers;
  bool fits = true;
  for (int64_t &number : numbers) {
    int64_t product = 0; // modulo 2^64, also where it overflows
    fits &= !__builtin_mul_overflow(number, asSigned(factor, width), &product);
    number = asSigned(static_cast<uint64_t>(product), width);
    fits &= number == product;
  }
  const int bits = std::countr_zero(restDivisor(value)) + std::countr_zero(powerOfTwoIn(factor));
  return partWith(std::move(numbers), uint64_t{1} << std::min(bits, 63),
                  fits && operation.noSignedWrap && isExact(value));
}

/// As a signed number, the factor of a shift by width - 1 is negative: the product is not exact.
std::optional<ThreadPart> partOfLeftShift(const IntegerOperation &operation,
                                          const PartOperand &value, const PartOperand &count,
                                          unsigned width) {
  if (!value.part || !isConstant(count) || count.bits.one >= width)
    return std::nullopt;
  IntegerOperation product = operation;
  product.noSignedWrap = operation.noSignedWrap && count.bits.one + 1 < width;
  return partOfProduct(product, value, uint64_t{1} << count.bits.one, width);
}

/// A bitwise operation of a value and a number without a rest. The bits of the numbers and those of
/// the rest do not overlap.
std::optional<ThreadPart> partOfBits(const IntegerOperation &operation, PartOperands x,
                                     unsigned fromWidth, unsigned width) {
  const bool isFirst = !isWhole(x[0]);
  const PartOperand &value = isFirst ? x[0] : x[1], &mask = isFirst ? x[1] : x[0];
  if (!value.part || !isWhole(mask))
    return std::nullopt;
  const uint64_t divisor = value.part->restDivisor;
  const bool isBelow = mask.part ? isWithin(mask, divisor) : mask.bits.one < divisor;
  PartOperand number{value.bits, wholePart(*value.part->numbers)};
  if (operation.kind == Kind::And && isBelow)
    return partOfWhole(operation, {number, mask}, fromWidth, width);
  const bool keepsRest = operation.kind == Kind::And
                             ? isConstant(mask) && (mask.bits.one | (divisor - 1)) == lowBits(width)
                             : isBelow;
  if (!keepsRest || !isWithin(value, divisor))
    return std::nullopt;
  std::optional<ThreadPart> result = partOfWhole(operation, {number, mask}, fromWidth, width);
  if (!result)
    return result;
  for (const int64_t n : *result->numbers)
    if (n < 0 || static_cast<uint64_t>(n) >= divisor)
      return std::nullopt;
  // The numbers are in bits below those of the rest.
  return ThreadPart{result->numbers, divisor, false, value.part->isExact};
}

/// Of a number and a rest in separate bits: a shift to the right, a division or a remainder by a
/// power of two.
std::optional<ThreadPart> partOfQuotient(Kind kind, const PartOperand &value, uint64_t by,
                                         bool isRemainder, unsigned width) {
  const uint64_t divisor = value.part->restDivisor;
  if (!std::has_single_bit(by) || by > divisor)
    return std::nullopt;
  if (isRemainder) {
    Numbers numbers = *value.part->numbers;
    for (int64_t &number : numbers)
      number = asSigned(asUnsigned(number, width) & (by - 1), width);
    return wholePart(std::move(numbers));
  }
  if (!isWithin(value, divisor))
    return std::nullopt;
  Numbers numbers = *value.part->numbers;
  const int shift = std::countr_zero(by);
  for (int64_t &number : numbers)
    number >>= shift;
  const bool exact = kind == Kind::ShiftRightArithmetic ? value.part->isExact : shift > 0;
  return partWith(std::move(numbers), divisor / by, exact);
}

std::optional<ThreadPart> partOfDivision(const IntegerOperation &operation, PartOperands x,
                                         unsigned width) {
  const Kind kind = operation.kind;
  const bool isShift = kind == Kind::ShiftRightLogical || kind == Kind::ShiftRightArithmetic;
  if (!x[0].part || !isConstant(x[1]) || (isShift && x[1].bits.one >= width))
    return std::nullopt;
  const bool isSigned = kind == Kind::DivideSigned || kind == Kind::RemainderSigned ||
                        kind == Kind::DivideFloor || kind == Kind::RemainderFloor;
  if (isSigned && (!isNonNegative(x[0].bits, width) || !isNonNegative(x[1].bits, width)))
    return std::nullopt;
  const uint64_t by = isShift ? uint64_t{1} << x[1].bits.one : x[1].bits.one;
  const bool isRemainder = kind == Kind::RemainderUnsigned || kind == Kind::RemainderSigned ||
                           kind == Kind::RemainderFloor;
  return partOfQuotient(kind, x[0], by, isRemainder, width);
}

std::optional<ThreadPart> partOfExtension(Kind kind, const PartOperand &value, unsigned fromWidth,
                                          unsigned width) {
  ThreadPart part = *value.part;
  if (kind == Kind::Truncate) {
    Numbers numbers = *part.numbers;
    for (int64_t &number : numbers)
      number = asSigned(static_cast<uint64_t>(number), width);
    const uint64_t modulus = uint64_t{1} << std::min(width, 63u);
    return partWith(std::move(numbers), std::min(part.restDivisor, modulus), false);
  }
  const bool isSignKept = kind == Kind::SignExtend || isNonNegative(value.bits, fromWidth);
  return part.isExact && isSignKept ? std::optional(std::move(part)) : std::nullopt;
}

/// Both values have one number in each thread, so that the condition chooses the rest.
std::optional<ThreadPart> partOfChoice(PartOperands x) {
  return x[0].bits.isUniform() ? join(x[1].part, x[2].part) : std::nullopt;
}

} // namespace

bool ThreadPart::operator==(const ThreadPart &other) const {
  return restDivisor == other.restDivisor && isWhole == other.isWhole && isExact == other.isExact &&
         (numbers == other.numbers || *numbers == *other.numbers);
}

ThreadPart wholePart(std::vector<int64_t> numbers) {
  return {std::make_shared<const Numbers>(std::move(numbers)), kMaxDivisible, true, true};
}

std::optional<ThreadPart> join(const std::optional<ThreadPart> &a,
                               const std::optional<ThreadPart> &b) {
  if (!a || !b || (a->numbers != b->numbers && *a->numbers != *b->numbers))
    return std::nullopt;
  return ThreadPart{a->numbers, std::min(a->restDivisor, b->restDivisor), a->isWhole && b->isWhole,
                    a->isExact && b->isExact};
}

std::optional<ThreadPart> partOf(const IntegerOperation &operation, PartOperands x,
                                 unsigned fromWidth, unsigned width) {
  if (threadsOf(x) == 0)
    return std::nullopt;
  if (llvm::all_of(x, isWhole))
    return partOfWhole(operation, x, fromWidth, width);
  if (operation.kind == Kind::Select)
    return partOfChoice(x);
  if (!llvm::all_of(x, hasForm))
    return std::nullopt;
  switch (operation.kind) {
  case Kind::Add:
  case Kind::Subtract:
    return partOfSum(operation, x, false, width);
  case Kind::And:
  case Kind::Or:
  case Kind::Xor:
    if (operation.kind != Kind::And && (~x[0].bits.zero & ~x[1].bits.zero) == 0)
      return partOfSum(operation, x, true, width);
    return partOfBits(operation, x, fromWidth, width);
  case Kind::Multiply:
    if (!isConstant(x[0]) && !isConstant(x[1]))
      return std::nullopt;
    return isConstant(x[1]) ? partOfProduct(operation, x[0], x[1].bits.one, width)
                            : partOfProduct(operation, x[1], x[0].bits.one, width);
  case Kind::ShiftLeft:
    return partOfLeftShift(operation, x[0], x[1], width);
  case Kind::ShiftRightLogical:
  case Kind::ShiftRightArithmetic:
  case Kind::DivideUnsigned:
  case Kind::DivideSigned:
  case Kind::DivideFloor:
  case Kind::RemainderUnsigned:
  case Kind::RemainderSigned:
  case Kind::RemainderFloor:
    return partOfDivision(operation, x, width);
  case Kind::ZeroExtend:
  case Kind::SignExtend:
  case Kind::Truncate:
    return partOfExtension(operation.kind, x[0], fromWidth, width);
  case Kind::Compare:
  case Kind::Select:
    break;
  }
  return std::nullopt;
}

} // namespace pstudio
