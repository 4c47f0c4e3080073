// SPDX-License-Identifier: Apache-2.0
// One conversion of a gpu.module to LLVM dialect, from upstream's patterns and our own.
#include "collector/codegen/to_cpu/convert_gpu_to_cpu.h"

#include "collector/codegen/to_cpu/gpu_patterns.h"
#include "collector/codegen/kernel_selection.h"
#include "collector/codegen/llvm_patterns.h"
#include "collector/codegen/math_intrinsics.h"
#include "mlir/Conversion/ArithCommon/AttrToLLVMConverter.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/LoweringOptions.h"
#include "mlir/Conversion/LLVMCommon/VectorPattern.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Pass/Pass.h"

namespace pstudio::cpu {
namespace {

/// Takes precedence over upstream's patterns, one of which calls a function of the C library that
/// kernels cannot call.
using AbsoluteLowering = mlir::VectorConvertToLLVMPattern<mlir::math::AbsFOp, mlir::LLVM::FAbsOp,
                                                          mlir::arith::AttrConvertFastMathToLLVM>;

struct ConvertGpuToCpuPass
    : mlir::PassWrapper<ConvertGpuToCpuPass, mlir::OperationPass<mlir::gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvertGpuToCpuPass)

  ConvertGpuToCpuPass(std::string kernel, std::string dataLayout, ArgumentForm form)
      : m_kernel(std::move(kernel)), m_dataLayout(std::move(dataLayout)), m_form(form) {}

  llvm::StringRef getArgument() const override { return "pstudio-convert-gpu-to-cpu"; }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<mlir::LLVM::LLVMDialect, mlir::func::FuncDialect>();
  }

  void runOnOperation() override {
    keepOnlyKernel(getOperation(), m_kernel);
    if (mlir::failed(rejectUnknown()) || mlir::failed(convert()))
      signalPassFailure();
  }

private:
  mlir::LogicalResult rejectUnknown() {
    const mlir::WalkResult result = getOperation().walk([](mlir::Operation *operation) {
      if (hasMeaningOnCpu(operation))
        return mlir::WalkResult::advance();
      operation->emitOpError("has no meaning on the CPU target");
      return mlir::WalkResult::interrupt();
    });
    return mlir::failure(result.wasInterrupted());
  }

  mlir::LogicalResult convert() {
    mlir::gpu::GPUModuleOp module = getOperation();
    mlir::MLIRContext *context = &getContext();
    // Without it LLVM assumes that 8-byte integers are aligned to 4 bytes.
    module->setAttr(mlir::LLVM::LLVMDialect::getDataLayoutAttrName(),
                    mlir::StringAttr::get(context, m_dataLayout));

    mlir::LowerToLLVMOptions options(context, mlir::DataLayout(module));
    options.useBarePtrCallConv = m_form == ArgumentForm::Pointers;
    options.overrideIndexBitwidth(64);
    mlir::LLVMTypeConverter converter(context, options);
    addGpuTypeConversions(converter);

    mlir::RewritePatternSet patterns(context);
    populateGpuToCpuPatterns(converter, patterns);
    populateLlvmPatterns(converter, patterns);
    mlir::populateMathToLLVMConversionPatterns(converter, patterns);
    mlir::populateMathToLibmConversionPatterns(patterns);
    populateIntegerIntrinsics(converter, patterns);
    patterns.add<AbsoluteLowering>(converter, kPreferred);

    mlir::LLVMConversionTarget target(*context);
    target.addLegalOp<mlir::gpu::GPUModuleOp, mlir::gpu::ModuleEndOp>();
    // Its operations become LLVM's intrinsics, which nvvm_calls.h replaces or rejects.
    target.addLegalDialect<mlir::NVVM::NVVMDialect>();
    target.addIllegalOp<mlir::NVVM::ElectSyncOp>();
    return mlir::applyFullConversion(module, target, std::move(patterns));
  }

  std::string m_kernel;
  std::string m_dataLayout;
  ArgumentForm m_form;
};

} // namespace

std::unique_ptr<mlir::Pass> createConvertGpuToCpuPass(std::string kernel, std::string dataLayout,
                                                      ArgumentForm form) {
  return std::make_unique<ConvertGpuToCpuPass>(std::move(kernel), std::move(dataLayout), form);
}

} // namespace pstudio::cpu
