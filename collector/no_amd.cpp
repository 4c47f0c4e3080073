// SPDX-License-Identifier: Apache-2.0
// Takes the place of amd_runs.cpp in a build without AMD GPUs.
#include "collector/amd_runs.h"
#include "collector/code_object.h"

namespace pstudio {
namespace {

constexpr const char *kReason = "this build does not support AMD GPUs";
constexpr const char *kHint = "build with PSTUDIO_WITH_AMD=ON (packaging/run.sh --all)";

} // namespace

Result<RunOutcome> collectOnAmd(const RunSpec &spec, ProgressSink &, const std::atomic<bool> &,
                                const CollectOptions &) {
  return fail(ErrorCode::Unsupported, kReason, spec.path.string() + ": target", kHint);
}

Result<std::unique_ptr<LiveKernels>> openAmdSession(std::vector<RunSpec> specs, ProgressSink &,
                                                    const std::atomic<bool> &,
                                                    const CollectOptions &) {
  return fail(ErrorCode::Unsupported, kReason, specs.front().path.string() + ": target", kHint);
}

Result<std::string> emitAmdCode(const RunSpec &spec, KernelModule &, const KernelSignature &,
                                CodeFormat) {
  return fail(ErrorCode::Unsupported, kReason, spec.path.string() + ": target", kHint);
}

Result<std::string> instrumentedAmdIr(KernelModule &, const std::string &,
                                      const std::array<uint32_t, 3> &, const std::string &file) {
  return fail(ErrorCode::Unsupported, kReason, file, kHint);
}

TargetInfo describeAmdTarget() {
  return {"hip", "AMD GPU", false, std::string(kReason) + " (" + kHint + ")"};
}

Result<InstrumentedFile> instrumentedCodeObject(const InstrumentRequest &request) {
  return fail(ErrorCode::Unsupported, kReason, request.input.string(), kHint);
}

} // namespace pstudio
