// SPDX-License-Identifier: Apache-2.0
// One conversion of a gpu.module to LLVM and NVVM dialect, from upstream's patterns and our own.
#include "collector/codegen/nvidia/convert_gpu_to_nvidia.h"

#include "collector/codegen/llvm_patterns.h"
#include "collector/codegen/nvidia/math_patterns.h"
#include "collector/codegen/nvidia/shuffle_patterns.h"
#include "mlir/Conversion/GPUCommon/GPUCommonPass.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/LoweringOptions.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Pass/Pass.h"

namespace pstudio::nvidia {
namespace {

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
      return mlir::LLVM::LLVMPointerType::get(type.getContext()); // to where the map is
    });

    mlir::RewritePatternSet patterns(context);
    populateMathPatterns(converter, patterns);
    populateShufflePatterns(converter, patterns);
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
