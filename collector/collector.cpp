// SPDX-License-Identifier: Apache-2.0
// Sends a specification to the target that it names.
#include "collector/collector.h"

#include "collector/activity/cupti/counter_profiler.h"
#include "collector/amd_runs.h"
#include "collector/live_kernels.h"
#include "collector/program/program_session.h"
#include "collector/runtime/cuda/driver.h"
#include "collector/session/live/live_kernels.h"
#include "collector/session/run/run_session.h"
#include "collector/session/target_name.h"
#include "collector/session/targets/cpu_target.h"
#include "collector/session/targets/cuda_device.h"
#include "collector/session/targets/cuda_target.h"
#include "collector/session/targets/device_architecture.h"

namespace pstudio {
namespace {

tl::unexpected<Error> noSuchTarget(const std::string &target, const std::filesystem::path &file) {
  std::string known;
  for (const TargetInfo &info : listTargets())
    known += (known.empty() ? "" : ", ") + info.name;
  return fail(ErrorCode::Unsupported, "there is no target \"" + target + "\"",
              file.string() + ": target", "this build has: " + known);
}

CudaOptions cudaOptions(const TargetName &target, const RunSettings &settings) {
  CudaOptions options;
  options.architecture = target.architecture;
  options.activity = settings.activity.kinds;
  return options;
}

} // namespace

Result<RunOutcome> collect(const RunSpec &given, ProgressSink &progress,
                           const std::atomic<bool> &cancel, const CollectOptions &options) {
  const RunSpec spec = withArchitectureOfSource(given, CudaOptions().library);
  const TargetName target = splitTarget(spec.target);
  if (target.name == "cuda")
    return runSession(spec, *makeCudaTarget(spec, cudaOptions(target, spec)), progress, cancel,
                      options);
  if (target.name == "hip")
    return collectOnAmd(spec, progress, cancel, options);
  if (spec.target == "cpu") // which has no architectures
    return runSession(spec, *makeCpuTarget(spec), progress, cancel, options);
  return noSuchTarget(spec.target, spec.path);
}

Result<RunOutcome> collectProgram(const ProgramSpec &spec, ProgressSink &progress,
                                  const std::atomic<bool> &cancel, const CollectOptions &options) {
  if (!spec.mode.callbacks.empty())
    return fail(ErrorCode::Unsupported, "the kernels of a whole program call no callbacks",
                spec.file.string(), "give the run specification of one kernel");
  if (spec.activity.samples.any())
    return fail(ErrorCode::Unsupported,
                "the kernels of a whole program are neither sampled nor counted",
                spec.file.string(), "give the run specification of one kernel");
  const TargetName target = splitTarget(spec.target);
  if (target.name == "cuda")
    return program::runProgram(spec, *program::makeCudaProgramDevice(cudaOptions(target, spec)),
                               progress, cancel, options);
  if (target.name == "hip")
    return fail(ErrorCode::Unsupported, "whole programs do not run on AMD GPUs", spec.file.string(),
                "run each of its kernels by a specification (\"kernel\": { \"file\": ..., "
                "\"function\": ... }), or the program on the target \"cuda\" or \"cpu\"");
  if (spec.target == "cpu") // which has no architectures
    return program::runProgram(spec, *program::makeCpuProgramDevice(), progress, cancel, options);
  return noSuchTarget(spec.target, spec.file);
}

Result<std::unique_ptr<LiveKernels>> openLiveKernels(std::vector<RunSpec> specs,
                                                     ProgressSink &progress,
                                                     const std::atomic<bool> &cancel,
                                                     const CollectOptions &options) {
  for (RunSpec &spec : specs)
    spec = withArchitectureOfSource(std::move(spec), CudaOptions().library);
  for (const RunSpec &spec : specs)
    if (spec.target != specs.front().target)
      return fail(ErrorCode::InvalidInput,
                  "the kernels of a session share one target: " + specs.front().target +
                      " is not " + spec.target,
                  spec.path.string() + ": target");
  for (const RunSpec &spec : specs)
    if (spec.activity.samples.any())
      return fail(ErrorCode::Unsupported,
                  "the kernels of a session are neither sampled nor counted",
                  spec.path.string() + ": pc_samples, counters", "use proton-collect run");
  const std::string named = specs.empty() ? "cpu" : specs.front().target;
  const TargetName target = splitTarget(named);
  if (named == "cpu") { // which has no architectures
    const auto device = std::make_shared<VirtualDevice>();
    const auto make = [&](const RunSpec &spec) { return makeCpuTarget(spec, device); };
    return openLiveKernelsOn(std::move(specs), make, progress, cancel, options);
  }
  if (target.name == "hip")
    return openAmdSession(std::move(specs), progress, cancel, options);
  if (target.name != "cuda")
    return noSuchTarget(named, specs.front().path);
  PSTUDIO_TRY_ASSIGN(const std::shared_ptr<CudaDevice> device,
                     openCudaDevice(CudaOptions().library, specs.front().activity.kinds,
                                    cpuModelUse(specs.front())));
  const auto make = [&](const RunSpec &spec) {
    return makeCudaTarget(spec, {target.architecture}, device);
  };
  return openLiveKernelsOn(std::move(specs), make, progress, cancel, options);
}

Result<std::vector<std::string>> listCounters(const std::string &chip) {
  if (chip.empty()) // CUPTI queries the driver, which has to run
    PSTUDIO_TRY(cuda::Driver::open());
  return cupti::listCounters(chip);
}

std::vector<TargetInfo> listTargets() {
  return {describeCpuTarget(), describeCudaTarget(), describeAmdTarget()};
}

} // namespace pstudio
