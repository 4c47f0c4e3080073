// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/expand_arithmetic.h"

#include "collector/codegen/expand_powers.h"
#include "collector/codegen/vector_elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/Pass.h"

namespace pstudio {
namespace {

using mlir::Value;
namespace arith = mlir::arith;
namespace index = mlir::index;
namespace math = mlir::math;
using Builder = mlir::ImplicitLocOpBuilder;

/// A scalar, or a vector with this number in each element.
Value constant(Builder &builder, mlir::Type type, int64_t number) {
  const mlir::IntegerAttr value = builder.getIntegerAttr(mlir::getElementTypeOrSelf(type), number);
  if (const auto vector = mlir::dyn_cast<mlir::VectorType>(type))
    return builder.create<arith::ConstantOp>(
        mlir::DenseElementsAttr::get(vector, mlir::Attribute(value)));
  return builder.create<arith::ConstantOp>(value);
}

/// The truncated quotient and whether it differs from the exact one.
struct Quotient {
  Value truncated;
  Value isRounded;
};

template <class Division> Quotient divide(Builder &builder, Value a, Value b) {
  const Value quotient = builder.create<Division>(a, b);
  const Value remainder =
      builder.create<arith::SubIOp>(a, builder.create<arith::MulIOp>(quotient, b));
  const Value zero = constant(builder, a.getType(), 0);
  return {quotient, builder.create<arith::CmpIOp>(arith::CmpIPredicate::ne, remainder, zero)};
}

/// Of the exact quotient, where it is not 0.
Value isNegative(Builder &builder, Value a, Value b) {
  const Value signs = builder.create<arith::XOrIOp>(a, b);
  return builder.create<arith::CmpIOp>(arith::CmpIPredicate::slt, signs,
                                       constant(builder, a.getType(), 0));
}

Value ceilSigned(Builder &builder, Value a, Value b) {
  const Quotient quotient = divide<arith::DivSIOp>(builder, a, b);
  const Value one = constant(builder, a.getType(), 1);
  const Value above = builder.create<arith::AddIOp>(quotient.truncated, one);
  const Value rounded =
      builder.create<arith::SelectOp>(isNegative(builder, a, b), quotient.truncated, above);
  return builder.create<arith::SelectOp>(quotient.isRounded, rounded, quotient.truncated);
}

Value ceilUnsigned(Builder &builder, Value a, Value b) {
  const Quotient quotient = divide<arith::DivUIOp>(builder, a, b);
  const Value one = constant(builder, a.getType(), 1);
  const Value above = builder.create<arith::AddIOp>(quotient.truncated, one);
  return builder.create<arith::SelectOp>(quotient.isRounded, above, quotient.truncated);
}

Value floorSigned(Builder &builder, Value a, Value b) {
  const Quotient quotient = divide<arith::DivSIOp>(builder, a, b);
  const Value one = constant(builder, a.getType(), 1);
  const Value below = builder.create<arith::SubIOp>(quotient.truncated, one);
  const Value rounded =
      builder.create<arith::SelectOp>(isNegative(builder, a, b), below, quotient.truncated);
  return builder.create<arith::SelectOp>(quotient.isRounded, rounded, quotient.truncated);
}

/// The replacement of an operation of two operands and one result; null for others.
Value quotientOf(Builder &builder, mlir::Operation *op) {
  const auto with = [&](Value (*expand)(Builder &, Value, Value)) {
    return expand(builder, op->getOperand(0), op->getOperand(1));
  };
  if (mlir::isa<arith::CeilDivSIOp, index::CeilDivSOp>(op))
    return with(ceilSigned);
  if (mlir::isa<arith::CeilDivUIOp, index::CeilDivUOp>(op))
    return with(ceilUnsigned);
  if (mlir::isa<arith::FloorDivSIOp, index::FloorDivSOp>(op))
    return with(floorSigned);
  return {};
}

Value powerOf(Builder &builder, mlir::Operation *op, Value (*power)(Builder &, Value, Value)) {
  return elementwise(builder, op->getResult(0).getType(), op->getOperands(),
                     [&](Builder &inner, mlir::ValueRange operands) {
                       return power(inner, operands[0], operands[1]);
                     });
}

Value replacementOf(Builder &builder, mlir::Operation *op) {
  if (mlir::isa<math::IPowIOp>(op))
    return powerOf(builder, op, powerOfInteger);
  if (mlir::isa<math::FPowIOp>(op))
    return powerOf(builder, op, powerOfFloat);
  return quotientOf(builder, op);
}

struct ExpandArithmeticPass
    : mlir::PassWrapper<ExpandArithmeticPass, mlir::OperationPass<mlir::gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandArithmeticPass)

  llvm::StringRef getArgument() const override { return "pstudio-expand-arithmetic"; }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, mlir::scf::SCFDialect, mlir::vector::VectorDialect>();
  }

  void runOnOperation() override {
    getOperation().walk([](mlir::Operation *op) {
      if (op->getNumOperands() != 2 || op->getNumResults() != 1)
        return;
      Builder builder(op->getLoc(), op);
      if (const Value replacement = replacementOf(builder, op)) {
        op->replaceAllUsesWith(mlir::ValueRange(replacement));
        op->erase();
      }
    });
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createExpandArithmeticPass() {
  return std::make_unique<ExpandArithmeticPass>();
}

} // namespace pstudio
