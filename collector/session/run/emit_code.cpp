// SPDX-License-Identifier: Apache-2.0
// A specification's kernel as code of any format.
#include "collector/collector.h"

#include "collector/amd_runs.h"
#include "collector/codegen/llvm/crash_guard.h"
#include "collector/session/launch/kernel_file.h"
#include "collector/session/launch/kernel_setup.h"
#include "collector/session/targets/compile_to_ptx.h"
#include "collector/session/targets/cuda_target.h"
#include "collector/session/targets/device_architecture.h"
#include "core/run/pass_report_builder.h"

namespace pstudio {
namespace {

Result<std::string> compileFor(const RunSpec &spec, CodeFormat format, PassReportBuilder *report) {
  PSTUDIO_TRY_ASSIGN(KernelModule module, loadKernel(spec, nullptr));
  module.recordPasses(report);
  PSTUDIO_TRY_ASSIGN(const KernelSignature signature, module.signature(spec.function));
  PSTUDIO_TRY(checkLaunch(spec, signature));
  if (format == CodeFormat::Ptx) {
    PSTUDIO_TRY_ASSIGN(nvidia::PtxKernel kernel, compileToPtx(spec, module, signature));
    return std::move(kernel.text);
  }
  return emitAmdCode(spec, module, signature, format);
}

} // namespace

Result<std::string> emitCode(const RunSpec &given, CodeFormat format,
                             const CollectOptions &options) {
  const RunSpec spec = withArchitectureOfSource(given, CudaOptions().library);
  const bool isRecorded = !options.passes.empty();
  PassReportBuilder passes;
  passes.describe(spec.function, spec.target, spec.mode.toString());
  const std::string kernel = "kernel " + spec.function;
  Result<std::string> code =
      guarded(kernel, [&] { return compileFor(spec, format, isRecorded ? &passes : nullptr); });
  if (isRecorded)
    PSTUDIO_TRY(writePassReport(passes.report(), options.passes));
  return code;
}

} // namespace pstudio
