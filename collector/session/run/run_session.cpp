// SPDX-License-Identifier: Apache-2.0
// Parse, instrument, lower, compile, launch, decode and check.
#include "collector/session/run/run_session.h"

#include <algorithm>
#include <cstdio>

#include "collector/session/compile/callback_buffer.h"
#include "collector/session/launch/check_results.h"
#include "collector/session/compile/kernel_compile.h"
#include "collector/session/launch/kernel_setup.h"
#include "collector/session/launch/launch_record.h"
#include "collector/session/launch/launcher.h"
#include "collector/session/stages.h"
#include "core/base/deflate.h"

namespace pstudio {
namespace {

/// Logs a checksum of each buffer, which shows whether two runs computed the same bits.
void logBuffers(const BoundArguments &arguments, ProgressSink &progress) {
  for (size_t i = 0; i < arguments.bufferCount(); ++i) {
    const std::span<const std::byte> bytes = arguments.bufferAt(i).bytes();
    char sum[9];
    std::snprintf(sum, sizeof sum, "%08x", crc32Of(bytes));
    progress.log(arguments.bufferName(i) + " holds " + std::to_string(bytes.size()) +
                 " bytes, CRC-32 " + sum);
  }
}

/// A kernel that is ready to launch.
struct ReadyKernel {
  const RunSpec &spec;
  RunTarget &target;
  const BoundArguments &arguments;
  CallbackBuffer &callbacks;
  Launcher &launcher;
};

Result<void> launchAndCheck(const ReadyKernel &kernel, Stages &stages, TraceBuilder &trace,
                            std::vector<CheckOutcome> &checks) {
  const RunSpec &spec = kernel.spec;
  for (uint32_t i = 0; i < spec.warmup + spec.repeat; ++i) {
    kernel.callbacks.reset();
    LaunchRole role;
    role.isRecorded = i >= spec.warmup;
    role.index = role.log = i - std::min(i, spec.warmup);
    PSTUDIO_TRY(kernel.launcher.launch(role, trace));
  }
  PSTUDIO_TRY(stages.begin("check"));
  PSTUDIO_TRY(kernel.target.fetchBuffers());
  logBuffers(kernel.arguments, stages.progress());
  PSTUDIO_TRY(kernel.callbacks.report(spec, stages.progress()));
  return checkResults(spec, kernel.arguments, stages.progress(), trace, checks);
}

/// Launches of their own, after the results have been checked.
Result<void> addSamples(const RunSpec &spec, RunTarget &target, KernelCode &code,
                        BoundArguments &arguments, Stages &stages, TraceBuilder &trace) {
  PSTUDIO_TRY(stages.begin("launch"));
  arguments.reset(); // which hold results
  LaunchOrder order;
  order.isRecorded = false;
  order.cancel = &stages.cancel();
  return target.addSamples(code, spec.activity.samples, order, trace, stages.progress());
}

} // namespace

Result<RunOutcome> runSession(const RunSpec &spec, RunTarget &target, ProgressSink &progress,
                              const std::atomic<bool> &cancel, const CollectOptions &options) {
  Stages stages(progress, cancel);
  PSTUDIO_TRY(stages.begin("parse"));
  PSTUDIO_TRY_ASSIGN(KernelSetup kernel, setUpKernel(spec, spec.warmup + spec.repeat, progress));
  PSTUDIO_TRY(stages.begin("open"));
  PSTUDIO_TRY(target.open());
  PSTUDIO_TRY_ASSIGN(const CompiledKernel compiled,
                     compileKernel(spec, kernel.module, kernel.signature, target, stages, options));
  PSTUDIO_TRY(target.allocateArguments(kernel.arguments));
  PSTUDIO_TRY_ASSIGN(CallbackBuffer callbacks, CallbackBuffer::make(spec, target));
  LaunchFiles files(options);
  Launcher launcher(spec, target, compiled, files, stages);
  PSTUDIO_TRY(launcher.allocate());
  launcher.logCapacity();

  TraceBuilder trace;
  beginTrace(trace, spec.function);
  addWarnings(compiled.kernel, progress, trace);
  std::vector<CheckOutcome> checks;
  Result<void> done =
      launchAndCheck({spec, target, kernel.arguments, callbacks, launcher}, stages, trace, checks);
  // Device activity alone, without records, is not useful.
  if (done || trace.sliceCount() > 0)
    target.addActivity(trace, progress);
  if (done && spec.activity.samples.any() && trace.launchCount() > 0)
    done = addSamples(spec, target, *compiled.code, kernel.arguments, stages, trace);
  if (Result<void> written = files.captures.write(trace.info(), progress); done)
    done = std::move(written);
  RunOutcome outcome{std::move(trace).finish(), std::move(checks), std::nullopt};
  if (done)
    return outcome;
  // After a failure before the first record the trace is empty: only the error is returned.
  if (outcome.trace.sliceCount() == 0 && outcome.trace.instants().empty())
    return tl::unexpected<Error>(std::move(done).error());
  outcome.failure = std::move(done).error();
  outcome.failedStage = stages.latest();
  return outcome;
}

} // namespace pstudio
