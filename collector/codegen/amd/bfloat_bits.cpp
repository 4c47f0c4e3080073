// SPDX-License-Identifier: Apache-2.0
// A bf16 is the upper half of an f32.
#include "collector/codegen/amd/bfloat_bits.h"

#include "collector/codegen/widen_math.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

namespace pstudio::amd {
namespace {

using mlir::Type;
using mlir::Value;
namespace arith = mlir::arith;
using Builder = mlir::ImplicitLocOpBuilder;

/// Integer arithmetic on numbers of one shape.
struct Words {
  Builder &builder;
  Type word; ///< i32, or a vector of it

  Value constant(int64_t value) {
    mlir::TypedAttr number = builder.getIntegerAttr(mlir::getElementTypeOrSelf(word), value);
    if (const auto shaped = mlir::dyn_cast<mlir::ShapedType>(word))
      number = mlir::DenseElementsAttr::get(shaped, mlir::Attribute(number));
    return builder.create<arith::ConstantOp>(word, number);
  }
  Value add(Value a, Value b) { return builder.create<arith::AddIOp>(a, b); }
  Value bitAnd(Value a, Value b) { return builder.create<arith::AndIOp>(a, b); }
  Value bitOr(Value a, Value b) { return builder.create<arith::OrIOp>(a, b); }
  Value shiftRight(Value a, int64_t bits) {
    return builder.create<arith::ShRUIOp>(a, constant(bits));
  }
  Value select(Value condition, Value a, Value b) {
    return builder.create<arith::SelectOp>(condition, a, b);
  }
  Value bitsOf(Value single) { return builder.create<arith::BitcastOp>(word, single); }
};

Words wordsLike(Builder &builder, Value value) {
  return {builder, withElement(value.getType(), builder.getI32Type())};
}

Value compare(Builder &builder, arith::CmpFPredicate predicate, Value a, Value b) {
  return builder.create<arith::CmpFOp>(predicate, a, b);
}

} // namespace

Value bfloatToSingle(Builder &builder, Value bfloat) {
  Words words = wordsLike(builder, bfloat);
  const Type half = withElement(bfloat.getType(), builder.getI16Type());
  const Value bits = builder.create<arith::BitcastOp>(half, bfloat);
  const Value low = builder.create<arith::ExtUIOp>(words.word, bits);
  const Value high = builder.create<arith::ShLIOp>(low, words.constant(16));
  return builder.create<arith::BitcastOp>(withElement(bfloat.getType(), builder.getF32Type()),
                                          high);
}

Value singleToBfloat(Builder &builder, Value single) {
  Words words = wordsLike(builder, single);
  const Value bits = words.bitsOf(single);
  // More than half of the last place that stays, or half of it if that place is odd, carries. The
  // carry may run into the exponent, which is right: the next binade, or infinity.
  const Value last = words.bitAnd(words.shiftRight(bits, 16), words.constant(1));
  const Value rounded = words.add(bits, words.add(last, words.constant(0x7fff)));
  // The carry would make a number of a NaN, and the cut an infinity.
  const Value quiet = words.bitOr(bits, words.constant(0x400000));
  const Value isNan = compare(builder, arith::CmpFPredicate::UNO, single, single);
  const Value upper = words.shiftRight(words.select(isNan, quiet, rounded), 16);
  const Value half =
      builder.create<arith::TruncIOp>(withElement(single.getType(), builder.getI16Type()), upper);
  return builder.create<arith::BitcastOp>(withElement(single.getType(), builder.getBF16Type()),
                                          half);
}

Value doubleToOddSingle(Builder &builder, Value number) {
  const Type singleType = withElement(number.getType(), builder.getF32Type());
  const Value nearest = builder.create<arith::TruncFOp>(singleType, number);
  const Value back = builder.create<arith::ExtFOp>(number.getType(), nearest);
  Words words = wordsLike(builder, number);
  const Value bits = words.bitsOf(nearest);
  // An exact result stays, and a NaN, which is not ordered. So does an odd one. An even one gives
  // way to its neighbour on the other side of the number; of infinity that is the largest number.
  const Value isInexact = compare(builder, arith::CmpFPredicate::ONE, back, number);
  const Value zero = builder.create<arith::ConstantOp>(builder.getZeroAttr(number.getType()));
  const Value isTooLarge = builder.create<arith::CmpIOp>(
      arith::CmpIPredicate::eq, compare(builder, arith::CmpFPredicate::OGT, back, number),
      compare(builder, arith::CmpFPredicate::OGT, number, zero));
  const Value step = words.select(isTooLarge, words.constant(-1), words.constant(1));
  const Value neighbour = words.add(bits, step);
  const Value isOdd = builder.create<arith::CmpIOp>(
      arith::CmpIPredicate::ne, words.bitAnd(bits, words.constant(1)), words.constant(0));
  const Value odd = words.select(isInexact, words.select(isOdd, bits, neighbour), bits);
  return builder.create<arith::BitcastOp>(singleType, odd);
}

} // namespace pstudio::amd
