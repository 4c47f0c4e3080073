// SPDX-License-Identifier: Apache-2.0
#include "collector/session/launch/kernel_setup.h"

#include <string>

#include "collector/collector.h"
#include "collector/session/launch/kernel_file.h"
#include "core/run/reference_check.h"

namespace pstudio {
namespace {

Result<void> checkDynamicShared(const RunSpec &spec, const KernelSignature &signature) {
  if (!signature.dynamicShared.empty() && spec.dynamicSharedBytes == 0)
    return fail(ErrorCode::InvalidInput,
                "kernel " + spec.function + " uses shared memory of its launch (@" +
                    signature.dynamicShared + "), specification gives none",
                spec.path.string() + ": dynamic_shared_bytes",
                "set it to the size that its compiler reports for a launch, such as \"shared\" in "
                "Triton's metadata");
  return {};
}

} // namespace

Result<void> checkLaunch(const RunSpec &spec, const KernelSignature &signature) {
  return checkLaunchRules(spec.function, signature.launchRules,
                          {spec.block, spec.grid, spec.cluster}, "specification gives",
                          spec.path.string());
}

Result<KernelSetup> setUpKernel(const RunSpec &spec, uint32_t launches, ProgressSink &progress) {
  for (const ResultCheck &resultCheck : spec.checks)
    PSTUDIO_TRY(validateCheck(spec, resultCheck));
  PSTUDIO_TRY_ASSIGN(KernelModule module, loadKernel(spec, &progress));
  PSTUDIO_TRY_ASSIGN(KernelSignature signature, module.signature(spec.function));
  PSTUDIO_TRY(checkLaunch(spec, signature));
  PSTUDIO_TRY(checkDynamicShared(spec, signature));
  for (const std::string &note : module.notes())
    progress.log("read of a newer LLVM: " + note);
  PSTUDIO_TRY_ASSIGN(BoundArguments arguments, BoundArguments::bind(spec, signature, launches));
  return KernelSetup{std::move(module), std::move(signature), std::move(arguments)};
}

} // namespace pstudio
