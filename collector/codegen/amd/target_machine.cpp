// SPDX-License-Identifier: Apache-2.0
// Creates target machines.
#include "collector/codegen/amd/target_machine.h"

#include "llvm-c/Target.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"

namespace pstudio::amd {
namespace {

constexpr const char *kTriple = "amdgcn-amd-amdhsa";

Result<const llvm::Target *> amdgpu() {
  static const bool registered = [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmPrinter();
    LLVMInitializeAMDGPUAsmParser(); // inline assembly
    return true;
  }();
  static_cast<void>(registered);
  std::string why;
  if (const llvm::Target *target = llvm::TargetRegistry::lookupTarget(kTriple, why))
    return target;
  return fail(ErrorCode::Unsupported, "this LLVM cannot generate code for AMD's GPUs: " + why);
}

} // namespace

Result<std::unique_ptr<llvm::TargetMachine>> targetMachine(const Architecture &architecture) {
  PSTUDIO_TRY_ASSIGN(const llvm::Target *target, amdgpu());
  // Only operations marked `contract` may be fused: the device library relies on its roundings.
  llvm::TargetOptions options;
  auto *machine =
      target->createTargetMachine(kTriple, architecture.name, "", options, llvm::Reloc::PIC_,
                                  std::nullopt, llvm::CodeGenOptLevel::Aggressive);
  if (!machine)
    return fail(ErrorCode::Unsupported, "this LLVM has no code generator for AMD's GPUs");
  return std::unique_ptr<llvm::TargetMachine>(machine);
}

Result<std::unique_ptr<llvm::MCSubtargetInfo>> subtargetInfo() {
  PSTUDIO_TRY_ASSIGN(const llvm::Target *target, amdgpu());
  return std::unique_ptr<llvm::MCSubtargetInfo>(target->createMCSubtargetInfo(kTriple, "", ""));
}

} // namespace pstudio::amd
