// SPDX-License-Identifier: Apache-2.0
// Optimises LLVM IR for NVIDIA's GPUs and prints it.
#include "collector/codegen/nvidia/emit_ptx.h"

#include <string>

#include "collector/codegen/nvidia/architecture.h"
#include "collector/codegen/nvidia/function_bodies.h"
#include "collector/codegen/nvidia/math/built_in_functions.h"
#include "collector/codegen/nvidia/math/library_calls.h"
#include "collector/codegen/nvidia/newer_architectures.h"
#include "collector/codegen/nvidia/print_ptx.h"
#include "collector/codegen/nvidia/requirement_table.h"
#include "collector/codegen/nvidia/shared_memory.h"
#include "collector/codegen/nvidia/stack_pointer.h"
#include "collector/codegen/nvidia/target_machine.h"
#include "collector/codegen/stages/device_module.h"
#include "collector/codegen/stages/llvm_messages.h"
#include "collector/codegen/stages/optimise_ir.h"
#include "core/base/check.h"
#include "core/run/pass_report_builder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

namespace pstudio::nvidia {
namespace {

constexpr uint32_t kNewestChip = 121; ///< of PTX ISA 9.0

/// PTX ISA, "Target ISA Notes" of the instructions that the intrinsics stand for.
constexpr Requirement kRequirements[] = {
    {"wgmma.", 90, true},
    {"setmaxnreg.", 90, true, kNewestChip},
    {"cp.async.bulk.", 90, false},
    {"barrier.cluster.", 90, false},
    {"fence.proxy.", 90, false},
    {"fence.sc.cluster", 90, false},
    {"getctarank", 90, false},
    {"mapa", 90, false},
    {"is_explicit_cluster", 90, false},
    {"isspacep.shared.cluster", 90, false},
    {"read.ptx.sreg.cluster", 90, false},
    {"read.ptx.sreg.nclusterid", 90, false},
};

/// The same for inline PTX, by opcode.
constexpr Requirement kPtxRequirements[] = {
    {"tcgen05.", 100, true, 110},           {"redux.sync.max.f32", 100, true, 110},
    {"redux.sync.max.NaN", 100, true, 110}, {"redux.sync.max.abs", 100, true, 110},
    {"redux.sync.min.f32", 100, true, 110}, {"redux.sync.min.NaN", 100, true, 110},
    {"redux.sync.min.abs", 100, true, 110}, {"clusterlaunchcontrol.", 100, false}};

Error lackOf(const Architecture &architecture, const Requirement &requirement,
             const std::string &what, std::string where) {
  return {ErrorCode::Unsupported,
          architecture.name + " has no " + what + ", which needs sm_" +
              std::to_string(requirement.capability) + (requirement.isSpecific ? "a" : " or newer"),
          std::move(where), "name an architecture that has it"};
}

/// Unsupported, with the instruction and its place, if inline PTX has an instruction that
/// `architecture` lacks: an assembler would report a line of the generated text.
Result<void> checkChipHasPtx(const llvm::Module &module, const Architecture &architecture) {
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const auto *assembly =
          call ? llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()) : nullptr;
      if (!assembly)
        continue;
      for (const Requirement &requirement : kPtxRequirements)
        if (llvm::StringRef(assembly->getAsmString()).contains(requirement.prefix) &&
            unmetRequirement(requirement, architecture, requirement.prefix))
          return tl::unexpected(lackOf(architecture, requirement,
                                       requirement.prefix.rtrim('.').str() + " instructions",
                                       locationOf(instruction)));
    }
  return {};
}

/// Unsupported, with the intrinsic, the source location of a call and the architecture that has it,
/// if the module calls one that does not exist on `architecture`: LLVM would end the process.
Result<void> checkChipHasIntrinsics(const llvm::Module &module, const Architecture &architecture) {
  for (const llvm::Function &function : module) {
    llvm::StringRef name = function.getName();
    if (!function.isDeclaration() || function.use_empty() || !name.consume_front("llvm.nvvm."))
      continue;
    if (const Requirement *requirement = unmetRequirement(kRequirements, architecture, name))
      return tl::unexpected(
          lackOf(architecture, *requirement, function.getName().str(), locationOfCall(function)));
  }
  return {};
}

/// Adds the bodies of the kernel's callees. Returns PtxKernel::mathFunctions.
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

/// Rejects parameters without a size or without a PTX type: LLVM 19 ends the process, or prints PTX
/// without the parameter.
Result<void> checkParameters(const llvm::Function &kernel) {
  const llvm::DataLayout &layout = kernel.getParent()->getDataLayout();
  for (const llvm::Argument &argument : kernel.args()) {
    const llvm::Type &type = *argument.getType();
    const bool isLong = type.isFP128Ty() || type.isX86_FP80Ty() || type.isPPC_FP128Ty();
    if (type.isSized() && !isLong && layout.getTypeAllocSize(argument.getType()) != 0)
      continue;
    std::string text;
    llvm::raw_string_ostream(text) << type;
    return fail(ErrorCode::Unsupported,
                "parameter " + std::to_string(argument.getArgNo()) + " of kernel " +
                    kernel.getName().str() + " has the type " + text + ", which PTX does not have",
                kernel.getParent()->getModuleIdentifier(),
                "pass it in memory, or omit it if it has no members");
  }
  return {};
}

/// Fixes the places of shared memory; `kernel` has its sizes, and those of `buffers` that an
/// instruction uses.
void layOut(llvm::Module &module, std::optional<NamedBuffers> buffers, PtxKernel &kernel) {
  const SharedMemory shared = layOutSharedMemory(
      module, buffers.has_value() && (!buffers->empty() || hasDynamicArray(module)));
  for (auto &[name, buffer] : std::move(buffers).value_or(NamedBuffers()))
    if (const auto place = shared.places.find(name); place != shared.places.end()) {
      buffer.base = place->second;
      kernel.sharedBuffers.push_back(std::move(buffer));
    }
  kernel.staticSharedBytes = shared.staticBytes;
  kernel.launchSharedBytes = shared.launchBytes;
}

} // namespace

Result<std::string> deviceDataLayout(const Architecture &architecture) {
  PSTUDIO_TRY_ASSIGN(const auto machine, targetMachine(architecture));
  return machine->createDataLayout().getStringRepresentation();
}

Result<PtxKernel> emitPtx(llvm::Module &module, std::string_view kernel,
                          const Architecture &architecture, MathFunctions math,
                          PassReportBuilder *report, std::optional<NamedBuffers> buffers) {
  return emitPtx(module, std::vector{std::string(kernel)}, architecture, math, report,
                 std::move(buffers));
}

Result<PtxKernel> emitPtx(llvm::Module &module, const std::vector<std::string> &kernels,
                          const Architecture &architecture, MathFunctions math,
                          PassReportBuilder *report, std::optional<NamedBuffers> buffers) {
  PSTUDIO_TRY_ASSIGN(const auto machine, targetMachine(architecture, sharedPointersOf(module),
                                                       hasVariableStack(module)));
  PSTUDIO_CHECK(!kernels.empty());
  PSTUDIO_TRY(setMachine(module, *machine, kernels));
  for (const std::string &kernel : kernels)
    PSTUDIO_TRY(checkParameters(*module.getFunction(kernel)));
  PSTUDIO_TRY(checkChipHasIntrinsics(module, architecture));
  PSTUDIO_TRY(checkChipHasPtx(module, architecture));
  PtxKernel result;
  result.architecture = architecture;
  const LlvmMessages messages(module.getContext());
  PSTUDIO_TRY_ASSIGN(result.mathFunctions, provideBodies(module, math));
  PSTUDIO_TRY(messages.check());
  const llvm::Function *first = module.getFunction(kernels.front());
  const auto optimise = [&] {
    result.entry = first->getName();
    optimiseIr(module, *machine, llvm::OptimizationLevel::O3, report);
    lowerStackPointer(module); // after the optimiser, which removes those without effect
    layOut(module, std::move(buffers), result);
  };
  PSTUDIO_TRY_ASSIGN(result.text,
                     printPtx(module, *machine, kernels, CodePasses::All, report, optimise));
  PSTUDIO_TRY_ASSIGN(result.text, withHead(std::move(result.text), architecture));
  return result;
}

} // namespace pstudio::nvidia
