// SPDX-License-Identifier: Apache-2.0
// Optimises LLVM IR for NVIDIA's GPUs and prints it.
#include "collector/codegen/nvidia/emit_ptx.h"

#include <chrono>

#include "collector/codegen/device_module.h"
#include "collector/codegen/llvm_messages.h"
#include "collector/codegen/nvidia/function_bodies.h"
#include "collector/codegen/nvidia/intrinsic_requirements.h"
#include "collector/codegen/nvidia/math/built_in_functions.h"
#include "collector/codegen/nvidia/math/library_calls.h"
#include "collector/codegen/nvidia/memory_order.h"
#include "collector/codegen/nvidia/ptx_names.h"
#include "collector/codegen/nvidia/shared_memory.h"
#include "collector/codegen/nvidia/target_machine.h"
#include "collector/codegen/optimise_ir.h"
#include "core/base/check.h"
#include "core/run/pass_report_builder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

namespace pstudio::nvidia {
namespace {

/// Gives what the kernel calls a body. Returns PtxKernel::mathFunctions.
Result<std::string> provideBodies(llvm::Module &module, MathFunctions math) {
  callLibraryFunctions(module);
  std::string source;
  if (const auto libdevice = findLibdevice(); libdevice && math == MathFunctions::Best) {
    PSTUDIO_TRY_ASSIGN(const bool linked, linkLibdevice(module, *libdevice));
    if (linked)
      source = libdevice->string();
  }
  if (defineBuiltInFunctions(module))
    source += source.empty() ? "built in" : ", built in";
  PSTUDIO_TRY(checkBodies(module));
  return source;
}

SharedPointers sharedPointersOf(const llvm::Module &module) {
  constexpr unsigned kSharedSpace = 3;
  return module.getDataLayout().getPointerSizeInBits(kSharedSpace) == 32 ? SharedPointers::Short
                                                                         : SharedPointers::Long;
}

Result<std::string> print(llvm::Module &module, llvm::TargetMachine &machine,
                          PassReportBuilder *report) {
  const auto begin = std::chrono::steady_clock::now();
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile))
    return fail(ErrorCode::Unsupported, "this LLVM cannot print PTX");
  passes.run(module);
  if (report) {
    const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - begin;
    report->beginStage("generate code", IrLanguage::Ptx);
    report->addTranslation("print PTX", "module", Nanoseconds(time.count()), text.str().str());
  }
  return text.str().str();
}

} // namespace

Result<std::string> deviceDataLayout(const Architecture &architecture) {
  PSTUDIO_TRY_ASSIGN(const auto machine, targetMachine(architecture));
  return machine->createDataLayout().getStringRepresentation();
}

Result<PtxKernel> emitPtx(llvm::Module &module, std::string_view kernel,
                          const Architecture &architecture, MathFunctions math,
                          PassReportBuilder *report,
                          std::map<std::string, memory::Buffer> buffers) {
  return emitPtx(module, std::vector{std::string(kernel)}, architecture, math, report,
                 std::move(buffers));
}

Result<PtxKernel> emitPtx(llvm::Module &module, const std::vector<std::string> &kernels,
                          const Architecture &architecture, MathFunctions math,
                          PassReportBuilder *report,
                          std::map<std::string, memory::Buffer> buffers) {
  PSTUDIO_TRY_ASSIGN(const auto machine, targetMachine(architecture, sharedPointersOf(module)));
  module.setTargetTriple(machine->getTargetTriple().str());
  module.setDataLayout(machine->createDataLayout());
  for (const std::string &kernel : kernels)
    if (const llvm::Function *function = module.getFunction(kernel);
        !function || function->isDeclaration())
      return fail(ErrorCode::InvalidInput, "the module has no function " + kernel);
  PSTUDIO_CHECK(!kernels.empty());
  const llvm::Function *function = module.getFunction(kernels.front());

  PSTUDIO_TRY(checkChipHasIntrinsics(module, architecture));
  LlvmMessages messages(module.getContext());
  PSTUDIO_TRY_ASSIGN(std::string mathFunctions, provideBodies(module, math));
  keepOnly(module, kernels);
  keepLanesTogether(module);
  keepOnlyLines(module);
  PSTUDIO_TRY(verifyIr(module, "the kernel became malformed LLVM IR"));
  PtxKernel result;
  useValidNames(module);
  result.entry = function->getName();
  result.architecture = architecture;
  result.mathFunctions = std::move(mathFunctions);
  declareGlobals(module);
  lowerMemoryOrder(module);
  optimiseIr(module, *machine, llvm::OptimizationLevel::O3, report);
  const SharedMemory shared = layOutSharedMemory(module, !buffers.empty());
  for (auto &[name, buffer] : buffers)
    if (const auto place = shared.places.find(name); place != shared.places.end()) {
      buffer.base = place->second;
      result.sharedBuffers.push_back(std::move(buffer));
    }
  result.staticSharedBytes = shared.staticBytes;
  result.launchSharedBytes = shared.launchBytes;
  PSTUDIO_TRY(messages.check());
  PSTUDIO_TRY_ASSIGN(result.text, print(module, *machine, report));
  PSTUDIO_TRY(messages.check());
  return result;
}

} // namespace pstudio::nvidia
