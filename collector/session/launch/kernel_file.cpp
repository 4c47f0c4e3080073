// SPDX-License-Identifier: Apache-2.0
#include "collector/session/launch/kernel_file.h"

#include "collector/collector.h"
#include "collector/session/target_name.h"
#include "collector/toolkit/nvcc.h"

namespace pstudio {
namespace {

/// The oldest one that kernels are recorded for: its code runs on all later GPUs.
constexpr const char *kOldestArchitecture = "sm_80";

} // namespace

Result<KernelModule> loadKernel(const RunSpec &spec, ProgressSink *progress) {
  const std::string name = shownName(spec, spec.kernelFile);
  if (!toolkit::isCudaFile(spec.kernelFile)) {
    if (!spec.compilerOptions.empty())
      return fail(ErrorCode::InvalidInput, "compiler options are for .cu files only",
                  spec.path.string() + ": kernel.compiler_options", "remove them");
    return KernelModule::load(spec.kernelFile, name, spec.function);
  }
  const TargetName target = splitTarget(spec.target);
  const bool isNamed = target.name == "cuda" && !target.architecture.empty();
  PSTUDIO_TRY_ASSIGN(
      const toolkit::CompiledPtx ptx,
      toolkit::compileCuda({spec.kernelFile, isNamed ? target.architecture : kOldestArchitecture,
                            spec.compilerOptions}));
  if (progress && !ptx.warnings.empty())
    progress->log("nvcc: " + ptx.warnings);
  return KernelModule::parse(ptx.text, name + ".ptx", ArgumentForm::Pointers, spec.function);
}

} // namespace pstudio
