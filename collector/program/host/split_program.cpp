// SPDX-License-Identifier: Apache-2.0
// Parses, outlines, and separates what runs on the device from what runs here.
#include "collector/program/host/split_program.h"

#include "collector/diagnostics/diagnostics.h"
#include "collector/diagnostics/parse_mlir.h"
#include "collector/ir/proton_dialect.h"
#include "collector/ir/proton_gpu_dialect.h"
#include "collector/analysis/shared_memory.h"
#include "collector/program/host/lower_host.h"
#include "collector/program/host/transform_program.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"

namespace pstudio::program {
namespace {

using mlir::ModuleOp;

void registerEverything(mlir::DialectRegistry &registry) {
  registerHostDialects(registry);
  registerTransforms(registry);
  registry.insert<proton::ProtonDialect, proton_gpu::ProtonGPUDialect>();
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerGPUDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  mlir::gpu::registerOffloadingLLVMTranslationInterfaceExternalModels(registry);
  mlir::NVVM::registerNVVMTargetInterfaceExternalModels(registry);
}

Result<std::shared_ptr<MlirInput>> readProgram(const std::filesystem::path &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file.string());
  if (!buffer)
    return fail(ErrorCode::Io, "cannot read the program: " + buffer.getError().message(),
                file.string());
  mlir::DialectRegistry registry;
  registerEverything(registry);
  auto input = std::make_shared<MlirInput>(registry);
  input->context.loadAllAvailableDialects();
  input->setText(std::string_view((*buffer)->getBuffer()), file.string());
  return input;
}

Result<void> checkIsProgram(ModuleOp module) {
  for (auto binary : module.getOps<mlir::gpu::BinaryOp>())
    return fail(ErrorCode::Unsupported,
                "gpu.binary @" + binary.getSymName().str() +
                    " contains compiled code, which cannot be instrumented",
                locationText(binary.getLoc()), "give the gpu.module that it was made from");
  mlir::Operation *main = module.lookupSymbol("main");
  auto function = main ? mlir::dyn_cast<mlir::FunctionOpInterface>(main) : nullptr;
  if (function && !function.isExternal())
    return {};
  std::string known;
  for (auto other : module.getOps<mlir::FunctionOpInterface>())
    if (!other.isExternal())
      known += (known.empty() ? "" : ", ") + other.getName().str();
  return fail(ErrorCode::InvalidInput, "the program has no function main",
              locationText(module.getLoc()),
              known.empty() ? "to run a file that contains only kernels, write a run specification"
                            : "it has: " + known);
}

std::string textOf(mlir::gpu::GPUModuleOp kernels) {
  mlir::OwningOpRef<ModuleOp> wrapper = ModuleOp::create(kernels.getLoc());
  wrapper->getBody()->push_back(kernels->clone());
  std::string text;
  llvm::raw_string_ostream stream(text);
  wrapper->print(stream, mlir::OpPrintingFlags().enableDebugInfo());
  return text;
}

/// Puts a gpu.binary in the place of each gpu.module whose contents are the module's name: what
/// host code hands to mgpuModuleLoad, and all that our runtime needs.
std::vector<KernelModuleText> takeKernelModules(ModuleOp module) {
  std::vector<KernelModuleText> texts;
  mlir::OpBuilder builder(module.getContext());
  const auto target = mlir::NVVM::NVVMTargetAttr::get(module.getContext()); // stands for any
  for (auto kernels : llvm::make_early_inc_range(module.getOps<mlir::gpu::GPUModuleOp>())) {
    const std::string name = kernels.getName().str();
    texts.push_back({name, textOf(kernels)});
    const auto object = mlir::gpu::ObjectAttr::get(
        module.getContext(), target, mlir::gpu::CompilationTarget::Binary,
        builder.getStringAttr(name), mlir::DictionaryAttr());
    builder.setInsertionPoint(kernels);
    builder.create<mlir::gpu::BinaryOp>(kernels.getLoc(), name, nullptr,
                                        llvm::ArrayRef<mlir::Attribute>{object});
    kernels.erase();
  }
  return texts;
}

mlir::LogicalResult outline(ModuleOp module) {
  mlir::PassManager passes(module.getContext());
  passes.addPass(mlir::createGpuKernelOutliningPass());
  return passes.run(module);
}

/// Buffers in shared memory that kernels name: each module of kernels has its own by now.
void eraseSharedGlobals(ModuleOp module) {
  for (auto global : llvm::make_early_inc_range(module.getOps<mlir::memref::GlobalOp>()))
    if (isWorkgroupMemory(global.getType()) &&
        mlir::SymbolTable::symbolKnownUseEmpty(global, module))
      global.erase();
}

Result<void> prepare(ModuleOp module, const DiagnosticCollector &diagnostics) {
  const auto failed = [&](std::string message) {
    return tl::unexpected<Error>(diagnostics.error(ErrorCode::CompileFailed, std::move(message)));
  };
  if (mlir::failed(applyTransforms(module)))
    return failed("the program's transform script failed");
  if (mlir::failed(lowerLinalg(module)))
    return failed("operations of linalg cannot be lowered to loops");
  if (mlir::failed(outline(module)))
    return failed("the kernels cannot be outlined");
  return {};
}

} // namespace

Result<ProgramParts> splitProgram(const std::filesystem::path &file) {
  PSTUDIO_TRY_ASSIGN(const std::shared_ptr<MlirInput> input, readProgram(file));
  PSTUDIO_TRY_ASSIGN(mlir::OwningOpRef<ModuleOp> module, parseMlir(input));
  const DiagnosticCollector diagnostics(&input->context);
  PSTUDIO_TRY(checkIsProgram(*module));
  PSTUDIO_TRY(prepare(*module, diagnostics));
  std::vector<KernelModuleText> kernels = takeKernelModules(*module);
  eraseSharedGlobals(*module);
  std::vector<CallSite> sites;
  if (mlir::failed(lowerHost(*module, sites)))
    return tl::unexpected<Error>(
        diagnostics.error(ErrorCode::CompileFailed, "lowering the host part to LLVM failed"));
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  auto llvmModule = mlir::translateModuleToLLVMIR(*module, *llvmContext, "host");
  if (!llvmModule)
    return tl::unexpected<Error>(
        diagnostics.error(ErrorCode::CompileFailed, "translating the host part failed"));
  return ProgramParts{std::move(kernels), std::move(sites),
                      HostIr(std::move(llvmContext), std::move(llvmModule))};
}

} // namespace pstudio::program
