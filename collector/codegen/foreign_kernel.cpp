// SPDX-License-Identifier: Apache-2.0
// Lowers the additions of instrumentation and keeps all other code: no pass that folds, no cleanup.
#include "collector/codegen/foreign_kernel.h"

#include "collector/diagnostics/diagnostics.h"
#include "collector/pipeline/pipeline_recorder.h"
#include "core/base/check.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

namespace pstudio {
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
  case ArgumentFactKind::OffsetsIn32: // no attribute expresses it
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

Result<void> checkTriple(const llvm::Module &module, std::string_view architecture,
                         const std::string &vendor) {
  const std::string said = module.getTargetTriple();
  const llvm::Triple triple(said);
  if (said.empty() || triple.getArchName() == llvm::StringRef(architecture))
    return {};
  std::string hint = "compile its source for " + std::string(architecture);
  if (triple.isNVPTX())
    hint += ", or run it on the target \"cuda\"";
  else if (triple.isAMDGCN())
    hint += ", or run it on the target \"hip\"";
  return fail(ErrorCode::Unsupported, "the file is for " + said + ", not for " + vendor + "'s GPUs",
              module.getModuleIdentifier(), std::move(hint));
}

Result<foreign::ForeignModule::Exported>
lowerForeign(KernelModule &module, foreign::Compiler compiler,
             llvm::function_ref<void(mlir::OpPassManager &)> build) {
  PSTUDIO_CHECK(module.foreign());
  if (compiler == foreign::Compiler::InstalledLlvm)
    PSTUDIO_TRY(module.foreign()->checkIntrinsicsAreKnown());
  mlir::MLIRContext &context = *module.module().getContext();
  DiagnosticCollector diagnostics(&context);
  mlir::PassManager passes(&context);
  build(passes);
  if (mlir::failed(
          runPasses(passes, module.module(), module.passReport(), "lower to LLVM dialect")))
    return tl::unexpected<Error>(
        diagnostics.error(ErrorCode::CompileFailed, "lowering to LLVM failed"));
  return std::move(*module.foreign())
      .exportFrom(*module.module().getOps<mlir::gpu::GPUModuleOp>().begin(), compiler);
}

} // namespace pstudio
