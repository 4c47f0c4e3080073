// SPDX-License-Identifier: Apache-2.0
#include "collector/session/kernel_setup.h"

#include <string>

#include "collector/collector.h"
#include "core/run/reference_check.h"

namespace pstudio {
namespace {

/// LLVM IR may fix the block that its kernel is launched with.
Result<void> checkBlock(const RunSpec &spec, const KernelSignature &signature) {
  if (!signature.requiredBlock || *signature.requiredBlock == spec.block)
    return {};
  const auto text = [](const std::array<uint32_t, 3> &block) {
    return std::to_string(block[0]) + "x" + std::to_string(block[1]) + "x" +
           std::to_string(block[2]);
  };
  return fail(ErrorCode::InvalidInput,
              "kernel " + spec.function + " has to be launched with a block of " +
                  text(*signature.requiredBlock) + ", specification gives " + text(spec.block),
              spec.path.string() + ": block");
}

} // namespace

Result<KernelSetup> setUpKernel(const RunSpec &spec, uint32_t launches, ProgressSink &progress) {
  for (const ResultCheck &resultCheck : spec.checks)
    PSTUDIO_TRY(validateCheck(spec, resultCheck));
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::load(spec.kernelFile));
  PSTUDIO_TRY_ASSIGN(KernelSignature signature, module.signature(spec.function));
  PSTUDIO_TRY(checkBlock(spec, signature));
  for (const std::string &note : module.notes())
    progress.log("read of a newer LLVM: " + note);
  PSTUDIO_TRY_ASSIGN(BoundArguments arguments, BoundArguments::bind(spec, signature, launches));
  return KernelSetup{std::move(module), std::move(signature), std::move(arguments)};
}

} // namespace pstudio
