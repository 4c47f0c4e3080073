// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/expand_powers.h"

#include <optional>

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

namespace pstudio {
namespace {

using mlir::Value;
namespace arith = mlir::arith;
namespace scf = mlir::scf;
using Builder = mlir::ImplicitLocOpBuilder;
using Predicate = arith::CmpIPredicate;

/// A factor of the product and the magnitude of the exponent.
struct Power {
  Value factor;
  Value count; ///< unsigned; the magnitude of the smallest integer fits
};

Value integer(Builder &builder, mlir::Type type, int64_t number) {
  return builder.create<arith::ConstantOp>(builder.getIntegerAttr(type, number));
}

Value compare(Builder &builder, Predicate predicate, Value a, int64_t number) {
  return builder.create<arith::CmpIOp>(predicate, a, integer(builder, a.getType(), number));
}

Value multiply(Builder &builder, Value a, Value b) {
  if (mlir::isa<mlir::FloatType>(a.getType()))
    return builder.create<arith::MulFOp>(a, b);
  return builder.create<arith::MulIOp>(a, b);
}

Value oneOf(Builder &builder, mlir::Type type) {
  if (mlir::isa<mlir::FloatType>(type))
    return builder.create<arith::ConstantOp>(builder.getFloatAttr(type, 1.0));
  return integer(builder, type, 1);
}

Value magnitude(Builder &builder, Value exponent) {
  const Value negated =
      builder.create<arith::SubIOp>(integer(builder, exponent.getType(), 0), exponent);
  return builder.create<arith::SelectOp>(compare(builder, Predicate::slt, exponent, 0), negated,
                                         exponent);
}

/// factor^count as a loop over the bits of `count` from the lowest.
Value loopOverBits(Builder &builder, const Power &power) {
  const mlir::Type number = power.factor.getType(), bits = power.count.getType();
  auto loop = builder.create<scf::WhileOp>(
      mlir::TypeRange{number, number, bits},
      mlir::ValueRange{oneOf(builder, number), power.factor, power.count},
      [&](mlir::OpBuilder &inner, mlir::Location location, mlir::ValueRange state) {
        Builder before(location, inner);
        const Value product = state[0], factor = state[1], count = state[2];
        const Value isOdd =
            compare(before, Predicate::ne,
                    before.create<arith::AndIOp>(count, integer(before, bits, 1)), 0);
        const Value next =
            before.create<arith::SelectOp>(isOdd, multiply(before, product, factor), product);
        const Value rest = before.create<arith::ShRUIOp>(count, integer(before, bits, 1));
        before.create<scf::ConditionOp>(compare(before, Predicate::ne, rest, 0),
                                        mlir::ValueRange{next, factor, rest});
      },
      [&](mlir::OpBuilder &inner, mlir::Location location, mlir::ValueRange state) {
        Builder after(location, inner);
        after.create<scf::YieldOp>(
            mlir::ValueRange{state[0], multiply(after, state[1], state[1]), state[2]});
      });
  return loop.getResult(0);
}

/// The same product for a known exponent.
Value unrolled(Builder &builder, Value factor, llvm::APInt count) {
  Value product;
  while (true) {
    if (count[0])
      product = product ? multiply(builder, product, factor) : factor;
    count.lshrInPlace(1);
    if (count.isZero())
      return product ? product : oneOf(builder, factor.getType());
    factor = multiply(builder, factor, factor);
  }
}

std::optional<llvm::APInt> constantOf(Value exponent) {
  llvm::APInt value;
  if (mlir::matchPattern(exponent, mlir::m_ConstantInt(&value)))
    return value;
  return std::nullopt;
}

/// factor^|exponent|.
Value productOf(Builder &builder, Value factor, Value exponent) {
  if (const auto known = constantOf(exponent))
    return unrolled(builder, factor, known->abs());
  return loopOverBits(builder, {factor, magnitude(builder, exponent)});
}

/// 1 / base where the exponent is negative: the division is undefined for 0, so it is not computed
/// elsewhere.
Value invertedIfNegative(Builder &builder, Value base, Value exponent) {
  const auto known = constantOf(exponent);
  if (known && !known->isNegative())
    return base;
  if (known)
    return builder.create<arith::DivSIOp>(integer(builder, base.getType(), 1), base);
  auto choice = builder.create<scf::IfOp>(
      compare(builder, Predicate::slt, exponent, 0),
      [&](mlir::OpBuilder &inner, mlir::Location location) {
        Builder then(location, inner);
        const Value one = integer(then, base.getType(), 1);
        then.create<scf::YieldOp>(mlir::ValueRange{then.create<arith::DivSIOp>(one, base)});
      },
      [&](mlir::OpBuilder &inner, mlir::Location location) {
        inner.create<scf::YieldOp>(location, base);
      });
  return choice.getResult(0);
}

} // namespace

Value powerOfInteger(Builder &builder, Value base, Value exponent) {
  const mlir::Type type = base.getType();
  if (type.isInteger(1)) { // whose 1 is -1
    const mlir::Type wide = builder.getI8Type();
    const Value power = powerOfInteger(builder, builder.create<arith::ExtSIOp>(wide, base),
                                       builder.create<arith::ExtSIOp>(wide, exponent));
    return builder.create<arith::TruncIOp>(type, power);
  }
  return productOf(builder, invertedIfNegative(builder, base, exponent), exponent);
}

Value powerOfFloat(Builder &builder, Value base, Value exponent) {
  const mlir::Type type = base.getType();
  if (type.getIntOrFloatBitWidth() < 32) {
    const Value wide = builder.create<arith::ExtFOp>(builder.getF32Type(), base);
    return builder.create<arith::TruncFOp>(type, powerOfFloat(builder, wide, exponent));
  }
  if (exponent.getType().isInteger(1))
    exponent = builder.create<arith::ExtSIOp>(builder.getI8Type(), exponent);
  const Value product = productOf(builder, base, exponent);
  const auto known = constantOf(exponent);
  if (known && !known->isNegative())
    return product;
  const Value inverted = builder.create<arith::DivFOp>(oneOf(builder, type), product);
  if (known)
    return inverted;
  return builder.create<arith::SelectOp>(compare(builder, Predicate::slt, exponent, 0), inverted,
                                         product);
}

} // namespace pstudio
