// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/widen_math.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/Pass.h"

namespace pstudio {
namespace {

bool isNarrow(mlir::Type type) {
  auto element = mlir::dyn_cast<mlir::FloatType>(mlir::getElementTypeOrSelf(type));
  return element && element.getWidth() < 32;
}

bool isWidened(mlir::Operation *op) {
  return mlir::isa_and_nonnull<mlir::math::MathDialect>(op->getDialect()) &&
         !mlir::isa<mlir::math::FmaOp>(op) &&
         (llvm::any_of(op->getOperandTypes(), isNarrow) ||
          llvm::any_of(op->getResultTypes(), isNarrow));
}

struct WidenMathPass
    : mlir::PassWrapper<WidenMathPass, mlir::OperationPass<mlir::gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WidenMathPass)

  llvm::StringRef getArgument() const override { return "pstudio-widen-math"; }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<mlir::arith::ArithDialect>();
  }

  void runOnOperation() override {
    getOperation().walk([](mlir::Operation *op) {
      if (isWidened(op))
        computeInSingle(op, isNarrow);
    });
  }
};

} // namespace

mlir::Type withElement(mlir::Type type, mlir::Type element) {
  auto shaped = mlir::dyn_cast<mlir::ShapedType>(type);
  return shaped ? mlir::Type(shaped.clone(element)) : element;
}

void computeInSingle(mlir::Operation *op, llvm::function_ref<bool(mlir::Type)> isNarrow) {
  mlir::ImplicitLocOpBuilder builder(op->getLoc(), op);
  const auto single = [&](mlir::Type type) { return withElement(type, builder.getF32Type()); };
  for (mlir::OpOperand &operand : op->getOpOperands())
    if (const mlir::Type type = operand.get().getType(); isNarrow(type))
      operand.set(builder.create<mlir::arith::ExtFOp>(single(type), operand.get()));
  builder.setInsertionPointAfter(op);
  for (mlir::OpResult result : op->getResults()) {
    const mlir::Type type = result.getType();
    if (!isNarrow(type))
      continue;
    result.setType(single(type));
    auto rounded = builder.create<mlir::arith::TruncFOp>(type, result);
    result.replaceAllUsesExcept(rounded, rounded);
  }
}

std::unique_ptr<mlir::Pass> createWidenMathPass() {
  return std::make_unique<WidenMathPass>();
}

} // namespace pstudio
