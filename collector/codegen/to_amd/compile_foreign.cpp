// SPDX-License-Identifier: Apache-2.0
// Checks the properties of a file, and lowers the additions of instrumentation.
#include "collector/codegen/to_amd/compile_foreign.h"

#include "collector/codegen/amd/module_form.h"
#include "collector/codegen/foreign_kernel.h"
#include "collector/codegen/to_amd/convert_gpu_to_amd.h"
#include "collector/pipeline/pipeline.h"
#include "core/base/check.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

namespace pstudio::amd {
namespace {

constexpr llvm::StringLiteral kVersionFlag = "amdhsa_code_object_version";
constexpr unsigned kAddressSpaces = 6; ///< generic, global, region, shared, constant, private

tl::unexpected<Error> reject(const llvm::Module &module, std::string what, std::string hint = {}) {
  return fail(ErrorCode::Unsupported, std::move(what), module.getModuleIdentifier(),
              std::move(hint));
}

/// Checks address spaces and sizes of pointers; the alignments of types follow from LLVM's version.
Result<void> checkLayout(const llvm::Module &module) {
  // The layout is that of all chips.
  PSTUDIO_TRY_ASSIGN(const Architecture any, architectureNamed("gfx942"));
  PSTUDIO_TRY_ASSIGN(const std::string text, deviceDataLayout(any));
  const llvm::DataLayout device(text);
  const llvm::DataLayout &own = module.getDataLayout();
  bool isSame = own.getAllocaAddrSpace() == device.getAllocaAddrSpace();
  for (unsigned space = 0; space < kAddressSpaces; ++space)
    isSame &= own.getPointerSizeInBits(space) == device.getPointerSizeInBits(space);
  if (isSame)
    return {};
  return reject(module,
                "the file's data layout is not that of AMD's GPUs: \"" +
                    own.getStringRepresentation() + "\"",
                "it should be \"" + text + "\"");
}

Result<void> checkVersion(const llvm::Module &module) {
  const auto *flag =
      llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(module.getModuleFlag(kVersionFlag));
  if (!flag || flag->getZExtValue() >= kCodeObjectVersion)
    return {};
  return reject(module,
                "the file is for code objects of version " +
                    std::to_string(flag->getZExtValue() / 100) +
                    ", whose hidden arguments differ from version 5",
                "compile its source with -mcode-object-version=5");
}

Result<void> checkChip(const llvm::Function &kernel, const Architecture &architecture) {
  const llvm::StringRef chip = kernel.getFnAttribute("target-cpu").getValueAsString();
  const std::string name = kernel.getName().str();
  if (!chip.empty() && chip != llvm::StringRef(architecture.name))
    return reject(*kernel.getParent(),
                  "kernel " + name + " is compiled for " + chip.str() + ", not for " +
                      architecture.name,
                  "compile its source for " + architecture.name + ", or choose hip:" + chip.str());
  const llvm::StringRef features = kernel.getFnAttribute("target-features").getValueAsString();
  const uint32_t lanes = architecture.chip.lanesPerWave();
  const char *other = lanes == 64 ? "+wavefrontsize32" : "+wavefrontsize64";
  if (features.contains(other))
    return reject(*kernel.getParent(),
                  "kernel " + name + " asks for " + other + "; records on " + architecture.name +
                      " are written for waves of " + std::to_string(lanes) + " lanes",
                  "compile its source without -mwavefrontsize64 or -mno-wavefrontsize64");
  return {};
}

Result<void> checkArguments(const llvm::Function &kernel) {
  for (const llvm::Argument &argument : kernel.args())
    if (argument.hasByRefAttr() || argument.hasByValAttr() || argument.getType()->isAggregateType())
      return reject(*kernel.getParent(),
                    "kernel " + kernel.getName().str() + " takes argument " +
                        std::to_string(argument.getArgNo()) +
                        " by value, a structure that no launch here can pass",
                    "pass its members, or a pointer to it");
  return {};
}

} // namespace

Result<void> checkForeignFile(const KernelModule &module) {
  const llvm::Module &own = module.foreign()->llvmModule();
  PSTUDIO_TRY(checkTriple(own, "amdgcn", "AMD"));
  PSTUDIO_TRY(checkLayout(own));
  return checkVersion(own);
}

Result<void> checkForeign(const KernelModule &module, std::string_view kernel,
                          const Architecture &architecture) {
  PSTUDIO_CHECK(module.foreign());
  PSTUDIO_TRY(checkForeignFile(module));
  const llvm::Module &own = module.foreign()->llvmModule();
  const llvm::Function *function = own.getFunction(kernel);
  PSTUDIO_CHECK(function); // the caller has looked it up
  PSTUDIO_TRY(checkChip(*function, architecture));
  return checkArguments(*function);
}

Result<foreign::ForeignModule::Exported>
lowerForeign(KernelModule &module, const CompileOptions &options, foreign::Compiler compiler) {
  const std::string dataLayout = module.foreign()->llvmModule().getDataLayoutStr();
  return pstudio::lowerForeign(module, compiler, [&](mlir::OpPassManager &passes) {
    buildProtonGpuToAmdPipeline(passes, recordOptions(options));
    mlir::OpPassManager &inModule = passes.nest<mlir::gpu::GPUModuleOp>();
    inModule.addPass(mlir::createConvertSCFToCFPass());
    inModule.addPass(
        createConvertGpuToAmdPass(options.architecture, dataLayout, ArgumentForm::Pointers));
    inModule.addPass(mlir::createReconcileUnrealizedCastsPass());
  });
}

Result<void> fitBlock(llvm::Module &lowered, std::string_view kernel,
                      const std::array<uint32_t, 3> &block) {
  llvm::Function &function = *lowered.getFunction(kernel);
  const uint64_t threads = uint64_t{block[0]} * block[1] * block[2];
  const llvm::StringRef range =
      function.getFnAttribute("amdgpu-flat-work-group-size").getValueAsString();
  uint64_t most = 0;
  if (!range.split(',').second.trim().getAsInteger(10, most) && threads > most)
    return reject(lowered,
                  "kernel " + std::string(kernel) + " is compiled for CTAs of at most " +
                      std::to_string(most) + " threads, the launch has " + std::to_string(threads),
                  "choose a smaller block, or give its source __launch_bounds__(" +
                      std::to_string(threads) + ")");
  tellBlock(function, block);
  return {};
}

} // namespace pstudio::amd
