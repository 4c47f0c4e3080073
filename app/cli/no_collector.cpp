// SPDX-License-Identifier: Apache-2.0
// Stands in for the collector in a build without one: says so.
#include "collector/attach/host/attach.h"
#include "collector/code_object.h"
#include "collector/collector.h"
#include "collector/instrument.h"
#include "collector/live_kernels.h"

namespace pstudio {

namespace {
constexpr const char *kReason =
    "this build has no collector: it opens files and cannot run kernels";
constexpr const char *kHint = "build with PSTUDIO_WITH_COLLECTOR=ON (presets dev or release)";
} // namespace

Result<RunOutcome> collect(const RunSpec &spec, ProgressSink &, const std::atomic<bool> &,
                           const CollectOptions &) {
  return fail(ErrorCode::Unsupported, kReason, "target " + spec.target, kHint);
}

Result<RunOutcome> collectProgram(const ProgramSpec &spec, ProgressSink &,
                                  const std::atomic<bool> &, const CollectOptions &) {
  return fail(ErrorCode::Unsupported, kReason, "target " + spec.target, kHint);
}

Result<std::unique_ptr<LiveKernels>> openLiveKernels(std::vector<RunSpec> specs, ProgressSink &,
                                                     const std::atomic<bool> &,
                                                     const CollectOptions &) {
  return fail(ErrorCode::Unsupported, kReason,
              specs.empty() ? std::string() : "target " + specs.front().target, kHint);
}

Result<std::string> emitPtx(const ProgramSpec &) {
  return fail(ErrorCode::Unsupported, kReason);
}
Result<std::string> emitCode(const RunSpec &, CodeFormat, const CollectOptions &) {
  return fail(ErrorCode::Unsupported, kReason);
}

Result<InstrumentedFile> instrumentFile(const InstrumentRequest &request) {
  return fail(ErrorCode::Unsupported, kReason, request.input.string(), kHint);
}

Result<InstrumentedFile> instrumentedCodeObject(const InstrumentRequest &request) {
  return fail(ErrorCode::Unsupported, kReason, request.input.string(), kHint);
}

Result<std::vector<std::string>> listCounters(const std::string &) {
  return fail(ErrorCode::Unsupported, kReason, {}, kHint);
}

std::vector<TargetInfo> listTargets() {
  return {{"cpu", "CPU model", false, kReason}};
}

namespace attach {

Result<AttachPlaces> findAttachPlaces() {
  return fail(ErrorCode::Unsupported, kReason, {}, kHint);
}

Result<AttachOutcome> attach(const AttachRequest &, const AttachPlaces &) {
  return fail(ErrorCode::Unsupported, kReason, {}, kHint);
}

} // namespace attach

} // namespace pstudio
