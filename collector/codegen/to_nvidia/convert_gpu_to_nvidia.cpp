// SPDX-License-Identifier: Apache-2.0
// One conversion of a gpu.module to LLVM and NVVM dialect, from upstream's patterns and our own.
#include "collector/codegen/to_nvidia/convert_gpu_to_nvidia.h"

#include "collector/codegen/device_math.h"
#include "collector/codegen/llvm_patterns.h"
#include "collector/codegen/math_intrinsics.h"
#include "mlir/Conversion/GPUCommon/GPUCommonPass.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/LoweringOptions.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/Pass.h"

namespace pstudio::nvidia {
namespace {

using mlir::Location;
using mlir::Value;
namespace LLVM = mlir::LLVM;
namespace NVVM = mlir::NVVM;
namespace gpu = mlir::gpu;

constexpr int64_t kLanes = 32;

NVVM::ShflKind kindOf(gpu::ShuffleMode mode) {
  switch (mode) {
  case gpu::ShuffleMode::XOR:
    return NVVM::ShflKind::bfly;
  case gpu::ShuffleMode::UP:
    return NVVM::ShflKind::up;
  case gpu::ShuffleMode::DOWN:
    return NVVM::ShflKind::down;
  case gpu::ShuffleMode::IDX:
    return NVVM::ShflKind::idx;
  }
  return NVVM::ShflKind::idx;
}

/// True if the width is a whole warp at compile time, the most frequent case.
bool isWholeWarp(Value width) {
  llvm::APInt value;
  return mlir::matchPattern(width, mlir::m_ConstantInt(&value)) && value == kLanes;
}

struct ShuffleLowering : mlir::ConvertOpToLLVMPattern<gpu::ShuffleOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  mlir::LogicalResult matchAndRewrite(gpu::ShuffleOp op, OpAdaptor adaptor,
                                      mlir::ConversionPatternRewriter &rewriter) const override {
    const mlir::Type type = adaptor.getValue().getType();
    if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() != 32)
      return rewriter.notifyMatchFailure(op, "not of 32 bits");
    const Location location = op.getLoc();
    const auto constant = [&](int64_t value) -> Value {
      return rewriter.create<LLVM::ConstantOp>(
          location, rewriter.getI32IntegerAttr(static_cast<int32_t>(value)));
    };
    const Value width = adaptor.getWidth();
    const bool isWhole = isWholeWarp(op.getWidth());
    Value mask = constant(-1);
    Value takesPart;
    if (!isWhole) {
      const Value lane = rewriter.create<NVVM::LaneIdOp>(location, rewriter.getI32Type());
      takesPart = rewriter.create<LLVM::ICmpOp>(location, LLVM::ICmpPredicate::ult, lane, width);
      // A lane must be in its own mask: the mask of a lane beyond the width has this lane only.
      const Value first = rewriter.create<LLVM::LShrOp>(
          location, mask, rewriter.create<LLVM::SubOp>(location, constant(kLanes), width));
      const Value alone = rewriter.create<LLVM::ShlOp>(location, constant(1), lane);
      mask = rewriter.create<LLVM::SelectOp>(location, takesPart, first, alone);
    }
    // One segment from lane 0 on: the segment mask, bits 8 to 12, is 0. The other bits are the
    // bound: the first lane for `up`, the last one for the other modes.
    const Value bound = op.getMode() == gpu::ShuffleMode::UP
                            ? constant(0)
                            : rewriter.create<LLVM::SubOp>(location, width, constant(1));
    const mlir::Type pair =
        LLVM::LLVMStructType::getLiteral(rewriter.getContext(), {type, rewriter.getI1Type()});
    const Value shuffled =
        rewriter.create<NVVM::ShflOp>(location, pair, mask, adaptor.getValue(), adaptor.getOffset(),
                                      bound, kindOf(op.getMode()), rewriter.getUnitAttr());
    const Value value = rewriter.create<LLVM::ExtractValueOp>(location, shuffled, 0);
    Value valid = rewriter.create<LLVM::ExtractValueOp>(location, shuffled, 1);
    if (!isWhole)
      valid = rewriter.create<LLVM::AndOp>(location, valid, takesPart);
    rewriter.replaceOp(op, {value, valid});
    return mlir::success();
  }
};

/// Adds a pattern for gpu.shuffle of 32-bit values, before upstream's, whose clamp for `up` is
/// correct for a width of 32 only and which omits lanes beyond the width from their own mask. A
/// lane whose source is not among the first `width` lanes gets its own value and false, and so does
/// every lane beyond the width, as on the CPU target.
void populateShufflePatterns(mlir::LLVMTypeConverter &converter,
                             mlir::RewritePatternSet &patterns) {
  patterns.add<ShuffleLowering>(converter, kPreferred);
}

/// gpu.cluster_dim_blocks, which upstream has no pattern for.
struct ClusterExtentLowering : mlir::ConvertOpToLLVMPattern<gpu::ClusterDimBlocksOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  mlir::LogicalResult matchAndRewrite(gpu::ClusterDimBlocksOp op, OpAdaptor,
                                      mlir::ConversionPatternRewriter &rewriter) const override {
    const Value extent = read(op, rewriter);
    rewriter.replaceOpWithNewOp<LLVM::ZExtOp>(op, getIndexType(), extent);
    return mlir::success();
  }

private:
  static Value read(gpu::ClusterDimBlocksOp op, mlir::ConversionPatternRewriter &rewriter) {
    const mlir::Type word = rewriter.getI32Type();
    switch (op.getDimension()) {
    case gpu::Dimension::x:
      return rewriter.create<NVVM::ClusterDimBlocksXOp>(op.getLoc(), word);
    case gpu::Dimension::y:
      return rewriter.create<NVVM::ClusterDimBlocksYOp>(op.getLoc(), word);
    case gpu::Dimension::z:
      break;
    }
    return rewriter.create<NVVM::ClusterDimBlocksZOp>(op.getLoc(), word);
  }
};

unsigned addressSpace(mlir::gpu::AddressSpace space) {
  switch (space) {
  case mlir::gpu::AddressSpace::Global:
    return mlir::NVVM::kGlobalMemorySpace;
  case mlir::gpu::AddressSpace::Workgroup:
    return mlir::NVVM::kSharedMemorySpace;
  case mlir::gpu::AddressSpace::Private:
    return 0;
  }
  return 0;
}

struct ConvertGpuToNvidiaPass
    : mlir::PassWrapper<ConvertGpuToNvidiaPass, mlir::OperationPass<mlir::gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvertGpuToNvidiaPass)

  ConvertGpuToNvidiaPass(std::string dataLayout, ArgumentForm form)
      : m_dataLayout(std::move(dataLayout)), m_form(form) {}

  llvm::StringRef getArgument() const override { return "pstudio-convert-gpu-to-nvidia"; }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<mlir::LLVM::LLVMDialect, mlir::NVVM::NVVMDialect, mlir::func::FuncDialect>();
  }

  void runOnOperation() override {
    mlir::gpu::GPUModuleOp module = getOperation();
    mlir::MLIRContext *context = &getContext();
    // Without it LLVM assumes that 8-byte integers are aligned to 4 bytes, and splits every store
    // of a record.
    module->setAttr(mlir::LLVM::LLVMDialect::getDataLayoutAttrName(),
                    mlir::StringAttr::get(context, m_dataLayout));

    mlir::LowerToLLVMOptions options(context, mlir::DataLayout(module));
    options.useBarePtrCallConv = m_form == ArgumentForm::Pointers;
    options.overrideIndexBitwidth(64);
    mlir::LLVMTypeConverter converter(context, options);
    mlir::populateGpuMemorySpaceAttributeConversions(converter, addressSpace);
    converter.addConversion(
        [](mlir::gpu::MMAMatrixType type) { return mlir::convertMMAToLLVMType(type); });
    converter.addConversion([](mlir::nvgpu::TensorMapDescriptorType type) -> mlir::Type {
      return mlir::LLVM::LLVMPointerType::get(type.getContext()); // to the address of the map
    });

    mlir::RewritePatternSet patterns(context);
    populateMathIntrinsics(converter, patterns);
    populateMathLibraryPatterns(converter, patterns, {"__nv_", "f", ""});
    populateShufflePatterns(converter, patterns);
    patterns.add<ClusterExtentLowering>(converter);
    mlir::populateGpuToNVVMConversionPatterns(converter, patterns);
    mlir::populateGpuWMMAToNVVMConversionPatterns(converter, patterns);
    populateLlvmPatterns(converter, patterns);

    mlir::LLVMConversionTarget target(*context);
    target.addLegalDialect<mlir::NVVM::NVVMDialect>();
    target.addLegalOp<mlir::gpu::GPUModuleOp, mlir::gpu::ModuleEndOp>();
    if (mlir::failed(mlir::applyFullConversion(module, target, std::move(patterns))))
      signalPassFailure();
  }

private:
  std::string m_dataLayout;
  ArgumentForm m_form;
};

} // namespace

std::unique_ptr<mlir::Pass> createConvertGpuToNvidiaPass(std::string dataLayout,
                                                         ArgumentForm form) {
  return std::make_unique<ConvertGpuToNvidiaPass>(std::move(dataLayout), form);
}

} // namespace pstudio::nvidia
