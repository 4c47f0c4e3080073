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

/// The same for the intrinsics with a flag that makes their result poison for one operand
/// (`is_zero_poison`): the flag is off, as MLIR defines the result for all operands.
template <class Source, class Target>
struct AsTotalIntrinsic : mlir::VectorConvertToLLVMPattern<Source, Target> {
  AsTotalIntrinsic(const mlir::LLVMTypeConverter &converter, llvm::StringRef poisonFlag)
      : mlir::VectorConvertToLLVMPattern<Source, Target>(converter, kPreferred), flag(poisonFlag) {}
  mlir::LogicalResult matchAndRewrite(Source op, typename Source::Adaptor adaptor,
                                      mlir::ConversionPatternRewriter &rewriter) const override {
    return mlir::LLVM::detail::vectorOneToOneRewrite(
        op, Target::getOperationName(), adaptor.getOperands(),
        {rewriter.getNamedAttr(flag, rewriter.getBoolAttr(false))}, *this->getTypeConverter(),
        rewriter);
  }
  llvm::StringRef flag;
};

/// Adds patterns for math.absi, ctlz, cttz and ctpop of all integers, index and vectors. The
/// absolute value of the smallest integer is that integer; a zero has as many leading and trailing
/// zeros as bits. They go before upstream's, which convert no index.
inline void populateIntegerIntrinsics(mlir::LLVMTypeConverter &converter,
                                      mlir::RewritePatternSet &patterns) {
  namespace LLVM = mlir::LLVM;
  namespace math = mlir::math;
  patterns.add<AsIntrinsic<math::CtPopOp, LLVM::CtPopOp>>(converter, kPreferred);
  patterns.add<AsTotalIntrinsic<math::AbsIOp, LLVM::AbsOp>>(converter, "is_int_min_poison");
  patterns.add<AsTotalIntrinsic<math::CountLeadingZerosOp, LLVM::CountLeadingZerosOp>,
               AsTotalIntrinsic<math::CountTrailingZerosOp, LLVM::CountTrailingZerosOp>>(
      converter, "is_zero_poison");
}

/// Adds patterns for the operations that are one instruction (or a correctly rounded sequence of
/// the back end): those of integers, abs, ceil, floor, trunc, roundeven, round, copysign, fma,
/// sqrt. They go before upstream's, which call a function for each.
inline void populateMathIntrinsics(mlir::LLVMTypeConverter &converter,
                                   mlir::RewritePatternSet &patterns) {
  namespace LLVM = mlir::LLVM;
  namespace math = mlir::math;
  populateIntegerIntrinsics(converter, patterns);
  patterns.add<
      AsIntrinsic<math::AbsFOp, LLVM::FAbsOp>, AsIntrinsic<math::CeilOp, LLVM::FCeilOp>,
      AsIntrinsic<math::FloorOp, LLVM::FFloorOp>, AsIntrinsic<math::TruncOp, LLVM::FTruncOp>,
      AsIntrinsic<math::RoundEvenOp, LLVM::RoundEvenOp>, AsIntrinsic<math::RoundOp, LLVM::RoundOp>,
      AsIntrinsic<math::CopySignOp, LLVM::CopySignOp>, AsIntrinsic<math::FmaOp, LLVM::FMAOp>,
      AsIntrinsic<math::SqrtOp, LLVM::SqrtOp>>(converter, kPreferred);
}

} // namespace pstudio
