// SPDX-License-Identifier: Apache-2.0
// Sends a specification to the target that it names.
#include "collector/collector.h"

#include "collector/session/cpu_target.h"
#include "collector/session/cuda_target.h"
#include "collector/session/run_session.h"
#include "collector/session/target_name.h"

namespace pstudio {

Result<RunOutcome> collect(const RunSpec &spec, ProgressSink &progress,
                           const std::atomic<bool> &cancel, const CollectOptions &options) {
  const TargetName target = splitTarget(spec.target);
  if (target.name == "cuda")
    return runSession(spec, *makeCudaTarget(spec, {target.architecture}), progress, cancel,
                      options);
  if (spec.target == "cpu") // which has no architectures
    return runSession(spec, *makeCpuTarget(spec), progress, cancel, options);
  std::string known;
  for (const TargetInfo &info : listTargets())
    known += (known.empty() ? "" : ", ") + info.name;
  return fail(ErrorCode::Unsupported, "there is no target \"" + spec.target + "\"",
              spec.path.string() + ": target", "this build has: " + known);
}

std::vector<TargetInfo> listTargets() {
  return {describeCpuTarget(), describeCudaTarget()};
}

} // namespace pstudio
