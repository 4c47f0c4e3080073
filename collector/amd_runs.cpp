// SPDX-License-Identifier: Apache-2.0
#include "collector/amd_runs.h"

#include "collector/session/live/live_kernels.h"
#include "collector/session/run/run_session.h"
#include "collector/session/target_name.h"
#include "collector/session/targets/compile_to_amd.h"
#include "collector/session/targets/hip_device.h"
#include "collector/session/targets/hip_target.h"

namespace pstudio {

Result<RunOutcome> collectOnAmd(const RunSpec &spec, ProgressSink &progress,
                                const std::atomic<bool> &cancel, const CollectOptions &options) {
  const HipOptions hip{splitTarget(spec.target).architecture, {}, spec.activity.kinds};
  return runSession(spec, *makeHipTarget(spec, hip, makeHipCompiler()), progress, cancel, options);
}

Result<std::unique_ptr<LiveKernels>> openAmdSession(std::vector<RunSpec> specs,
                                                    ProgressSink &progress,
                                                    const std::atomic<bool> &cancel,
                                                    const CollectOptions &options) {
  PSTUDIO_TRY_ASSIGN(const std::shared_ptr<HipDevice> device,
                     openHipDevice({}, specs.front().activity.kinds, cpuModelUse(specs.front())));
  const std::string architecture = splitTarget(specs.front().target).architecture;
  const auto make = [&](const RunSpec &spec) {
    return makeHipTarget(spec, {architecture}, makeHipCompiler(), device);
  };
  return openLiveKernelsOn(std::move(specs), make, progress, cancel, options);
}

Result<std::string> emitAmdCode(const RunSpec &spec, KernelModule &module,
                                const KernelSignature &signature, CodeFormat format) {
  const bool isText = format == CodeFormat::Isa;
  PSTUDIO_TRY_ASSIGN(amd::AmdKernel kernel,
                     compileToAmd(spec, module, signature,
                                  isText ? amd::Output::Assembly : amd::Output::CodeObject));
  return std::move(isText ? kernel.isa : kernel.codeObject);
}

Result<std::string> instrumentedAmdIr(KernelModule &module, const std::string &chip,
                                      const std::array<uint32_t, 3> &block, const std::string &) {
  return instrumentForAmd(module, chip, block);
}

TargetInfo describeAmdTarget() {
  return describeHipTarget();
}

} // namespace pstudio
