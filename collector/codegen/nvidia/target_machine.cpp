// SPDX-License-Identifier: Apache-2.0
// Makes target machines.
#include "collector/codegen/nvidia/target_machine.h"

#include "llvm-c/Target.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"

namespace pstudio::nvidia {
namespace {

constexpr const char *kTriple = "nvptx64-nvidia-cuda";

Result<const llvm::Target *> nvptx() {
  static const bool registered = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  static_cast<void>(registered);
  std::string why;
  if (const llvm::Target *target = llvm::TargetRegistry::lookupTarget(kTriple, why))
    return target;
  return fail(ErrorCode::Unsupported, "this LLVM cannot generate PTX: " + why);
}

} // namespace

Result<std::unique_ptr<llvm::TargetMachine>> targetMachine(const Architecture &architecture) {
  PSTUDIO_TRY_ASSIGN(const llvm::Target *target, nvptx());
  llvm::TargetOptions options;
  // a * b + c is one rounding, as nvcc compiles it.
  options.AllowFPOpFusion = llvm::FPOpFusion::Fast;
  // No features: the table of chips then implies the oldest PTX version that knows the chip, which
  // the most drivers take.
  auto *machine = target->createTargetMachine(kTriple, architecture.name, /*Features=*/"", options,
                                              llvm::Reloc::PIC_, std::nullopt,
                                              llvm::CodeGenOptLevel::Aggressive);
  if (!machine)
    return fail(ErrorCode::Unsupported, "this LLVM has no code generator for PTX");
  return std::unique_ptr<llvm::TargetMachine>(machine);
}

Result<std::unique_ptr<llvm::MCSubtargetInfo>> subtargetInfo() {
  PSTUDIO_TRY_ASSIGN(const llvm::Target *target, nvptx());
  return std::unique_ptr<llvm::MCSubtargetInfo>(target->createMCSubtargetInfo(kTriple, "", ""));
}

} // namespace pstudio::nvidia
