// SPDX-License-Identifier: Apache-2.0
// Stands in for the collector in a build without one: says so.
#include "collector/collector.h"

namespace pstudio {

namespace {
constexpr const char *kReason =
    "this build has no collector: it opens files and cannot run kernels";
} // namespace

Result<RunOutcome> collect(const RunSpec &spec, ProgressSink &, const std::atomic<bool> &,
                           const CollectOptions &) {
  return fail(ErrorCode::Unsupported, kReason, "target " + spec.target,
              "build with PSTUDIO_WITH_COLLECTOR=ON (presets dev or release)");
}

Result<std::string> emitPtx(const RunSpec &) {
  return fail(ErrorCode::Unsupported, kReason);
}

std::vector<TargetInfo> listTargets() {
  return {{"cpu", "CPU model", false, kReason}};
}

} // namespace pstudio
