// SPDX-License-Identifier: Apache-2.0
// Sends a specification to the target that it names.
#include "collector/collector.h"

#include "collector/session/cpu_target.h"
#include "collector/session/run_session.h"

namespace pstudio {

Result<RunOutcome> collect(const RunSpec &spec, ProgressSink &progress,
                           const std::atomic<bool> &cancel) {
  if (spec.target == "cpu")
    return runSession(spec, *makeCpuTarget(spec), progress, cancel);
  std::string known;
  for (const TargetInfo &target : listTargets())
    known += (known.empty() ? "" : ", ") + target.name;
  return fail(ErrorCode::Unsupported, "there is no target \"" + spec.target + "\"",
              spec.path.string() + ": target", "this build has: " + known);
}

std::vector<TargetInfo> listTargets() {
  return {describeCpuTarget()};
}

} // namespace pstudio
