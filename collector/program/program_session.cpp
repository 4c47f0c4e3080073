// SPDX-License-Identifier: Apache-2.0
#include "collector/program/program_session.h"

#include "collector/program/host/split_program.h"
#include "collector/program/launch_runner.h"
#include "collector/program/program_run.h"
#include "collector/program/runtime_tables.h"

namespace pstudio::program {
namespace {

class ProgramSession {
public:
  ProgramSession(const ProgramSpec &spec, ProgramDevice &device, ProgressSink &progress,
                 const std::atomic<bool> &cancel, const CollectOptions &options)
      : m_spec(spec), m_device(device), m_progress(progress), m_stages(progress, cancel),
        m_options(options) {}

  Result<RunOutcome> run() {
    PSTUDIO_TRY(m_stages.begin("parse"));
    PSTUDIO_TRY_ASSIGN(ProgramParts parts, splitProgram(m_spec.file));
    PSTUDIO_TRY(m_stages.begin("open"));
    PSTUDIO_TRY(m_device.open());
    PSTUDIO_TRY(m_stages.begin("compile"));
    RunClock clock(m_spec.timeLimitSeconds, m_stages.cancel());
    LaunchRunner launches(m_spec, m_device, clock, m_stages, m_options);
    std::vector<std::string> names;
    for (const KernelModuleText &kernels : parts.kernelModules)
      names.push_back(kernels.name);
    launches.setParts(std::move(parts.kernelModules), std::move(parts.sites));
    ProgramRun program(m_device, launches, clock, GpuHandles(names),
                       [this](std::string_view text) { m_progress.output(text); });
    Result<HostCode> code = [&] {
      const RunClock::Pause pause(clock);
      return HostCode::compile(std::move(parts.host), runtimeFunctions(), program);
    }();
    if (!code)
      return tl::unexpected<Error>(std::move(code).error());
    PSTUDIO_TRY(m_stages.begin("launch"));
    return outcomeOf(program.execute(*code), launches);
  }

private:
  /// The trace, and the error if the program did not end normally.
  Result<RunOutcome> outcomeOf(Result<int64_t> result, LaunchRunner &launches) {
    TraceBuilder &trace = launches.trace();
    if (result && *result != 0)
      m_progress.log("main returned " + std::to_string(*result));
    if (launches.launchCount() == 0)
      trace.addNote(NoteCode::RunNoLaunch);
    if (!result)
      trace.addNote(NoteCode::RunProgramFailed, {result.error().message});
    if (result || trace.sliceCount() > 0) // without slices the activity alone is not useful
      m_device.addActivity(trace, m_progress);
    Result<void> written = launches.writeKept();
    RunOutcome outcome{std::move(trace).finish(), {}, std::nullopt};
    if (result && written)
      return outcome;
    Error failure = result ? std::move(written).error() : std::move(result).error();
    // After a failure before the first record the trace is empty: only the error is returned.
    if (outcome.trace.sliceCount() == 0 && outcome.trace.instants().empty())
      return tl::unexpected<Error>(std::move(failure));
    outcome.failure = std::move(failure);
    outcome.failedStage = "launch";
    return outcome;
  }

  const ProgramSpec &m_spec;
  ProgramDevice &m_device;
  ProgressSink &m_progress;
  Stages m_stages;
  const CollectOptions &m_options;
};

} // namespace

Result<RunOutcome> runProgram(const ProgramSpec &spec, ProgramDevice &device,
                              ProgressSink &progress, const std::atomic<bool> &cancel,
                              const CollectOptions &options) {
  return ProgramSession(spec, device, progress, cancel, options).run();
}

} // namespace pstudio::program
