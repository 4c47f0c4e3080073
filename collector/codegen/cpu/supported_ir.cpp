// SPDX-License-Identifier: Apache-2.0
// Checks every call of a module.
#include "collector/codegen/cpu/supported_ir.h"

#include "collector/codegen/cpu/markers.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace pstudio::cpu {
namespace {

/// Intrinsics of one machine are named after it: llvm.nvvm.barrier0, llvm.amdgcn.workitem.id.x.
bool isMachineSpecific(llvm::StringRef name) {
  return name.starts_with("llvm.nvvm.") || name.starts_with("llvm.amdgcn.") ||
         name.starts_with("llvm.x86.") || name.starts_with("llvm.aarch64.");
}

tl::unexpected<Error> reject(const llvm::CallBase &call, const std::string &what) {
  return fail(ErrorCode::Unsupported, what + " has no meaning on the CPU target", locationOf(call));
}

Result<void> checkCall(const llvm::CallBase &call) {
  if (const auto *assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand()))
    return reject(call, "inline assembly \"" + assembly->getAsmString() + "\"");
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee)
    return reject(call, "a call through a pointer");
  if (!callee->isDeclaration() || isMarker(*callee) || isRuntimeSymbol(callee->getName()))
    return {};
  // Intrinsics of a newer LLVM are functions that are not defined anywhere.
  if (callee->getIntrinsicID() == llvm::Intrinsic::not_intrinsic ||
      isMachineSpecific(callee->getName()))
    return reject(call, "the function " + callee->getName().str());
  return {};
}

/// Bytes of local arrays that a function may have: half of a fiber's stack, the rest is for the
/// runtime and the math library.
constexpr uint64_t kMaxLocalBytes = 32 * 1024;

} // namespace

Result<void> checkStackUse(const llvm::Module &module) {
  const llvm::DataLayout &layout = module.getDataLayout();
  for (const llvm::Function &function : module) {
    uint64_t bytes = 0;
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      const auto *local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (!local || !llvm::isa<llvm::ConstantInt>(local->getArraySize()))
        continue; // insertStackChecks() has a test for it
      const auto size = local->getAllocationSize(layout);
      bytes += size && !size->isScalable() ? size->getFixedValue() : kMaxLocalBytes + 1;
      if (bytes > kMaxLocalBytes)
        return fail(ErrorCode::Unsupported,
                    "the local arrays of a thread take more than " +
                        std::to_string(kMaxLocalBytes) + " bytes",
                    locationOf(instruction));
    }
  }
  return {};
}

Result<void> checkSupported(const llvm::Module &module) {
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (llvm::verifyModule(module, &stream))
    return fail(ErrorCode::CompileFailed, "malformed LLVM IR: " + message);
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        PSTUDIO_TRY(checkCall(*call));
  return {};
}

} // namespace pstudio::cpu
