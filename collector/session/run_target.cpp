// SPDX-License-Identifier: Apache-2.0
#include "collector/session/run_target.h"

#include <utility>

#include "core/base/check.h"

namespace pstudio {

Result<void> RunTarget::setCallbackBuffer(std::span<std::byte> host) {
  if (host.empty())
    return {};
  return fail(ErrorCode::Unsupported, "this target calls no functions of the user");
}

Result<void> RunTarget::start(const LaunchOrder &order) {
  PSTUDIO_TRY_ASSIGN(LaunchReport report, launch(order));
  m_started.emplace(std::move(report));
  return {};
}

Result<LaunchReport> RunTarget::finish() {
  PSTUDIO_CHECK(m_started);
  return *std::exchange(m_started, std::nullopt);
}

void RunTarget::noteRecorded(LaunchId) {}

void RunTarget::addActivity(TraceBuilder &, ProgressSink &) {}

Result<void> RunTarget::addSamples(const SampleSettings &, const LaunchOrder &, TraceBuilder &trace,
                                   ProgressSink &) {
  trace.addNote(NoteCode::SamplesOff, {"this target has neither PC samples nor hardware counters"});
  return {};
}

} // namespace pstudio
