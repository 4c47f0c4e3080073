// SPDX-License-Identifier: Apache-2.0
// Optimises LLVM IR for AMD's GPUs, prints it and links the code object.
#include "collector/codegen/amd/emit_code.h"

#include <charconv>
#include <optional>
#include <string_view>

#include "collector/codegen/amd/amd_kernel.h"
#include "collector/codegen/amd/device_library.h"
#include "collector/codegen/amd/instruction_support.h"
#include "collector/codegen/amd/link_code_object.h"
#include "collector/codegen/amd/module_form.h"
#include "collector/codegen/amd/pin_products.h"
#include "collector/codegen/amd/target_machine.h"
#include "collector/codegen/stages/device_module.h"
#include "collector/codegen/stages/generate_code.h"
#include "collector/codegen/stages/llvm_messages.h"
#include "collector/codegen/stages/optimise_ir.h"
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

std::optional<uint64_t> figure(std::string_view metadata, std::string_view key) {
  const size_t at = metadata.find(key);
  if (at == std::string_view::npos)
    return std::nullopt;
  const size_t begin = metadata.find_first_not_of(' ', at + key.size());
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(metadata.data() + std::min(begin, metadata.size()),
                                            metadata.data() + metadata.size(), value);
  static_cast<void>(end);
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

/// The resources of the only kernel in `isa`, from its `.amdgpu_metadata` ("Code Object V5
/// Metadata", LLVM's User Guide for the AMDGPU back end). InvalidFormat if a figure is missing.
Result<KernelResources> resourcesIn(std::string_view isa) {
  const size_t begin = isa.find(".amdgpu_metadata");
  const std::string_view metadata = isa.substr(std::min(begin, isa.size()));
  const auto vectors = figure(metadata, ".vgpr_count:");
  const auto scalars = figure(metadata, ".sgpr_count:");
  const auto lds = figure(metadata, ".group_segment_fixed_size:");
  const auto scratch = figure(metadata, ".private_segment_fixed_size:");
  const auto arguments = figure(metadata, ".kernarg_segment_size:");
  if (!vectors || !scalars || !lds || !scratch || !arguments)
    return fail(ErrorCode::InvalidFormat, "the compiler does not report the kernel's resources");
  KernelResources resources;
  resources.vectorRegisters = static_cast<uint32_t>(*vectors);
  resources.scalarRegisters = static_cast<uint32_t>(*scalars);
  resources.spilledRegisters =
      static_cast<uint32_t>(figure(metadata, ".vgpr_spill_count:").value_or(0) +
                            figure(metadata, ".sgpr_spill_count:").value_or(0));
  resources.ldsBytes = *lds;
  resources.scratchBytes = *scratch;
  resources.argumentBytes = *arguments;
  return resources;
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
  // Code generation changes the module: a second form is made from a copy.
  const auto copy = output == Output::CodeObject ? llvm::CloneModule(module) : nullptr;
  PSTUDIO_TRY_ASSIGN(result.isa,
                     generateAssembly(module, *machine, IrLanguage::Isa, "print assembly", report));
  PSTUDIO_TRY(messages.check());
  PSTUDIO_TRY_ASSIGN(result.resources, resourcesIn(result.isa));
  if (!copy)
    return result;
  PSTUDIO_TRY_ASSIGN(const std::string object,
                     generateCode(*copy, *machine, llvm::CodeGenFileType::ObjectFile));
  PSTUDIO_TRY(messages.check());
  PSTUDIO_TRY_ASSIGN(result.codeObject, linkCodeObject(object));
  return result;
}

} // namespace pstudio::amd
