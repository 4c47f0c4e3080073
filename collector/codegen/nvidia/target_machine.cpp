// SPDX-License-Identifier: Apache-2.0
// Creates target machines.
#include "collector/codegen/nvidia/target_machine.h"

#include <mutex>

#include "collector/codegen/nvidia/newer_architectures.h"
#include "llvm-c/Target.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
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

/// LLVM 19 reads the width of pointers only from a command line option, when a target machine is
/// created. This sets the option during its lifetime; one at a time.
class ShortPointersOption {
public:
  explicit ShortPointersOption(bool isShort) : m_lock(mutex()) {
    const auto found = llvm::cl::getRegisteredOptions().find("nvptx-short-ptr");
    if (found != llvm::cl::getRegisteredOptions().end())
      m_option = static_cast<llvm::cl::opt<bool> *>(found->second);
    set(isShort);
  }
  ~ShortPointersOption() { set(false); }
  ShortPointersOption(const ShortPointersOption &) = delete;
  ShortPointersOption &operator=(const ShortPointersOption &) = delete;

private:
  static std::mutex &mutex() {
    static std::mutex mutex;
    return mutex;
  }
  void set(bool isShort) {
    if (m_option)
      m_option->setValue(isShort);
  }

  std::lock_guard<std::mutex> m_lock;
  llvm::cl::opt<bool> *m_option = nullptr;
};

} // namespace

Result<std::unique_ptr<llvm::TargetMachine>> targetMachine(const Architecture &architecture,
                                                           SharedPointers pointers,
                                                           bool hasVariableStack,
                                                           CodeGeneration generation) {
  PSTUDIO_TRY_ASSIGN(const llvm::Target *target, nvptx());
  llvm::TargetOptions options;
  // a * b + c has one rounding, as nvcc compiles it.
  options.AllowFPOpFusion = llvm::FPOpFusion::Fast;
  // Without features, LLVM's table of chips selects the oldest PTX version that supports the chip,
  // which most drivers accept. Only that of sm_90 lacks Hopper's own instructions. Arrays of
  // variable size require PTX 7.3; the table selects 7.4 from sm_87 on.
  const std::string_view chip = chipOfLlvm(architecture);
  const bool isFaithful = generation == CodeGeneration::Faithful;
  const char *const features = isFaithful                                         ? "+ptx85"
                               : chip == "sm_90"                                  ? "+ptx80"
                               : hasVariableStack && architecture.capability < 87 ? "+ptx73"
                                                                                  : "";
  const ShortPointersOption option(pointers == SharedPointers::Short);
  auto *machine = target->createTargetMachine(
      kTriple, llvm::StringRef(chip), features, options, llvm::Reloc::PIC_, std::nullopt,
      isFaithful ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::Aggressive);
  if (!machine)
    return fail(ErrorCode::Unsupported, "this LLVM has no code generator for PTX");
  return std::unique_ptr<llvm::TargetMachine>(machine);
}

Result<std::unique_ptr<llvm::MCSubtargetInfo>> subtargetInfo() {
  PSTUDIO_TRY_ASSIGN(const llvm::Target *target, nvptx());
  return std::unique_ptr<llvm::MCSubtargetInfo>(target->createMCSubtargetInfo(kTriple, "", ""));
}

} // namespace pstudio::nvidia
