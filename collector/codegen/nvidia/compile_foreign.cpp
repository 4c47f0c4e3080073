// SPDX-License-Identifier: Apache-2.0
// Lowers what instrumentation added and leaves the rest alone: no pass that folds, no cleanup.
#include "collector/codegen/nvidia/compile_foreign.h"

#include "collector/codegen/diagnostics.h"
#include "collector/codegen/nvidia/convert_gpu_to_nvidia.h"
#include "collector/passes/pipeline_recorder.h"
#include "core/base/check.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace pstudio::nvidia {
namespace {

void applyFact(llvm::Argument &argument, const ArgumentFact &fact, llvm::IRBuilder<> &builder) {
  llvm::Type *type = argument.getType();
  const bool isOfPointer =
      fact.kind == ArgumentFactKind::Aligned || fact.kind == ArgumentFactKind::OffsetsIn32;
  if (isOfPointer ? !type->isPointerTy() : !type->isIntegerTy())
    return;
  switch (fact.kind) {
  case ArgumentFactKind::Aligned:
    if (argument.getParamAlign().valueOrOne().value() < fact.value) {
      argument.removeAttr(llvm::Attribute::Alignment);
      argument.addAttr(
          llvm::Attribute::getWithAlignment(argument.getContext(), llvm::Align(fact.value)));
    }
    break;
  case ArgumentFactKind::EqualsOne:
    argument.replaceAllUsesWith(llvm::ConstantInt::get(type, 1));
    break;
  case ArgumentFactKind::DivisibleBy:
    if (llvm::isUIntN(type->getIntegerBitWidth(), fact.value - 1)) {
      llvm::Value *rest =
          builder.CreateAnd(&argument, llvm::ConstantInt::get(type, fact.value - 1));
      builder.CreateAssumption(builder.CreateIsNull(rest));
    }
    break;
  case ArgumentFactKind::OffsetsIn32: // NVIDIA's addresses have no such form
    break;
  }
}

} // namespace

void applyFacts(llvm::Module &module, std::string_view kernel, const ArgumentFacts &facts) {
  llvm::Function *function = module.getFunction(kernel);
  PSTUDIO_CHECK(function && !function->isDeclaration());
  llvm::IRBuilder<> builder(&*function->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (const ArgumentFact &fact : facts)
    if (fact.argument < function->arg_size())
      applyFact(*function->getArg(fact.argument), fact, builder);
}

Result<foreign::ForeignModule::Exported>
lowerForeign(KernelModule &module, const std::array<uint32_t, 3> &block, RecordLanes lanes) {
  PSTUDIO_CHECK(module.foreign());
  mlir::MLIRContext &context = *module.module().getContext();
  DiagnosticCollector diagnostics(&context);
  mlir::PassManager passes(&context);
  buildProtonGpuToNvidiaPipeline(passes, {block, lanes});
  mlir::OpPassManager &inModule = passes.nest<mlir::gpu::GPUModuleOp>();
  inModule.addPass(mlir::createConvertSCFToCFPass());
  inModule.addPass(createConvertGpuToNvidiaPass(module.foreign()->llvmModule().getDataLayoutStr(),
                                                ArgumentForm::Pointers));
  inModule.addPass(mlir::createConvertNVVMToLLVMPass());
  inModule.addPass(mlir::createReconcileUnrealizedCastsPass());
  if (mlir::failed(
          runPasses(passes, module.module(), module.passReport(), "lower to LLVM dialect")))
    return tl::unexpected<Error>(
        diagnostics.error(ErrorCode::CompileFailed, "lowering to LLVM failed"));
  return std::move(*module.foreign())
      .exportFrom(*module.module().getOps<mlir::gpu::GPUModuleOp>().begin());
}

} // namespace pstudio::nvidia
