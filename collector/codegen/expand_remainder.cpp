// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/expand_remainder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace pstudio {
namespace {

using mlir::Value;
namespace arith = mlir::arith;
namespace scf = mlir::scf;
using Builder = mlir::ImplicitLocOpBuilder;
using Predicate = arith::CmpIPredicate;

/// The magnitude of a finite number: significand * 2^(exponent + a constant of the format), with
/// the exponent of the smallest normal numbers for subnormal ones.
struct Number {
  Value exponent;    ///< i64, 1 at least
  Value significand; ///< i64
};

/// Works on the bits of one format, as integers of 64 bits.
class Remainder {
public:
  Remainder(Builder &builder, mlir::FloatType type)
      : m_builder(builder), m_type(type), m_width(type.getWidth()),
        m_fraction(static_cast<int64_t>(type.getFPMantissaWidth()) - 1) {}

  Value of(Value x, Value y) {
    const Value bitsX = magnitude(x), bitsY = magnitude(y);
    const Value isLarger = compare(Predicate::uge, bitsX, bitsY);
    const Value isDivisor = compare(Predicate::ne, bitsY, integer(0));
    const Value isFinite = compare(Predicate::ult, bitsX, integer(infinity()));
    const Value hasSteps = both(isLarger, both(isDivisor, isFinite));
    auto choice = m_builder.create<scf::IfOp>(
        hasSteps,
        [&](mlir::OpBuilder &inner, mlir::Location) {
          within(inner, [&] { yield(withSign(reduced(bitsX, bitsY), x)); });
        },
        [&](mlir::OpBuilder &inner, mlir::Location) {
          within(inner, [&] { yield(withoutSteps(x, y, both(isFinite, isDivisor))); });
        });
    return choice.getResult(0);
  }

private:
  int64_t infinity() const {
    const int64_t exponents = (int64_t{1} << (m_width - 1 - m_fraction)) - 1;
    return exponents << m_fraction;
  }

  template <class Body> void within(mlir::OpBuilder &inner, Body body) {
    const mlir::OpBuilder::InsertionGuard guard(m_builder);
    m_builder.setInsertionPoint(inner.getInsertionBlock(), inner.getInsertionPoint());
    body();
    inner.setInsertionPoint(m_builder.getInsertionBlock(), m_builder.getInsertionPoint());
  }
  void yield(Value value) { m_builder.create<scf::YieldOp>(value); }

  mlir::Type wide() { return m_builder.getI64Type(); }
  Value integer(int64_t value) {
    return m_builder.create<arith::ConstantOp>(m_builder.getI64IntegerAttr(value));
  }
  Value compare(Predicate predicate, Value a, Value b) {
    return m_builder.create<arith::CmpIOp>(predicate, a, b);
  }
  Value both(Value a, Value b) { return m_builder.create<arith::AndIOp>(a, b); }
  Value select(Value condition, Value a, Value b) {
    return m_builder.create<arith::SelectOp>(condition, a, b);
  }

  /// The bits without the sign.
  Value magnitude(Value x) {
    Value bits = m_builder.create<arith::BitcastOp>(m_builder.getIntegerType(m_width), x);
    if (m_width < 64)
      bits = m_builder.create<arith::ExtUIOp>(wide(), bits);
    const auto mask = static_cast<int64_t>((uint64_t{1} << (m_width - 1)) - 1);
    return both(bits, integer(mask));
  }

  Value withSign(Value bits, Value x) {
    if (m_width < 64)
      bits = m_builder.create<arith::TruncIOp>(m_builder.getIntegerType(m_width), bits);
    const Value result = m_builder.create<arith::BitcastOp>(m_type, bits);
    return m_builder.create<mlir::math::CopySignOp>(result, x);
  }

  /// x where it is smaller than y; NaN where there is no remainder.
  Value withoutSteps(Value x, Value y, Value hasRemainder) {
    const Value isUnordered = m_builder.create<arith::CmpFOp>(arith::CmpFPredicate::UNO, x, y);
    const Value nan = m_builder.create<arith::ConstantOp>(
        m_builder.getFloatAttr(m_type, llvm::APFloat::getNaN(m_type.getFloatSemantics())));
    const Value defined = select(hasRemainder, x, nan);
    return select(isUnordered, m_builder.create<arith::AddFOp>(x, y), defined);
  }

  Number split(Value bits) {
    const Value fraction = both(bits, integer((int64_t{1} << m_fraction) - 1));
    const Value exponent = m_builder.create<arith::ShRUIOp>(bits, integer(m_fraction));
    const Value isNormal = compare(Predicate::ne, exponent, integer(0));
    const Value hidden = select(isNormal, integer(int64_t{1} << m_fraction), integer(0));
    return {m_builder.create<arith::MaxUIOp>(exponent, integer(1)),
            m_builder.create<arith::OrIOp>(fraction, hidden)};
  }

  /// The remainder's bits: the significands' remainder after all doublings, with y's exponent.
  Value reduced(Value bitsX, Value bitsY) {
    const Number x = split(bitsX), y = split(bitsY);
    const Value doublings = m_builder.create<arith::SubIOp>(x.exponent, y.exponent);
    const Value first = m_builder.create<arith::RemUIOp>(x.significand, y.significand);
    const Value rest = doubled(first, doublings, y.significand);
    return joined({y.exponent, rest});
  }

  /// value * 2^doublings modulo `divisor`, as many doublings at once as 64 bits hold.
  Value doubled(Value value, Value doublings, Value divisor) {
    auto loop = m_builder.create<scf::WhileOp>(
        mlir::TypeRange{wide(), wide()}, mlir::ValueRange{value, doublings},
        [&](mlir::OpBuilder &inner, mlir::Location, mlir::ValueRange state) {
          within(inner, [&] {
            m_builder.create<scf::ConditionOp>(compare(Predicate::ne, state[1], integer(0)), state);
          });
        },
        [&](mlir::OpBuilder &inner, mlir::Location, mlir::ValueRange state) {
          within(inner, [&] {
            const Value step =
                m_builder.create<arith::MinUIOp>(state[1], integer(64 - (m_fraction + 1)));
            const Value shifted = m_builder.create<arith::ShLIOp>(state[0], step);
            const Value next = m_builder.create<arith::RemUIOp>(shifted, divisor);
            m_builder.create<scf::YieldOp>(
                mlir::ValueRange{next, m_builder.create<arith::SubIOp>(state[1], step)});
          });
        });
    return loop.getResult(0);
  }

  /// The significand is shifted to its place, or as far as the exponent of subnormal numbers.
  Value joined(const Number &number) {
    const Value zeros = m_builder.create<mlir::math::CountLeadingZerosOp>(number.significand);
    const Value toPlace = m_builder.create<arith::SubIOp>(zeros, integer(63 - m_fraction));
    const Value aboveSmallest = m_builder.create<arith::SubIOp>(number.exponent, integer(1));
    const Value shift = m_builder.create<arith::MinUIOp>(toPlace, aboveSmallest);
    const Value significand = m_builder.create<arith::ShLIOp>(number.significand, shift);
    const Value exponent = m_builder.create<arith::ShLIOp>(
        m_builder.create<arith::SubIOp>(aboveSmallest, shift), integer(m_fraction));
    const Value isZero = compare(Predicate::eq, number.significand, integer(0));
    // The significand's highest bit adds the one that `aboveSmallest` left out.
    return select(isZero, integer(0), m_builder.create<arith::AddIOp>(exponent, significand));
  }

  Builder &m_builder;
  mlir::FloatType m_type;
  unsigned m_width;
  int64_t m_fraction; ///< bits of the fraction
};

} // namespace

Value remainder(Builder &builder, Value x, Value y) {
  auto type = mlir::cast<mlir::FloatType>(x.getType());
  if (type.getWidth() >= 32)
    return Remainder(builder, type).of(x, y);
  mlir::FloatType single = builder.getF32Type(); // exact: the result has the operands' format
  const Value wideX = builder.create<arith::ExtFOp>(single, x);
  const Value wideY = builder.create<arith::ExtFOp>(single, y);
  return builder.create<arith::TruncFOp>(type, Remainder(builder, single).of(wideX, wideY));
}

} // namespace pstudio
