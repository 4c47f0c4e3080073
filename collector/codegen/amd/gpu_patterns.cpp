// SPDX-License-Identifier: Apache-2.0
// gpu.shuffle by ds_bpermute; ids and mathematics as LLVM intrinsics.
#include "collector/codegen/amd/gpu_patterns.h"

#include "collector/codegen/amd/records/amd_writer.h"
#include "mlir/Conversion/LLVMCommon/VectorPattern.h"
#include "mlir/Conversion/MathToROCDL/MathToROCDL.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace pstudio::amd {
namespace {

using mlir::Value;
namespace LLVM = mlir::LLVM;
namespace gpu = mlir::gpu;
namespace math = mlir::math;

/// Before upstream's patterns for the same operation.
constexpr unsigned short kPreferred = 2;

struct ShuffleLowering : mlir::ConvertOpToLLVMPattern<gpu::ShuffleOp> {
  ShuffleLowering(mlir::LLVMTypeConverter &converter, const AmdChip &amdChip)
      : ConvertOpToLLVMPattern(converter, kPreferred), chip(amdChip) {}

  mlir::LogicalResult matchAndRewrite(gpu::ShuffleOp op, OpAdaptor adaptor,
                                      mlir::ConversionPatternRewriter &rewriter) const override {
    const mlir::Type type = adaptor.getValue().getType();
    if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() != 32)
      return rewriter.notifyMatchFailure(op, "not of 32 bits");
    AmdWriter w(rewriter, op.getLoc(), {chip});
    Value lane = w.lane();
    Value width = adaptor.getWidth();
    // Segments of `width`, a power of two, from lane 0 on.
    Value inSegment = w.subtract(width, w.constant32(1));
    Value begin = w.subtract(lane, w.bitAnd(lane, inSegment));
    Value source = sourceLane(w, op.getMode(), lane, begin, adaptor.getOffset());
    Value isAfterBegin = w.compare(LLVM::ICmpPredicate::sge, source, begin);
    Value end = w.add(begin, width);
    Value isBeforeEnd = w.compare(LLVM::ICmpPredicate::slt, source, end);
    Value valid = w.bitAnd(isAfterBegin, isBeforeEnd);
    // Lanes without a source keep their own value.
    Value from = w.select(valid, source, lane);
    Value address = w.shiftLeft(from, w.constant32(2));
    Value bits = adaptor.getValue();
    if (!type.isInteger())
      bits = rewriter.create<LLVM::BitcastOp>(op.getLoc(), w.i32(), bits);
    Value shuffled =
        rewriter.create<mlir::ROCDL::DsBpermuteOp>(op.getLoc(), w.i32(), address, bits);
    if (!type.isInteger())
      shuffled = rewriter.create<LLVM::BitcastOp>(op.getLoc(), type, shuffled);
    rewriter.replaceOp(op, {shuffled, valid});
    return mlir::success();
  }

private:
  static Value sourceLane(AmdWriter &w, gpu::ShuffleMode mode, Value lane, Value begin,
                          Value offset) {
    switch (mode) {
    case gpu::ShuffleMode::XOR:
      return w.builder().create<LLVM::XOrOp>(w.location(), lane, offset);
    case gpu::ShuffleMode::UP:
      return w.subtract(lane, offset);
    case gpu::ShuffleMode::DOWN:
      return w.add(lane, offset);
    case gpu::ShuffleMode::IDX:
      break;
    }
    return w.add(begin, offset);
  }

  AmdChip chip;
};

struct GridDimensionLowering : mlir::ConvertOpToLLVMPattern<gpu::GridDimOp> {
  GridDimensionLowering(mlir::LLVMTypeConverter &converter, const AmdChip &amdChip)
      : ConvertOpToLLVMPattern(converter, kPreferred), chip(amdChip) {}

  mlir::LogicalResult matchAndRewrite(gpu::GridDimOp op, OpAdaptor,
                                      mlir::ConversionPatternRewriter &rewriter) const override {
    AmdWriter w(rewriter, op.getLoc(), {chip});
    Value extent = w.gridExtent(static_cast<size_t>(op.getDimension()));
    rewriter.replaceOp(op, w.extend(extent));
    return mlir::success();
  }

private:
  AmdChip chip;
};

/// `Source` of any vector shape as the intrinsic `Target`, element by element.
template <class Source, class Target>
struct AsIntrinsic : mlir::VectorConvertToLLVMPattern<Source, Target> {
  using mlir::VectorConvertToLLVMPattern<Source, Target>::VectorConvertToLLVMPattern;
  mlir::LogicalResult matchAndRewrite(Source op, typename Source::Adaptor adaptor,
                                      mlir::ConversionPatternRewriter &rewriter) const override {
    return LLVM::detail::vectorOneToOneRewrite(op, Target::getOperationName(),
                                               adaptor.getOperands(), {}, *this->getTypeConverter(),
                                               rewriter);
  }
};

/// The same where the back end expands it: it does in single precision alone.
template <class Source, class Target> struct AsSingle : AsIntrinsic<Source, Target> {
  using AsIntrinsic<Source, Target>::AsIntrinsic;
  mlir::LogicalResult matchAndRewrite(Source op, typename Source::Adaptor adaptor,
                                      mlir::ConversionPatternRewriter &rewriter) const override {
    if (!mlir::getElementTypeOrSelf(op.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "not of single precision");
    return AsIntrinsic<Source, Target>::matchAndRewrite(op, adaptor, rewriter);
  }
};

/// math.rsqrt as the quotient that it is: the chip's own instruction is less exact.
struct RsqrtAsQuotient : mlir::OpRewritePattern<math::RsqrtOp> {
  using OpRewritePattern::OpRewritePattern;
  mlir::LogicalResult matchAndRewrite(math::RsqrtOp op,
                                      mlir::PatternRewriter &rewriter) const override {
    mlir::TypedAttr one = rewriter.getFloatAttr(mlir::getElementTypeOrSelf(op.getType()), 1.0);
    if (const auto vector = mlir::dyn_cast<mlir::VectorType>(op.getType()))
      one = mlir::DenseElementsAttr::get(vector, mlir::Attribute(one));
    const Value root = rewriter.create<math::SqrtOp>(op.getLoc(), op.getOperand());
    const Value dividend = rewriter.create<mlir::arith::ConstantOp>(op.getLoc(), one);
    rewriter.replaceOpWithNewOp<mlir::arith::DivFOp>(op, dividend, root);
    return mlir::success();
  }
};

} // namespace

void populateGpuPatterns(mlir::LLVMTypeConverter &converter, const AmdChip &chip,
                         mlir::RewritePatternSet &patterns) {
  patterns.add<ShuffleLowering, GridDimensionLowering>(converter, chip);
  patterns.add<
      AsIntrinsic<math::AbsFOp, LLVM::FAbsOp>, AsIntrinsic<math::CeilOp, LLVM::FCeilOp>,
      AsIntrinsic<math::FloorOp, LLVM::FFloorOp>, AsIntrinsic<math::TruncOp, LLVM::FTruncOp>,
      AsIntrinsic<math::RoundEvenOp, LLVM::RoundEvenOp>, AsIntrinsic<math::RoundOp, LLVM::RoundOp>,
      AsIntrinsic<math::CopySignOp, LLVM::CopySignOp>, AsIntrinsic<math::FmaOp, LLVM::FMAOp>,
      AsIntrinsic<math::SqrtOp, LLVM::SqrtOp>, AsSingle<math::ExpOp, LLVM::ExpOp>,
      AsSingle<math::Exp2Op, LLVM::Exp2Op>, AsSingle<math::LogOp, LLVM::LogOp>,
      AsSingle<math::Log2Op, LLVM::Log2Op>, AsSingle<math::Log10Op, LLVM::Log10Op>>(converter,
                                                                                    kPreferred);
  patterns.add<RsqrtAsQuotient>(patterns.getContext(), kPreferred);
  mlir::populateMathToROCDLConversionPatterns(converter, patterns);
}

} // namespace pstudio::amd
