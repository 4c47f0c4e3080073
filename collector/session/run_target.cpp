// SPDX-License-Identifier: Apache-2.0
#include "collector/session/run_target.h"

namespace pstudio {

Result<void> RunTarget::setCallbackBuffer(std::span<std::byte> host) {
  if (host.empty())
    return {};
  return fail(ErrorCode::Unsupported, "this target does not support callbacks");
}

void RunTarget::noteRecorded(LaunchId) {}

void RunTarget::addActivity(TraceBuilder &, ProgressSink &) {}

Result<void> RunTarget::addSamples(KernelCode &, const SampleSettings &, const LaunchOrder &,
                                   TraceBuilder &trace, ProgressSink &) {
  trace.addNote(NoteCode::SamplesOff, {"this target has neither PC samples nor hardware counters"});
  return {};
}

} // namespace pstudio
