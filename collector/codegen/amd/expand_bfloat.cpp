// SPDX-License-Identifier: Apache-2.0
// Arithmetic of bf16 as arithmetic of f32, each result rounded.
#include "collector/codegen/amd/bfloat_bits.h"
#include "collector/codegen/amd/convert_gpu_to_amd.h"
#include "collector/codegen/widen_math.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/Pass.h"

namespace pstudio::amd {
namespace {

using mlir::Value;
namespace arith = mlir::arith;
namespace memref = mlir::memref;
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

/// True if the result depends on what the bits mean. A selection and a cast of bits does not.
bool isArithmetic(mlir::Operation *op) {
  if (mlir::isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp, arith::ExtFOp,
                arith::TruncFOp>(op))
    return false;
  return mlir::isa<vector::FMAOp>(op) ||
         mlir::isa_and_nonnull<arith::ArithDialect, mlir::math::MathDialect>(op->getDialect());
}

/// What a sum or product of nothing is, or null: minima and maxima start with an element.
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

Value castBits(Builder &builder, mlir::Type element, Value value) {
  return builder.create<arith::BitcastOp>(element, value);
}

/// Rejected: upstream's lowering of a masked operation needs its operation unchanged.
mlir::LogicalResult rejectMask(vector::MaskOp mask) {
  mlir::Operation *masked = mask.getMaskableOp();
  if (!masked || !hasBfloat(masked))
    return mlir::success();
  return masked->emitOpError("of bf16 under a mask has no lowering for AMD's GPUs");
}

/// As a loop around a comparison and exchange, whose body is then arithmetic like any other. On
/// integers, which the conversion makes of bf16 anyway, since upstream's lowering of the loop
/// converts no types.
void loopAround(memref::AtomicRMWOp op) {
  Builder builder(op.getLoc(), op);
  const mlir::Type word = builder.getI16Type(), bfloat = op.getType();
  const mlir::Type words = withElement(op.getMemRefType(), word);
  auto cast = builder.create<mlir::UnrealizedConversionCastOp>(words, op.getMemref());
  auto loop = builder.create<memref::GenericAtomicRMWOp>(cast.getResult(0), op.getIndices());
  const Value old = castBits(builder, bfloat, loop.getResult());
  builder.setInsertionPointToStart(loop.getBody());
  const Value current = castBits(builder, bfloat, loop.getCurrentValue());
  const Value next =
      arith::getReductionOp(op.getKind(), builder, op.getLoc(), current, op.getValue());
  builder.create<memref::AtomicYieldOp>(castBits(builder, word, next));
  op.replaceAllUsesWith(old);
  op.erase();
}

bool isLooped(memref::AtomicRMWOp op) {
  return isBfloat(op.getValue()) && op.getKind() != arith::AtomicRMWKind::assign;
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
    registry.insert<arith::ArithDialect, memref::MemRefDialect, vector::VectorDialect>();
  }

  void runOnOperation() override {
    bool isRejected = false;
    getOperation().walk([&](vector::MaskOp mask) { isRejected |= mlir::failed(rejectMask(mask)); });
    if (isRejected)
      return signalPassFailure();
    // The first two make arithmetic; a walk goes on behind what it erases.
    getOperation().walk([](vector::ReductionOp op) {
      if (isUnrolled(op))
        unroll(op);
    });
    getOperation().walk([](memref::AtomicRMWOp op) {
      if (isLooped(op))
        loopAround(op);
    });
    getOperation().walk([](mlir::Operation *op) {
      if (hasBfloat(op) && isArithmetic(op))
        computeInSingle(op, isBfloatType);
    });
    // The module's own conversions, and those that its arithmetic has got.
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
