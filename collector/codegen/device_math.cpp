// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/device_math.h"

#include <string>

#include "collector/codegen/expand_remainder.h"
#include "collector/codegen/math_intrinsics.h"
#include "collector/codegen/vector_elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/Pass.h"

namespace pstudio {
namespace {

using mlir::Value;
namespace LLVM = mlir::LLVM;
namespace arith = mlir::arith;
namespace math = mlir::math;
using Builder = mlir::ImplicitLocOpBuilder;

/// True for operations that the back ends have instructions for, of vectors as well.
bool isInstruction(mlir::Operation *op) {
  return mlir::isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
                   math::CountLeadingZerosOp, math::CountTrailingZerosOp, math::CtPopOp,
                   math::FloorOp, math::FmaOp, math::RoundEvenOp, math::RoundOp, math::SqrtOp,
                   math::TruncOp>(op);
}

bool isFunctionOfVectors(mlir::Operation *op) {
  return mlir::isa_and_nonnull<math::MathDialect>(op->getDialect()) && !isInstruction(op) &&
         op->getNumResults() == 1 && mlir::isa<mlir::VectorType>(op->getResult(0).getType());
}

/// A copy of `op` on scalars.
Value onScalars(Builder &builder, mlir::Operation *op, mlir::ValueRange operands) {
  mlir::OperationState state(builder.getLoc(), op->getName(), operands,
                             {mlir::getElementTypeOrSelf(op->getResult(0).getType())},
                             op->getAttrs());
  return builder.OpBuilder::create(state)->getResult(0);
}

struct ExpandDeviceMathPass
    : mlir::PassWrapper<ExpandDeviceMathPass, mlir::OperationPass<mlir::gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandDeviceMathPass)

  llvm::StringRef getArgument() const override { return "pstudio-expand-device-math"; }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, mlir::scf::SCFDialect, mlir::vector::VectorDialect>();
  }

  void runOnOperation() override {
    getOperation().walk([](mlir::Operation *op) {
      if (mlir::isa<arith::RemFOp>(op))
        replace(op, [](Builder &builder, mlir::ValueRange operands) {
          return remainder(builder, operands[0], operands[1]);
        });
      else if (isFunctionOfVectors(op))
        replace(op, [op](Builder &builder, mlir::ValueRange operands) {
          return onScalars(builder, op, operands);
        });
    });
  }

private:
  static void replace(mlir::Operation *op,
                      llvm::function_ref<Value(Builder &, mlir::ValueRange)> compute) {
    Builder builder(op->getLoc(), op);
    const Value result =
        elementwise(builder, op->getResult(0).getType(), op->getOperands(), compute);
    op->replaceAllUsesWith(mlir::ValueRange(result));
    op->erase();
  }
};

LLVM::LLVMFuncOp declaredFunction(mlir::Operation *user, const std::string &name,
                                  LLVM::LLVMFunctionType type,
                                  mlir::ConversionPatternRewriter &rewriter) {
  auto module = user->getParentOfType<mlir::gpu::GPUModuleOp>();
  if (auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return function;
  const mlir::OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(module.getBody());
  return rewriter.create<LLVM::LLVMFuncOp>(module.getLoc(), name, type);
}

template <class Op> struct CallLowering : mlir::ConvertOpToLLVMPattern<Op> {
  CallLowering(const mlir::LLVMTypeConverter &converter, const MathLibraryNames &libraryNames)
      : mlir::ConvertOpToLLVMPattern<Op>(converter), names(libraryNames) {}

  mlir::LogicalResult matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                                      mlir::ConversionPatternRewriter &rewriter) const override {
    const mlir::Type type = op.getType();
    if (!type.isF32() && !type.isF64())
      return rewriter.notifyMatchFailure(op, "not of f32 or f64");
    llvm::StringRef function = op->getName().getStringRef(); // math.acos
    function.consume_front("math.");
    const std::string name =
        (names.prefix + function + (type.isF32() ? names.singleSuffix : names.doubleSuffix)).str();
    const auto signature = LLVM::LLVMFunctionType::get(type, {type});
    LLVM::LLVMFuncOp callee = declaredFunction(op, name, signature, rewriter);
    rewriter.replaceOpWithNewOp<LLVM::CallOp>(op, callee, adaptor.getOperands());
    return mlir::success();
  }

  MathLibraryNames names;
};

} // namespace

std::unique_ptr<mlir::Pass> createExpandDeviceMathPass() {
  return std::make_unique<ExpandDeviceMathPass>();
}

void populateMathLibraryPatterns(mlir::LLVMTypeConverter &converter,
                                 mlir::RewritePatternSet &patterns, const MathLibraryNames &names) {
  patterns.add<CallLowering<math::AcosOp>, CallLowering<math::AcoshOp>, CallLowering<math::AsinOp>,
               CallLowering<math::AsinhOp>, CallLowering<math::AtanhOp>, CallLowering<math::CoshOp>,
               CallLowering<math::SinhOp>>(converter, names);
}

} // namespace pstudio
