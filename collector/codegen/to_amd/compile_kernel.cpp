// SPDX-License-Identifier: Apache-2.0
// Drives the MLIR half of the AMD target: pass pipeline, debug locations, translation to LLVM IR.
#include "collector/codegen/to_amd/compile_kernel.h"

#include "collector/chips/amd_instructions.h"
#include "collector/codegen/amd/module_form.h"
#include "collector/codegen/atomic_loops.h"
#include "collector/codegen/device_math.h"
#include "collector/codegen/expand_arithmetic.h"
#include "collector/codegen/expand_gpu.h"
#include "collector/codegen/expand_reductions.h"
#include "collector/codegen/foreign_kernel.h"
#include "collector/codegen/kernel_launch_facts.h"
#include "collector/codegen/kernel_selection.h"
#include "collector/codegen/simplify_for_llvm.h"
#include "collector/codegen/to_amd/compile_foreign.h"
#include "collector/codegen/to_amd/convert_gpu_to_amd.h"
#include "collector/codegen/translate_module.h"
#include "collector/codegen/widen_math.h"
#include "collector/diagnostics/diagnostics.h"
#include "collector/pipeline/pipeline_recorder.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/ROCDL/ROCDLToLLVMIRTranslation.h"
#include "llvm/IR/Module.h"

namespace pstudio::amd {
namespace {

void buildPipeline(mlir::OpPassManager &passes, const CompileOptions &options,
                   const std::string &dataLayout, ArgumentForm form) {
  const Architecture &architecture = options.architecture;
  buildProtonGpuToAmdPipeline(passes, recordOptions(options));
  mlir::OpPassManager &inModule = passes.nest<mlir::gpu::GPUModuleOp>();
  inModule.addPass(createExpandAsyncCopiesPass());
  const uint32_t lanes = architecture.chip.lanesPerWave();
  inModule.addPass(createExpandReductionsPass(lanes, options.block));
  inModule.addPass(createExpandGpuPass(options.block, lanes));
  inModule.addPass(createExpandAtomicsPass(AtomicFloats::WithoutBf16));
  inModule.addPass(mlir::createConvertComplexToStandardPass());
  inModule.addPass(createExpandArithmeticPass());
  inModule.addPass(createExpandDeviceMathPass());
  buildSimplifyForLlvm(inModule, mlir::ROCDL::ROCDLDialect::kPrivateMemoryAddressSpace);
  // Runs before createWidenMathPass(), which would add roundings to bf16 that the conversion cannot
  // lower.
  inModule.addPass(createExpandBfloatPass());
  inModule.addPass(createWidenMathPass());
  inModule.addPass(createConvertGpuToAmdPass(architecture, dataLayout, form));
  inModule.addPass(mlir::createReconcileUnrealizedCastsPass());
  passes.addPass(mlir::LLVM::createDIScopeForLLVMFuncOpPass());
}

void registerTranslations(mlir::MLIRContext &context) {
  mlir::DialectRegistry registry;
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerGPUDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  mlir::registerROCDLDialectTranslation(registry);
  context.appendDialectRegistry(registry);
}

/// True for operations that createExpandAsyncCopiesPass() replaces.
bool isAsyncCopy(mlir::Operation *op) {
  return mlir::isa<mlir::nvgpu::DeviceAsyncCopyOp, mlir::nvgpu::DeviceAsyncCreateGroupOp,
                   mlir::nvgpu::DeviceAsyncWaitOp>(op);
}

bool isAmdText(llvm::StringRef text) {
  return parseAmdAssembly({text.data(), text.size()}).has_value();
}

Result<void> checkOperation(mlir::Operation *op, const Architecture &architecture) {
  if (mlir::isa<mlir::gpu::PrintfOp>(op))
    return fail(ErrorCode::Unsupported, "gpu.printf is not built for AMD's GPUs",
                locationText(op->getLoc()),
                "record the number with proton.value, or run on the target \"cpu\" or \"cuda\"");
  const bool isVendors =
      mlir::isa_and_nonnull<mlir::NVVM::NVVMDialect, mlir::nvgpu::NVGPUDialect>(op->getDialect());
  auto assembly = mlir::dyn_cast<mlir::LLVM::InlineAsmOp>(op);
  const bool isAssembly = assembly && !isAmdText(assembly.getAsmString());
  if ((!isVendors && !isAssembly) || isAsyncCopy(op))
    return {};
  return fail(ErrorCode::Unsupported,
              architecture.name + " has no " + op->getName().getStringRef().str() +
                  (isAssembly ? ", whose assembly is for another GPU"
                              : ", an instruction of NVIDIA's GPUs"),
              locationText(op->getLoc()), "run the kernel on the target \"cuda\"");
}

} // namespace

Result<void> checkPortable(const KernelModule &module, std::string_view kernel,
                           const Architecture &architecture) {
  if (module.foreign())
    return checkForeign(module, kernel, architecture);
  Result<void> result;
  moduleHolding(module.module(), kernel).walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    auto function = mlir::dyn_cast<mlir::gpu::GPUFuncOp>(op);
    if (function && function.getName() != llvm::StringRef(kernel))
      return mlir::WalkResult::skip(); // part of another kernel
    result = checkOperation(op, architecture);
    return result ? mlir::WalkResult::advance() : mlir::WalkResult::interrupt();
  });
  return result;
}

AmdRecordOptions recordOptions(const CompileOptions &options) {
  std::string chip = options.architecture.name;
  if (options.architecture.chip.isWave64)
    chip += kWave64Suffix;
  return {options.block, std::move(chip), options.referencePeriodNs, options.hasScheduleBarriers};
}

namespace {

/// A kernel of LLVM IR keeps its front end's instructions: only facts about the launch are added.
Result<AmdKernel> compileForeign(KernelModule &module, std::string_view kernel,
                                 const CompileOptions &options) {
  PSTUDIO_TRY_ASSIGN(const foreign::ForeignModule::Exported lowered, lowerForeign(module, options));
  applyFacts(*lowered.module, kernel, module.facts());
  PSTUDIO_TRY(fitBlock(*lowered.module, kernel, options.block));
  return emitCode(*lowered.module, kernel, options.architecture, options.output,
                  module.passReport());
}

} // namespace

Result<AmdKernel> compileKernel(KernelModule &module, std::string_view kernel,
                                const CompileOptions &options) {
  mlir::ModuleOp mlirModule = module.module();
  mlir::MLIRContext &context = *mlirModule.getContext();
  PSTUDIO_TRY(instrumentedKernel(mlirModule, kernel)); // there is such a kernel
  PSTUDIO_TRY(checkPortable(module, kernel, options.architecture));
  if (module.callbacks())
    return fail(ErrorCode::Unsupported, "callbacks are not built for AMD's GPUs", {},
                "remove them from the mode, or run on the target \"cuda\" or \"cpu\"");
  if (module.foreign())
    return compileForeign(module, kernel, options);
  PSTUDIO_TRY_ASSIGN(const std::string dataLayout, deviceDataLayout(options.architecture));
  dropOtherModules(mlirModule, kernel);
  mlir::gpu::GPUModuleOp gpuModule = moduleHolding(mlirModule, kernel);
  keepOnlyKernel(gpuModule, kernel);
  auto function = gpuModule.lookupSymbol<mlir::gpu::GPUFuncOp>(llvm::StringRef(kernel));
  const auto buffers = bufferParameters(function, module.argumentForm());
  noteOrderedAtomics(gpuModule);
  DiagnosticCollector diagnostics(&context);
  mlir::PassManager passes(&context);
  buildPipeline(passes, options, dataLayout, module.argumentForm());
  if (mlir::failed(runPasses(passes, mlirModule, module.passReport(), "lower to LLVM dialect")))
    return tl::unexpected<Error>(
        diagnostics.error(ErrorCode::CompileFailed, "lowering to LLVM failed"));

  relaxAtomics(gpuModule, "agent");
  promiseBufferAlignment(gpuModule.lookupSymbol<mlir::LLVM::LLVMFuncOp>(llvm::StringRef(kernel)),
                         buffers);
  registerTranslations(context);
  llvm::LLVMContext llvmContext;
  PSTUDIO_TRY_ASSIGN(const std::unique_ptr<llvm::Module> lowered,
                     translateModule(gpuModule, llvmContext, kernel));
  allowFusedMultiplyAdd(*lowered);
  tellBlock(*lowered->getFunction(llvm::StringRef(kernel)), options.block);
  return emitCode(*lowered, kernel, options.architecture, options.output, module.passReport());
}

} // namespace pstudio::amd
