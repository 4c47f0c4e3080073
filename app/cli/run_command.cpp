// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run_command.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "app/cli/code_output.h"
#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/cli/pass_output.h"
#include "app/cli/staging_folder.h"
#include "app/cli/stop_signals.h"
#include "app/remote/remote_run.h"
#include "collector/collector.h"
#include "core/base/byte_sink.h"
#include "core/base/file_bytes.h"
#include "core/remote/job_folder.h"
#include "core/run/program_spec.h"

namespace pstudio::cli {
namespace {

namespace fs = std::filesystem;

/// What is known of a run before a process starts for it.
struct RunPlan {
  fs::path path; ///< of the specification or program, absolute
  std::chrono::milliseconds launchLimit;
};

/// Everything that can be refused is refused here.
Result<RunPlan> planRun(const RunCommandOptions &options) {
  if (isProgramFile(options.spec)) {
    PSTUDIO_TRY_ASSIGN(ProgramSpec program, loadProgramSpec(options.spec));
    PSTUDIO_TRY(applyOverrides(program, options.overrides));
    return RunPlan{program.file, launchLimitFor(program.timeLimitSeconds)};
  }
  PSTUDIO_TRY_ASSIGN(RunSpec spec, loadRunSpec(options.spec));
  PSTUDIO_TRY(applyOverrides(spec, options.overrides));
  return RunPlan{spec.path, launchLimitFor(spec.timeLimitSeconds * (spec.warmup + spec.repeat))};
}

Result<fs::path> absolutePath(const fs::path &path) {
  std::error_code error;
  fs::path absolute = fs::absolute(path, error);
  if (error)
    return fail(ErrorCode::Io, "the current folder cannot be found: " + error.message(),
                path.string());
  return absolute.lexically_normal();
}

/// The worker inherits it.
Result<void> chooseCache(const RunCommandOptions &options) {
  if (!options.hasNoCache && options.cacheFolder.empty())
    return {};
  fs::path folder; // empty: none
  if (!options.hasNoCache) {
    PSTUDIO_TRY_ASSIGN(folder, absolutePath(options.cacheFolder));
  }
  ::setenv(kCacheFolderVariable, folder.c_str(), /*overwrite=*/1);
  return {};
}

Result<ResultMessage> run(const RunCommandOptions &options, RunObserver &observer) {
  PSTUDIO_TRY_ASSIGN(const RunPlan plan, planRun(options));
  PSTUDIO_TRY(chooseCache(options));
  RunRequest request;
  request.specPath = plan.path;
  request.overrides = options.overrides;
  request.worker = options.worker;
  request.hasNoCache = options.hasNoCache;
  request.emit = options.emit ? codeFormatName(*options.emit) : "";
  for (fs::path *path : {&request.overrides.callbacks, &request.overrides.callbackOutput})
    if (!path->empty()) {
      PSTUDIO_TRY_ASSIGN(*path, absolutePath(*path));
    }
  PSTUDIO_TRY_ASSIGN(request.output, absolutePath(options.output));
  if (!options.keepCapture.empty()) {
    PSTUDIO_TRY_ASSIGN(request.keepCapture, absolutePath(options.keepCapture));
  }
  PSTUDIO_TRY_ASSIGN(const PassOutput passes,
                     PassOutput::make(options.passes, options.printsPasses));
  request.passes = passes.file();
  // From here on a signal is handled, so that the folder below never stays behind.
  PSTUDIO_TRY_ASSIGN(StopSignals signals, StopSignals::make());
  PSTUDIO_TRY_ASSIGN(const StagingFolder staging, StagingFolder::makeFor(request.output));
  request.temporary = staging.path();
  WorkerOptions worker;
  worker.launchLimit = plan.launchLimit;
  PSTUDIO_TRY_ASSIGN(ResultMessage result, runInWorker(request, worker, signals, observer));
  result.trace = options.output;
  return result;
}

bool isStandardOutput(const std::filesystem::path &output) {
  return output == "-";
}

/// The code of a specification's kernel, or of all kernels of a program.
Result<std::string> codeOf(const RunCommandOptions &options, const fs::path &passes) {
  if (isProgramFile(options.spec)) {
    PSTUDIO_TRY_ASSIGN(ProgramSpec program, loadProgramSpec(options.spec));
    PSTUDIO_TRY(applyOverrides(program, options.overrides));
    PSTUDIO_TRY(checkProgramFormat(*options.emit));
    return emitPtx(program);
  }
  PSTUDIO_TRY_ASSIGN(RunSpec spec, loadRunSpec(options.spec));
  PSTUDIO_TRY(applyOverrides(spec, options.overrides));
  return emitCode(spec, *options.emit, {{}, passes});
}

/// Whether the code is to be made on another machine.
Result<bool> isFar(const RunCommandOptions &options) {
  RunRequest request;
  request.specPath = options.spec;
  request.overrides.target = options.overrides.target;
  request.worker = options.worker;
  PSTUDIO_TRY_ASSIGN(const std::optional<FarTarget> far, farTargetOf(request));
  return far.has_value();
}

/// Where the compiler of another machine is to be used: printed by way of a file.
Result<void> emitThere(const RunCommandOptions &options) {
  const std::unique_ptr<ProgressView> view = makeProgressView(ProgressStyle::None);
  if (!isStandardOutput(options.output)) {
    PSTUDIO_TRY(run(options, *view));
    return {};
  }
  PSTUDIO_TRY_ASSIGN(const JobFolder folder, JobFolder::make());
  RunCommandOptions toFile = options;
  toFile.output = folder.results() / "code";
  PSTUDIO_TRY(run(toFile, *view));
  PSTUDIO_TRY_ASSIGN(const FileBytes code, FileBytes::read(toFile.output));
  std::fwrite(code.bytes().data(), 1, code.bytes().size(), stdout);
  return {};
}

/// In this process, unless the target is on another machine: nothing of the user's runs.
Result<void> emit(const RunCommandOptions &options) {
  PSTUDIO_TRY_ASSIGN(const bool isThere, isFar(options));
  if (isThere)
    return emitThere(options);
  if (isStandardOutput(options.output)) {
    PSTUDIO_TRY_ASSIGN(const std::string code, codeOf(options, {}));
    std::fwrite(code.data(), 1, code.size(), stdout);
    return {};
  }
  PSTUDIO_TRY_ASSIGN(AtomicFileSink file, AtomicFileSink::open(options.output));
  PSTUDIO_TRY_ASSIGN(const PassOutput passes,
                     PassOutput::make(options.passes, options.printsPasses));
  PSTUDIO_TRY_ASSIGN(const std::string code, codeOf(options, passes.file()));
  PSTUDIO_TRY(file.write(code));
  return file.commit();
}

int emitCommand(const RunCommandOptions &options) {
  if (const Result<void> done = emit(options); !done) {
    printError(done.error());
    return kFailed;
  }
  if (!isStandardOutput(options.output))
    std::printf("wrote %s\n", options.output.c_str());
  return kDone;
}

} // namespace

int runCommand(const RunCommandOptions &options) {
  // A reader of our output that goes away, or a dead worker, is noticed by a failing write.
  std::signal(SIGPIPE, SIG_IGN);
  if (options.emit)
    return emitCommand(options);
  const std::unique_ptr<ProgressView> view = makeProgressView(options.progress);
  const Result<ResultMessage> result = run(options, *view);
  if (!result) {
    view->failed(result.error());
    return kFailed;
  }
  view->succeeded(*result);
  return kDone;
}

} // namespace pstudio::cli
