// SPDX-License-Identifier: Apache-2.0
// Arithmetic of bf16 as arithmetic of f32, each result rounded.
#include "collector/codegen/to_amd/convert_gpu_to_amd.h"
#include "collector/codegen/widen_math.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/Pass.h"

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

/// Converts bf16 or a vector of it to f32. Exact; a NaN keeps its payload.
Value bfloatToSingle(Builder &builder, Value bfloat) {
  Words words = wordsLike(builder, bfloat);
  const Type half = withElement(bfloat.getType(), builder.getI16Type());
  const Value bits = builder.create<arith::BitcastOp>(half, bfloat);
  const Value low = builder.create<arith::ExtUIOp>(words.word, bits);
  const Value high = builder.create<arith::ShLIOp>(low, words.constant(16));
  return builder.create<arith::BitcastOp>(withElement(bfloat.getType(), builder.getF32Type()),
                                          high);
}

/// The nearest bf16 of an f32 or of a vector of it, ties to even; overflow is infinite, and a NaN
/// becomes quiet with its sign and the upper bits of its payload, as on the CPU target.
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

/// An f64 or a vector of it in f32, such that singleToBfloat() of it is the nearest bf16 of the
/// f64: an inexact result gets an odd significand ("round to odd").
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

using mlir::Value;
namespace arith = mlir::arith;
namespace vector = mlir::vector;
using Builder = mlir::ImplicitLocOpBuilder;

bool isBfloatType(mlir::Type type) {
  return mlir::getElementTypeOrSelf(type).isBF16();
}

bool isBfloat(Value value) {
  return isBfloatType(value.getType());
}

bool hasBfloat(mlir::Operation *op) {
  return llvm::any_of(op->getOperands(), isBfloat) || llvm::any_of(op->getResults(), isBfloat);
}

/// True if the result depends on the value that the bits represent. A selection and a cast of bits
/// do not.
bool isArithmetic(mlir::Operation *op) {
  if (mlir::isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp, arith::ExtFOp,
                arith::TruncFOp>(op))
    return false;
  return mlir::isa<vector::FMAOp>(op) ||
         mlir::isa_and_nonnull<arith::ArithDialect, mlir::math::MathDialect>(op->getDialect());
}

/// The neutral element of a sum or product; null for minima and maxima, which start with an
/// element.
Value startOf(vector::ReductionOp op, Builder &builder) {
  const auto constant = [&](double value) -> Value {
    return builder.create<arith::ConstantOp>(builder.getFloatAttr(op.getType(), value));
  };
  switch (op.getKind()) {
  case vector::CombiningKind::ADD:
    return constant(0.0);
  case vector::CombiningKind::MUL:
    return constant(1.0);
  default:
    return {};
  }
}

/// Element after element, each sum rounded, as the CPU target does it.
void unroll(vector::ReductionOp op) {
  Builder builder(op.getLoc(), op);
  Value result = op.getAcc() ? op.getAcc() : startOf(op, builder);
  for (int64_t i = 0; i < op.getSourceVectorType().getNumElements(); ++i) {
    const Value element =
        builder.create<vector::ExtractOp>(op.getVector(), llvm::ArrayRef<int64_t>(i));
    result = !result ? element
                     : vector::makeArithReduction(builder, op.getLoc(), op.getKind(), element,
                                                  result, op.getFastmathAttr());
  }
  op.replaceAllUsesWith(result);
  op.erase();
}

bool isUnrolled(vector::ReductionOp op) {
  return isBfloat(op.getVector()) && op.getSourceVectorType().getRank() == 1;
}

/// Rejected: upstream's lowering of a masked operation needs its operation unchanged.
mlir::LogicalResult rejectMask(vector::MaskOp mask) {
  mlir::Operation *masked = mask.getMaskableOp();
  if (!masked || !hasBfloat(masked))
    return mlir::success();
  return masked->emitOpError("of bf16 under a mask has no lowering for AMD's GPUs");
}

void expandExtension(arith::ExtFOp op) {
  Builder builder(op.getLoc(), op);
  Value wide = bfloatToSingle(builder, op.getIn());
  if (wide.getType() != op.getType())
    wide = builder.create<arith::ExtFOp>(op.getType(), wide);
  op.replaceAllUsesWith(wide);
  op.erase();
}

mlir::LogicalResult expandTruncation(arith::TruncFOp op) {
  const auto mode = op.getRoundingmode();
  if (mode && *mode != arith::RoundingMode::to_nearest_even)
    return op.emitOpError("rounds to bf16 in another way than to the nearest, which has no "
                          "lowering for AMD's GPUs");
  Builder builder(op.getLoc(), op);
  const bool isDouble = mlir::getElementTypeOrSelf(op.getIn().getType()).isF64();
  const Value single = isDouble ? doubleToOddSingle(builder, op.getIn()) : op.getIn();
  op.replaceAllUsesWith(singleToBfloat(builder, single));
  op.erase();
  return mlir::success();
}

struct ExpandBfloatPass
    : mlir::PassWrapper<ExpandBfloatPass, mlir::OperationPass<mlir::gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandBfloatPass)

  llvm::StringRef getArgument() const override { return "pstudio-expand-bfloat"; }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, vector::VectorDialect>();
  }

  void runOnOperation() override {
    bool isRejected = false;
    getOperation().walk([&](vector::MaskOp mask) { isRejected |= mlir::failed(rejectMask(mask)); });
    if (isRejected)
      return signalPassFailure();
    // Creates arithmetic, which the next walk expands.
    getOperation().walk([](vector::ReductionOp op) {
      if (isUnrolled(op))
        unroll(op);
    });
    getOperation().walk([](mlir::Operation *op) {
      if (hasBfloat(op) && isArithmetic(op))
        computeInSingle(op, isBfloatType);
    });
    // The module's own conversions, and those that the expansion added.
    if (mlir::failed(expandConversions()))
      signalPassFailure();
  }

private:
  mlir::LogicalResult expandConversions() {
    getOperation().walk([](arith::ExtFOp op) {
      if (isBfloat(op.getIn()))
        expandExtension(op);
    });
    mlir::LogicalResult result = mlir::success();
    getOperation().walk([&](arith::TruncFOp op) {
      if (isBfloat(op) && mlir::failed(expandTruncation(op)))
        result = mlir::failure();
    });
    return result;
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createExpandBfloatPass() {
  return std::make_unique<ExpandBfloatPass>();
}

} // namespace pstudio::amd
