// SPDX-License-Identifier: Apache-2.0
// One conversion of a gpu.module to LLVM and ROCDL dialect, from upstream's patterns and our own.
#include "collector/codegen/to_amd/convert_gpu_to_amd.h"

#include "collector/records/amd/amd_writer.h"
#include "collector/codegen/device_math.h"
#include "collector/codegen/llvm_patterns.h"
#include "collector/codegen/math_intrinsics.h"
#include "collector/chips/amd_chip.h"
#include "mlir/Conversion/AMDGPUToROCDL/AMDGPUToROCDL.h"
#include "mlir/Conversion/GPUCommon/GPUCommonPass.h"
#include "mlir/Conversion/GPUToROCDL/GPUToROCDLPass.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/LoweringOptions.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToROCDL/MathToROCDL.h"
#include "mlir/Dialect/AMDGPU/Utils/Chipset.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

namespace pstudio::amd {
namespace {

using mlir::Value;
namespace LLVM = mlir::LLVM;
namespace gpu = mlir::gpu;
namespace math = mlir::math;

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

/// AsIntrinsic for operations that the back end expands in single precision only.
template <class Source, class Target> struct AsSingle : AsIntrinsic<Source, Target> {
  using AsIntrinsic<Source, Target>::AsIntrinsic;
  mlir::LogicalResult matchAndRewrite(Source op, typename Source::Adaptor adaptor,
                                      mlir::ConversionPatternRewriter &rewriter) const override {
    if (!mlir::getElementTypeOrSelf(op.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "not of single precision");
    return AsIntrinsic<Source, Target>::matchAndRewrite(op, adaptor, rewriter);
  }
};

/// math.rsqrt as a quotient: the chip's own instruction is less exact.
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

/// gpu.shuffle in all modes; gpu.grid_dim from the implicit arguments, without a library; math
/// operations that the back end has instructions or expansions for. All are preferred to upstream's
/// patterns for the same operations.
///
/// A shuffle stays in segments of `width` lanes: kernels that were written for warps of 32 lanes
/// have the same results on a wave of 64.
void populateGpuPatterns(mlir::LLVMTypeConverter &converter, const AmdChip &chip,
                         mlir::RewritePatternSet &patterns) {
  patterns.add<ShuffleLowering, GridDimensionLowering>(converter, chip);
  populateMathIntrinsics(converter, patterns);
  patterns.add<AsSingle<math::ExpOp, LLVM::ExpOp>, AsSingle<math::Exp2Op, LLVM::Exp2Op>,
               AsSingle<math::LogOp, LLVM::LogOp>, AsSingle<math::Log2Op, LLVM::Log2Op>,
               AsSingle<math::Log10Op, LLVM::Log10Op>>(converter, kPreferred);
  patterns.add<RsqrtAsQuotient>(patterns.getContext(), kPreferred);
  populateMathLibraryPatterns(converter, patterns, {"__ocml_", "_f32", "_f64"});
  mlir::populateMathToROCDLConversionPatterns(converter, patterns);
}

unsigned addressSpace(mlir::gpu::AddressSpace space) {
  switch (space) {
  case mlir::gpu::AddressSpace::Global:
    return mlir::ROCDL::ROCDLDialect::kGlobalMemoryAddressSpace;
  case mlir::gpu::AddressSpace::Workgroup:
    return mlir::ROCDL::ROCDLDialect::kSharedMemoryAddressSpace;
  case mlir::gpu::AddressSpace::Private:
    return mlir::ROCDL::ROCDLDialect::kPrivateMemoryAddressSpace;
  }
  return 0;
}

struct ConvertGpuToAmdPass
    : mlir::PassWrapper<ConvertGpuToAmdPass, mlir::OperationPass<mlir::gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvertGpuToAmdPass)

  ConvertGpuToAmdPass(Architecture architecture, std::string dataLayout, ArgumentForm form)
      : m_architecture(std::move(architecture)), m_dataLayout(std::move(dataLayout)), m_form(form) {
  }

  llvm::StringRef getArgument() const override { return "pstudio-convert-gpu-to-amd"; }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<mlir::LLVM::LLVMDialect, mlir::ROCDL::ROCDLDialect, mlir::func::FuncDialect>();
  }

  void runOnOperation() override {
    mlir::gpu::GPUModuleOp module = getOperation();
    mlir::MLIRContext *context = &getContext();
    const auto chipset = mlir::amdgpu::Chipset::parse(m_architecture.name);
    if (mlir::failed(chipset)) {
      module.emitError("MLIR's lowering does not support the chip ") << m_architecture.name;
      return signalPassFailure();
    }
    module->setAttr(mlir::LLVM::LLVMDialect::getDataLayoutAttrName(),
                    mlir::StringAttr::get(context, m_dataLayout));

    mlir::LowerToLLVMOptions options(context, mlir::DataLayout(module));
    options.useBarePtrCallConv = m_form == ArgumentForm::Pointers;
    options.overrideIndexBitwidth(64);
    mlir::LLVMTypeConverter converter(context, options);
    mlir::populateGpuMemorySpaceAttributeConversions(converter, addressSpace);

    mlir::RewritePatternSet patterns(context);
    populateGpuPatterns(converter, m_architecture.chip, patterns);
    mlir::populateAMDGPUToROCDLConversionPatterns(converter, patterns, *chipset);
    mlir::populateGpuToROCDLConversionPatterns(converter, patterns, mlir::gpu::amd::Unknown);
    populateLlvmPatterns(converter, patterns);

    mlir::LLVMConversionTarget target(*context);
    target.addLegalDialect<mlir::ROCDL::ROCDLDialect>();
    target.addLegalOp<mlir::gpu::GPUModuleOp, mlir::gpu::ModuleEndOp>();
    if (mlir::failed(mlir::applyFullConversion(module, target, std::move(patterns))))
      signalPassFailure();
  }

private:
  Architecture m_architecture;
  std::string m_dataLayout;
  ArgumentForm m_form;
};

} // namespace

std::unique_ptr<mlir::Pass> createConvertGpuToAmdPass(const Architecture &architecture,
                                                      std::string dataLayout, ArgumentForm form) {
  return std::make_unique<ConvertGpuToAmdPass>(architecture, std::move(dataLayout), form);
}

} // namespace pstudio::amd
