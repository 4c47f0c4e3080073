// SPDX-License-Identifier: Apache-2.0
// Drives the MLIR half of the CPU target: pass pipeline, debug locations, translation to LLVM IR.
#include "collector/codegen/to_cpu/compile_kernel.h"

#include "collector/codegen/atomic_loops.h"
#include "collector/codegen/cpu/compile_ir.h"
#include "collector/codegen/cpu/nvvm_calls.h"
#include "collector/codegen/cpu/ptx_assembly.h"
#include "collector/codegen/expand_arithmetic.h"
#include "collector/codegen/expand_reductions.h"
#include "collector/codegen/kernel_selection.h"
#include "collector/codegen/simplify_for_llvm.h"
#include "collector/codegen/to_cpu/convert_gpu_to_cpu.h"
#include "collector/codegen/translate_module.h"
#include "collector/diagnostics/diagnostics.h"
#include "collector/foreign/foreign_module.h"
#include "collector/foreign/ptx/lifted_module.h"
#include "collector/pipeline/pipeline_recorder.h"
#include "core/base/check.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

namespace pstudio::cpu {
namespace {

constexpr uint32_t kLanesOfWarp = 32;

void buildPipeline(mlir::OpPassManager &passes, std::string_view kernel,
                   const std::string &dataLayout, ArgumentForm form) {
  buildProtonGpuToCpuPipeline(passes);
  mlir::OpPassManager &inModule = passes.nest<mlir::gpu::GPUModuleOp>();
  inModule.addPass(createExpandReductionsPass(kLanesOfWarp, /*block=*/std::nullopt));
  inModule.addPass(createExpandAtomicsPass(AtomicFloats::Instructions));
  inModule.addPass(mlir::createConvertComplexToStandardPass());
  inModule.addPass(createExpandArithmeticPass());
  buildSimplifyForLlvm(inModule);
  inModule.addPass(createConvertGpuToCpuPass(std::string(kernel), dataLayout, form));
  inModule.addPass(mlir::createReconcileUnrealizedCastsPass());
  passes.addPass(mlir::LLVM::createDIScopeForLLVMFuncOpPass());
}

/// Lowers only the additions of instrumentation: all other code is LLVM dialect already.
void buildForeignPipeline(mlir::OpPassManager &passes, std::string_view kernel,
                          const std::string &dataLayout) {
  buildProtonGpuToCpuPipeline(passes);
  mlir::OpPassManager &inModule = passes.nest<mlir::gpu::GPUModuleOp>();
  inModule.addPass(mlir::createConvertSCFToCFPass());
  inModule.addPass(
      createConvertGpuToCpuPass(std::string(kernel), dataLayout, ArgumentForm::Pointers));
  inModule.addPass(mlir::createReconcileUnrealizedCastsPass());
}

Result<void> link(const KernelModule &from, llvm::Module &module) {
  const std::optional<LinkedCallbacks> callbacks = from.callbacks();
  return callbacks ? linkCallbacks(module, *callbacks, kCpuCallbackIntrinsics) : Result<void>();
}

void registerTranslations(mlir::MLIRContext &context) {
  mlir::DialectRegistry registry;
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerGPUDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  mlir::registerNVVMDialectTranslation(registry);
  context.appendDialectRegistry(registry);
}

/// Replaces the inline assembly of a kernel that was lifted from PTX.
Result<void> executePtx(const KernelModule &from, llvm::Module &module) {
  if (!from.lifted())
    return {};
  const ptx::Function &entry = from.lifted()->entry();
  std::vector<std::string> names;
  for (const ptx::Declaration &parameter : entry.parameters)
    names.emplace_back(parameter.name);
  llvm::Function *kernel = module.getFunction({entry.name.data(), entry.name.size()});
  PSTUDIO_CHECK(kernel);
  return replacePtx(*kernel, names, from.lifted()->module());
}

/// The CPU target emulates NVIDIA's GPUs and supports their intrinsics: rejects modules for AMD's
/// GPUs.
Result<void> checkPlayable(const llvm::Module &module) {
  if (!llvm::Triple(module.getTargetTriple()).isAMDGPU())
    return {};
  return fail(ErrorCode::Unsupported,
              "the file is for " + module.getTargetTriple() +
                  ", whose instructions the CPU target cannot execute",
              module.getModuleIdentifier(),
              "compile its source for nvptx64, or run it on the target \"hip\"");
}

} // namespace

LoweredKernel::LoweredKernel(std::unique_ptr<llvm::LLVMContext> context,
                             std::unique_ptr<llvm::Module> module, std::string kernel,
                             PassReportBuilder *report)
    : m_context(std::move(context)), m_module(std::move(module)), m_kernel(std::move(kernel)),
      m_report(report) {}
LoweredKernel::LoweredKernel(LoweredKernel &&) noexcept = default;
LoweredKernel &LoweredKernel::operator=(LoweredKernel &&) noexcept = default;
LoweredKernel::~LoweredKernel() = default;

Result<CpuProgram> LoweredKernel::compile(const CompileOptions &options) && {
  return compileIr(std::move(m_context), std::move(m_module), m_kernel, m_report, options);
}

Result<LoweredKernel> lowerKernel(KernelModule &module, std::string_view kernel) {
  mlir::ModuleOp mlirModule = module.module();
  mlir::MLIRContext &context = *mlirModule.getContext();
  PSTUDIO_TRY_ASSIGN(const std::string dataLayout, hostDataLayout());

  if (module.foreign())
    PSTUDIO_TRY(checkPlayable(module.foreign()->llvmModule()));
  dropOtherModules(mlirModule, kernel);
  DiagnosticCollector diagnostics(&context);
  mlir::PassManager passes(&context);
  if (module.foreign())
    buildForeignPipeline(passes, kernel, dataLayout);
  else
    buildPipeline(passes, kernel, dataLayout, module.argumentForm());
  if (mlir::failed(runPasses(passes, mlirModule, module.passReport(), "lower to LLVM dialect")))
    return tl::unexpected<Error>(
        diagnostics.error(ErrorCode::CompileFailed, "lowering to LLVM failed"));

  if (module.foreign()) {
    PSTUDIO_TRY_ASSIGN(foreign::ForeignModule::Exported exported,
                       std::move(*module.foreign()).exportFrom(moduleHolding(mlirModule, kernel)));
    PSTUDIO_TRY(executePtx(module, *exported.module));
    replaceNvvmCalls(*exported.module);
    PSTUDIO_TRY(link(module, *exported.module));
    return LoweredKernel(std::move(exported.context), std::move(exported.module),
                         std::string(kernel), module.passReport());
  }
  registerTranslations(context);
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  PSTUDIO_TRY_ASSIGN(std::unique_ptr<llvm::Module> llvmModule,
                     translateModule(moduleHolding(mlirModule, kernel), *llvmContext, kernel));
  replaceNvvmCalls(*llvmModule);
  PSTUDIO_TRY(link(module, *llvmModule));
  return LoweredKernel(std::move(llvmContext), std::move(llvmModule), std::string(kernel),
                       module.passReport());
}

} // namespace pstudio::cpu
