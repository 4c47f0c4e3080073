// SPDX-License-Identifier: Apache-2.0
// One conversion of a gpu.module to LLVM and ROCDL dialect, from upstream's patterns and our own.
#include "collector/codegen/amd/convert_gpu_to_amd.h"

#include "collector/codegen/amd/gpu_patterns.h"
#include "collector/codegen/llvm_patterns.h"
#include "mlir/Conversion/AMDGPUToROCDL/AMDGPUToROCDL.h"
#include "mlir/Conversion/GPUCommon/GPUCommonPass.h"
#include "mlir/Conversion/GPUToROCDL/GPUToROCDLPass.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/LoweringOptions.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToROCDL/MathToROCDL.h"
#include "mlir/Dialect/AMDGPU/Utils/Chipset.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Pass/Pass.h"

namespace pstudio::amd {
namespace {

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
