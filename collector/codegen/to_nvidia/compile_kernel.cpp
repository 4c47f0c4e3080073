// SPDX-License-Identifier: Apache-2.0
// Drives the MLIR half of the NVIDIA target: pass pipeline, debug locations, translation to LLVM
// IR.
#include "collector/codegen/to_nvidia/compile_kernel.h"

#include <algorithm>
#include <map>

#include "collector/codegen/atomic_loops.h"
#include "collector/codegen/device_math.h"
#include "collector/diagnostics/diagnostics.h"
#include "collector/codegen/expand_arithmetic.h"
#include "collector/codegen/expand_gpu.h"
#include "collector/codegen/expand_reductions.h"
#include "collector/codegen/foreign_kernel.h"
#include "collector/codegen/kernel_launch_facts.h"
#include "collector/codegen/kernel_selection.h"
#include "collector/codegen/to_nvidia/compile_lifted.h"
#include "collector/codegen/to_nvidia/convert_gpu_to_nvidia.h"
#include "collector/codegen/nvidia/emit_ptx.h"
#include "collector/codegen/nvidia/ptx_name.h"
#include "collector/codegen/nvidia/requirement_table.h"
#include "collector/codegen/nvidia/shared_memory.h"
#include "collector/codegen/simplify_for_llvm.h"
#include "collector/codegen/tensor_map_parameters.h"
#include "collector/codegen/translate_module.h"
#include "collector/codegen/widen_math.h"
#include "collector/records/nvidia/ptx_writer.h"
#include "collector/foreign/foreign_module.h"
#include "collector/pipeline/pipeline_recorder.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Conversion/NVGPUToNVVM/NVGPUToNVVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/IR/Operation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "llvm/IR/Module.h"

namespace pstudio::nvidia {
namespace {

constexpr uint32_t kNewestSpecific = 121; ///< of PTX ISA 9.0

/// PTX ISA, "Target ISA Notes" of the instructions that MLIR's operations stand for.
constexpr Requirement kRequirements[] = {
    {"nvgpu.warpgroup.", 90, true},
    {"nvgpu.tma.", 90, false},
    {"nvgpu.mbarrier.try_wait", 90, false},
    {"nvgpu.mbarrier.arrive.expect_tx", 90, false},
    {"nvvm.wgmma.", 90, true},
    {"nvvm.setmaxregister", 90, true, kNewestSpecific},
    {"nvvm.cp.async.bulk.", 90, false},
    {"nvvm.mbarrier.try_wait", 90, false},
    {"nvvm.mbarrier.arrive.expect_tx", 90, false},
    {"nvvm.cluster.", 90, false},
    {"nvvm.read.ptx.sreg.cluster", 90, false},
    {"nvvm.read.ptx.sreg.ncluster", 90, false},
    {"nvvm.fence.proxy", 90, false},
    {"nvvm.fence.mbarrier", 90, false},
    {"nvvm.elect.sync", 90, false},
    {"nvvm.stmatrix", 90, false},
    {"gpu.cluster_", 90, false},
};

/// Unsupported, with the operation, its source location and the architecture that has it, if an
/// operation in `root` does not exist on `architecture`. LLVM would end the process, or print PTX
/// that the driver rejects with a line number of generated text.
Result<void> checkChipHas(mlir::Operation *root, const Architecture &architecture) {
  Result<void> result;
  root->walk([&](mlir::Operation *operation) {
    const llvm::StringRef name = operation->getName().getStringRef();
    const Requirement *requirement = unmetRequirement(kRequirements, architecture, name);
    if (!requirement)
      return mlir::WalkResult::advance();
    result = fail(ErrorCode::Unsupported,
                  architecture.name + " has no " + name.str() + ", which needs sm_" +
                      std::to_string(requirement->capability) +
                      (requirement->isSpecific ? "a" : " or newer"),
                  locationText(operation->getLoc()));
    return mlir::WalkResult::interrupt();
  });
  return result;
}

void buildPipeline(mlir::OpPassManager &passes, const CompileOptions &options,
                   const std::string &dataLayout, ArgumentForm form) {
  buildProtonGpuToNvidiaPipeline(passes, {options.block, options.lanes});
  mlir::OpPassManager &inModule = passes.nest<mlir::gpu::GPUModuleOp>();
  inModule.addPass(createExpandReductionsPass(kPtxWarpLanes, options.block));
  inModule.addPass(createExpandGpuPass(options.block, kPtxWarpLanes));
  inModule.addPass(createExpandAtomicsPass(AtomicFloats::Instructions));
  inModule.addPass(mlir::createConvertComplexToStandardPass());
  inModule.addPass(createExpandArithmeticPass());
  inModule.addPass(createWidenMathPass());
  inModule.addPass(createExpandDeviceMathPass());
  inModule.addPass(mlir::createConvertNVGPUToNVVMPass());
  buildSimplifyForLlvm(inModule);
  inModule.addPass(createConvertGpuToNvidiaPass(dataLayout, form));
  inModule.addPass(mlir::createConvertNVVMToLLVMPass());
  inModule.addPass(mlir::createReconcileUnrealizedCastsPass());
  passes.addPass(mlir::LLVM::createDIScopeForLLVMFuncOpPass());
}

void registerTranslations(mlir::MLIRContext &context) {
  mlir::DialectRegistry registry;
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerGPUDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  mlir::registerNVVMDialectTranslation(registry);
  context.appendDialectRegistry(registry);
}

/// Adds facts that every launch guarantees: the block, and aligned buffers.
void noteLaunchFacts(mlir::LLVM::LLVMFuncOp kernel, const std::array<uint32_t, 3> &block,
                     llvm::ArrayRef<unsigned> buffers) {
  mlir::Builder builder(kernel.getContext());
  // "reqntid": the driver rejects a launch with another block.
  kernel->removeAttr(mlir::NVVM::NVVMDialect::getMaxntidAttrName());
  kernel->setAttr(
      mlir::NVVM::NVVMDialect::getReqntidAttrName(),
      builder.getDenseI32ArrayAttr({static_cast<int32_t>(block[0]), static_cast<int32_t>(block[1]),
                                    static_cast<int32_t>(block[2])}));
  promiseBufferAlignment(kernel, buffers);
}

/// The name that the conversion to LLVM gives the global of a workgroup attribution.
std::string globalOf(std::string_view kernel, size_t index) {
  return "__wg_" + std::string(kernel) + "_" + std::to_string(index);
}

/// A workgroup attribution, whose address is not assigned yet.
memory::Buffer bufferOf(mlir::BlockArgument attribution, size_t index) {
  const auto type = mlir::cast<mlir::MemRefType>(attribution.getType());
  const auto named = mlir::dyn_cast<mlir::NameLoc>(attribution.getLoc());
  memory::Buffer buffer;
  buffer.name = named ? named.getName().str() : "workgroup buffer " + std::to_string(index);
  buffer.space = memory::AccessSpace::Shared;
  llvm::raw_string_ostream(buffer.dtype) << type.getElementType();
  const unsigned bits =
      type.getElementType().isIntOrFloat() ? type.getElementType().getIntOrFloatBitWidth() : 64;
  buffer.elementBytes = std::max(1u, bits / 8);
  buffer.shape.assign(type.getShape().begin(), type.getShape().end());
  return buffer;
}

/// The workgroup buffers of a kernel that records accesses.
std::optional<NamedBuffers> namedBuffers(KernelModule &module, std::string_view kernel,
                                         const InstrumentedKernel &instrumented) {
  if (!instrumented.operations.recordsAccesses())
    return std::nullopt;
  if (module.foreign())
    return sharedArraysOf(module.foreign()->llvmModule());
  NamedBuffers buffers;
  module.module().walk([&](mlir::gpu::GPUFuncOp function) {
    if (function.getName() != llvm::StringRef(kernel))
      return;
    for (auto [index, buffer] : llvm::enumerate(function.getWorkgroupAttributions()))
      buffers.emplace(ptxName(globalOf(kernel, index)), bufferOf(buffer, index));
  });
  return buffers;
}

/// LLVM IR of all kernels of `module`, which was read from LLVM IR: the original instructions, and
/// records as inline PTX. The module is consumed. Errors as compileKernel().
Result<foreign::ForeignModule::Exported> lowerForeign(KernelModule &module,
                                                      const CompileOptions &options) {
  PSTUDIO_TRY(checkTriple(module.foreign()->llvmModule(), "nvptx64", "NVIDIA"));
  return pstudio::lowerForeign(module, options.compiler, [&](mlir::OpPassManager &passes) {
    buildProtonGpuToNvidiaPipeline(passes, {options.block, options.lanes});
    mlir::OpPassManager &inModule = passes.nest<mlir::gpu::GPUModuleOp>();
    inModule.addPass(mlir::createConvertSCFToCFPass());
    inModule.addPass(createConvertGpuToNvidiaPass(module.foreign()->llvmModule().getDataLayoutStr(),
                                                  ArgumentForm::Pointers));
    inModule.addPass(mlir::createConvertNVVMToLLVMPass());
    inModule.addPass(mlir::createReconcileUnrealizedCastsPass());
  });
}

/// lowerKernel() of a kernel that exists.
Result<LoweredIr> lowerFound(KernelModule &module, std::string_view kernel,
                             const CompileOptions &options) {
  mlir::ModuleOp mlirModule = module.module();
  mlir::MLIRContext &context = *mlirModule.getContext();
  if (module.foreign()) {
    PSTUDIO_TRY_ASSIGN(foreign::ForeignModule::Exported exported, lowerForeign(module, options));
    return LoweredIr{std::move(exported.context), std::move(exported.module)};
  }
  PSTUDIO_TRY_ASSIGN(const std::string dataLayout, deviceDataLayout(options.architecture));
  dropOtherModules(mlirModule, kernel);
  mlir::gpu::GPUModuleOp gpuModule = moduleHolding(mlirModule, kernel);
  keepOnlyKernel(gpuModule, kernel);
  auto function = gpuModule.lookupSymbol<mlir::gpu::GPUFuncOp>(llvm::StringRef(kernel));
  const auto buffers = bufferParameters(function, module.argumentForm());
  if (module.argumentForm() == ArgumentForm::Pointers)
    passDescriptorsByValue(function);
  const auto byValue = byValueParameters(function);
  PSTUDIO_TRY(checkChipHas(gpuModule, options.architecture));
  noteOrderedAtomics(gpuModule);
  DiagnosticCollector diagnostics(&context);
  mlir::PassManager passes(&context);
  buildPipeline(passes, options, dataLayout, module.argumentForm());
  if (mlir::failed(runPasses(passes, mlirModule, module.passReport(), "lower to LLVM dialect")))
    return tl::unexpected<Error>(
        diagnostics.error(ErrorCode::CompileFailed, "lowering to LLVM failed"));

  relaxAtomics(gpuModule, /*syncScope=*/{});
  auto lowered = gpuModule.lookupSymbol<mlir::LLVM::LLVMFuncOp>(llvm::StringRef(kernel));
  noteLaunchFacts(lowered, options.block, buffers);
  restoreByValue(lowered, byValue);
  registerTranslations(context);
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  PSTUDIO_TRY_ASSIGN(std::unique_ptr<llvm::Module> llvmModule,
                     translateModule(gpuModule, *llvmContext, kernel));
  return LoweredIr{std::move(llvmContext), std::move(llvmModule)};
}

} // namespace

LoweredIr::LoweredIr(std::unique_ptr<llvm::LLVMContext> c, std::unique_ptr<llvm::Module> m)
    : context(std::move(c)), module(std::move(m)) {}
LoweredIr::LoweredIr(LoweredIr &&) noexcept = default;
LoweredIr &LoweredIr::operator=(LoweredIr &&) noexcept = default;
LoweredIr::~LoweredIr() {
  module.reset(); // before its context
}

Result<LoweredIr> lowerKernel(KernelModule &module, std::string_view kernel,
                              const CompileOptions &options) {
  PSTUDIO_TRY(instrumentedKernel(module.module(), kernel)); // there is such a kernel
  return lowerFound(module, kernel, options);
}

Result<PtxKernel> compileKernel(KernelModule &module, std::string_view kernel,
                                const CompileOptions &options) {
  if (module.lifted())
    return compileLifted(module, options);
  PSTUDIO_TRY_ASSIGN(const InstrumentedKernel instrumented,
                     instrumentedKernel(module.module(), kernel));
  std::optional<NamedBuffers> buffers = namedBuffers(module, kernel, instrumented);
  PSTUDIO_TRY_ASSIGN(const LoweredIr lowered, lowerFound(module, kernel, options));
  if (module.foreign()) // passes before may not change its own instructions
    applyFacts(*lowered.module, kernel, module.facts());
  if (const std::optional<LinkedCallbacks> callbacks = module.callbacks())
    PSTUDIO_TRY(linkCallbacks(*lowered.module, *callbacks, kNvidiaCallbackIntrinsics));
  return emitPtx(*lowered.module, kernel, options.architecture, options.math, module.passReport(),
                 std::move(buffers));
}

} // namespace pstudio::nvidia
