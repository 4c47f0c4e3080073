// SPDX-License-Identifier: Apache-2.0
// Optimises LLVM IR for AMD's GPUs, prints it and has it linked.
#include "collector/codegen/amd/emit_code.h"

#include <chrono>

#include "collector/codegen/amd/device_library.h"
#include "collector/codegen/amd/instruction_support.h"
#include "collector/codegen/amd/kernel_metadata.h"
#include "collector/codegen/amd/link_code_object.h"
#include "collector/codegen/amd/module_form.h"
#include "collector/codegen/amd/pin_products.h"
#include "collector/codegen/amd/target_machine.h"
#include "collector/codegen/device_module.h"
#include "collector/codegen/llvm_messages.h"
#include "collector/codegen/optimise_ir.h"
#include "core/run/pass_report_builder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace pstudio::amd {
namespace {

/// Code generation changes the module: a second form is made from a copy.
Result<std::string> generate(llvm::Module &module, llvm::TargetMachine &machine,
                             llvm::CodeGenFileType type) {
  llvm::SmallString<0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, type))
    return fail(ErrorCode::Unsupported, "this LLVM cannot write code for AMD's GPUs");
  passes.run(module);
  return bytes.str().str();
}

Result<std::string> print(llvm::Module &module, llvm::TargetMachine &machine,
                          PassReportBuilder *report) {
  const auto begin = std::chrono::steady_clock::now();
  PSTUDIO_TRY_ASSIGN(std::string isa,
                     generate(module, machine, llvm::CodeGenFileType::AssemblyFile));
  if (report) {
    const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - begin;
    report->beginStage("generate code", IrLanguage::Isa);
    report->addTranslation("print assembly", "module", Nanoseconds(time.count()), isa);
  }
  return isa;
}

} // namespace

Result<std::string> deviceDataLayout(const Architecture &architecture) {
  PSTUDIO_TRY_ASSIGN(const auto machine, targetMachine(architecture));
  return machine->createDataLayout().getStringRepresentation();
}

Result<AmdKernel> emitCode(llvm::Module &module, std::string_view kernel,
                           const Architecture &architecture, Output output,
                           PassReportBuilder *report) {
  PSTUDIO_TRY_ASSIGN(const auto machine, targetMachine(architecture));
  module.setTargetTriple(machine->getTargetTriple().str());
  module.setDataLayout(machine->createDataLayout());
  const llvm::Function *function = module.getFunction(kernel);
  if (!function || function->isDeclaration())
    return fail(ErrorCode::InvalidInput, "the module has no function " + std::string(kernel));

  LlvmMessages messages(module.getContext());
  PSTUDIO_TRY(linkDeviceLibrary(module, architecture));
  PSTUDIO_TRY(checkBodies(module));
  giveDeviceForm(module);
  keepOnly(module, {std::string(kernel)});
  keepLanesTogether(module);
  pinProducts(module);
  keepOnlyLines(module);
  PSTUDIO_TRY(verifyIr(module, "the kernel became malformed LLVM IR"));
  optimiseIr(module, *machine, llvm::OptimizationLevel::O3, report);
  PSTUDIO_TRY(messages.check());
  PSTUDIO_TRY(checkInstructions(module, architecture));

  AmdKernel result;
  result.entry = kernel;
  result.architecture = architecture;
  const auto copy = output == Output::CodeObject ? llvm::CloneModule(module) : nullptr;
  PSTUDIO_TRY_ASSIGN(result.isa, print(module, *machine, report));
  PSTUDIO_TRY(messages.check());
  PSTUDIO_TRY_ASSIGN(result.resources, resourcesIn(result.isa));
  if (!copy)
    return result;
  PSTUDIO_TRY_ASSIGN(const std::string object,
                     generate(*copy, *machine, llvm::CodeGenFileType::ObjectFile));
  PSTUDIO_TRY(messages.check());
  PSTUDIO_TRY_ASSIGN(result.codeObject, linkCodeObject(object));
  return result;
}

} // namespace pstudio::amd
