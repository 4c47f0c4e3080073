// SPDX-License-Identifier: Apache-2.0
// Math operations as LLVM intrinsics that the back ends of all GPUs have instructions for.
#pragma once

#include "mlir/Conversion/LLVMCommon/VectorPattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace pstudio {

/// Before upstream's patterns for the same operation.
inline constexpr unsigned short kPreferred = 2;

/// `Source` of any vector shape as the intrinsic `Target`, element by element.
template <class Source, class Target>
struct AsIntrinsic : mlir::VectorConvertToLLVMPattern<Source, Target> {
  using mlir::VectorConvertToLLVMPattern<Source, Target>::VectorConvertToLLVMPattern;
  mlir::LogicalResult matchAndRewrite(Source op, typename Source::Adaptor adaptor,
                                      mlir::ConversionPatternRewriter &rewriter) const override {
    return mlir::LLVM::detail::vectorOneToOneRewrite(op, Target::getOperationName(),
                                                     adaptor.getOperands(), {},
                                                     *this->getTypeConverter(), rewriter);
  }
};

/// Adds patterns for the operations that are one instruction (or a correctly rounded sequence of
/// the back end): abs, ceil, floor, trunc, roundeven, round, copysign, fma, sqrt. They go before
/// upstream's, which call a function for each.
inline void populateMathIntrinsics(mlir::LLVMTypeConverter &converter,
                                   mlir::RewritePatternSet &patterns) {
  namespace LLVM = mlir::LLVM;
  namespace math = mlir::math;
  patterns.add<
      AsIntrinsic<math::AbsFOp, LLVM::FAbsOp>, AsIntrinsic<math::CeilOp, LLVM::FCeilOp>,
      AsIntrinsic<math::FloorOp, LLVM::FFloorOp>, AsIntrinsic<math::TruncOp, LLVM::FTruncOp>,
      AsIntrinsic<math::RoundEvenOp, LLVM::RoundEvenOp>, AsIntrinsic<math::RoundOp, LLVM::RoundOp>,
      AsIntrinsic<math::CopySignOp, LLVM::CopySignOp>, AsIntrinsic<math::FmaOp, LLVM::FMAOp>,
      AsIntrinsic<math::SqrtOp, LLVM::SqrtOp>>(converter, kPreferred);
}

} // namespace pstudio
