// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/nvidia/compile_foreign.h"

#include "collector/codegen/foreign_kernel.h"
#include "collector/codegen/nvidia/convert_gpu_to_nvidia.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/IR/Module.h"

namespace pstudio::nvidia {

Result<foreign::ForeignModule::Exported>
lowerForeign(KernelModule &module, const std::array<uint32_t, 3> &block, RecordLanes lanes) {
  PSTUDIO_TRY(checkTriple(module.foreign()->llvmModule(), "nvptx64", "NVIDIA"));
  return pstudio::lowerForeign(module, [&](mlir::OpPassManager &passes) {
    buildProtonGpuToNvidiaPipeline(passes, {block, lanes});
    mlir::OpPassManager &inModule = passes.nest<mlir::gpu::GPUModuleOp>();
    inModule.addPass(mlir::createConvertSCFToCFPass());
    inModule.addPass(createConvertGpuToNvidiaPass(module.foreign()->llvmModule().getDataLayoutStr(),
                                                  ArgumentForm::Pointers));
    inModule.addPass(mlir::createConvertNVVMToLLVMPass());
    inModule.addPass(mlir::createReconcileUnrealizedCastsPass());
  });
}

} // namespace pstudio::nvidia
