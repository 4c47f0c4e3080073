// SPDX-License-Identifier: Apache-2.0
// Drives the MLIR half of the AMD target: pass pipeline, debug locations, translation to LLVM IR.
#include "collector/codegen/amd/compile_kernel.h"

#include "collector/codegen/amd/convert_gpu_to_amd.h"
#include "collector/codegen/diagnostics.h"
#include "collector/codegen/expand_gpu.h"
#include "collector/codegen/kernel_launch_facts.h"
#include "collector/codegen/kernel_selection.h"
#include "collector/codegen/simplify_for_llvm.h"
#include "collector/passes/pipeline_recorder.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/ROCDL/ROCDLToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

namespace pstudio::amd {
namespace {

void buildPipeline(mlir::OpPassManager &passes, const CompileOptions &options,
                   const std::string &dataLayout, ArgumentForm form) {
  const Architecture &architecture = options.architecture;
  buildProtonGpuToAmdPipeline(passes, {options.block, architecture.name, options.referencePeriodNs,
                                       options.hasScheduleBarriers});
  mlir::OpPassManager &inModule = passes.nest<mlir::gpu::GPUModuleOp>();
  inModule.addPass(createExpandAsyncCopiesPass());
  inModule.addPass(createExpandGpuPass(options.block, architecture.chip.lanesPerWave()));
  inModule.addPass(mlir::math::createMathLegalizeToF32());
  buildSimplifyForLlvm(inModule);
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

/// True for what createExpandAsyncCopiesPass() replaces.
bool isAsyncCopy(mlir::Operation *op) {
  return mlir::isa<mlir::nvgpu::DeviceAsyncCopyOp, mlir::nvgpu::DeviceAsyncCreateGroupOp,
                   mlir::nvgpu::DeviceAsyncWaitOp>(op);
}

Result<void> checkOperation(mlir::Operation *op, const Architecture &architecture) {
  const bool isVendors =
      mlir::isa_and_nonnull<mlir::NVVM::NVVMDialect, mlir::nvgpu::NVGPUDialect>(op->getDialect());
  const bool isAssembly = mlir::isa<mlir::LLVM::InlineAsmOp>(op);
  if ((!isVendors && !isAssembly) || isAsyncCopy(op))
    return {};
  return fail(
      ErrorCode::Unsupported,
      architecture.name + " has no " + op->getName().getStringRef().str() +
          (isAssembly ? ", whose text is for another GPU" : ", an instruction of NVIDIA's GPUs"),
      locationText(op->getLoc()), "run the kernel on the target \"cuda\"");
}

/// The threads of a CTA are a promise: without it code is made for at most 256, and the runtime
/// refuses a launch with more.
void tellBlock(llvm::Function &kernel, const std::array<uint32_t, 3> &block) {
  const std::string threads = std::to_string(uint64_t{block[0]} * block[1] * block[2]);
  kernel.addFnAttr("amdgpu-flat-work-group-size", threads + "," + threads);
  kernel.addFnAttr("uniform-work-group-size", "true");
  llvm::LLVMContext &context = kernel.getContext();
  llvm::SmallVector<llvm::Metadata *, 3> extents;
  for (const uint32_t extent : block)
    extents.push_back(llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), extent)));
  kernel.setMetadata("reqd_work_group_size", llvm::MDNode::get(context, extents));
}

} // namespace

Result<void> checkPortable(const KernelModule &module, std::string_view kernel,
                           const Architecture &architecture) {
  if (module.foreign())
    return fail(ErrorCode::Unsupported,
                "kernels in LLVM IR are not built for AMD's GPUs: their intrinsics are another "
                "vendor's",
                {}, "write the kernel in MLIR, or run it on the target \"cuda\"");
  Result<void> result;
  moduleHolding(module.module(), kernel).walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    auto function = mlir::dyn_cast<mlir::gpu::GPUFuncOp>(op);
    if (function && function.getName() != llvm::StringRef(kernel))
      return mlir::WalkResult::skip(); // another kernel's matter
    result = checkOperation(op, architecture);
    return result ? mlir::WalkResult::advance() : mlir::WalkResult::interrupt();
  });
  return result;
}

Result<AmdKernel> compileKernel(KernelModule &module, std::string_view kernel,
                                const CompileOptions &options) {
  mlir::ModuleOp mlirModule = module.module();
  mlir::MLIRContext &context = *mlirModule.getContext();
  PSTUDIO_TRY(instrumentedKernel(mlirModule, kernel)); // there is such a kernel
  PSTUDIO_TRY(checkPortable(module, kernel, options.architecture));
  if (module.callbacks())
    return fail(ErrorCode::Unsupported, "callbacks are not built for AMD's GPUs", {},
                "leave them out of the mode, or run on the target \"cuda\" or \"cpu\"");
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
  const auto lowered =
      mlir::translateModuleToLLVMIR(gpuModule, llvmContext, llvm::StringRef(kernel));
  if (!lowered)
    return tl::unexpected<Error>(
        diagnostics.error(ErrorCode::CompileFailed, "translation to LLVM IR failed"));
  tellBlock(*lowered->getFunction(llvm::StringRef(kernel)), options.block);
  return emitCode(*lowered, kernel, options.architecture, options.output, module.passReport());
}

} // namespace pstudio::amd
