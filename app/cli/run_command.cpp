// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run_command.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "app/cli/direct_outputs.h"
#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/cli/pass_output.h"
#include "app/cli/text_output.h"
#include "app/remote/remote_run.h"
#include "app/worker/stop_signals.h"
#include "collector/collector.h"
#include "core/base/output_file.h"
#include "core/base/path_text.h"
#include "core/base/standard_streams.h"
#include "core/run/program_spec.h"
#include "core/source/stored_sources.h"

namespace pstudio::cli {
namespace {

namespace fs = std::filesystem;

/// A hidden folder in the folder of the output file; the destructor removes it with its contents. A
/// file moves from it to its place in one step, as both are in one file system. [not thread-safe]
class StagingFolder {
public:
  /// Fails with Io if `output` cannot become a file: its folder is missing or not writable, or it
  /// is a folder itself.
  static Result<StagingFolder> makeFor(const std::filesystem::path &output);

  StagingFolder(StagingFolder &&other) noexcept : m_path(std::move(other.m_path)) {
    other.m_path.clear();
  }
  StagingFolder &operator=(StagingFolder &&) = delete;
  ~StagingFolder();

  const std::filesystem::path &path() const { return m_path; }

private:
  explicit StagingFolder(std::filesystem::path path) : m_path(std::move(path)) {}
  std::filesystem::path m_path;
};

Result<StagingFolder> StagingFolder::makeFor(const fs::path &output) {
  std::error_code error;
  if (fs::is_directory(output, error) || !output.has_filename())
    return fail(ErrorCode::Io, "cannot write the output: the output is a folder", output.string(),
                "give a file name after -o");
  std::string pattern =
      (output.parent_path() / fileNameAround(".", output.filename().native(), ".part-XXXXXX"))
          .native();
  if (::mkdtemp(pattern.data()) == nullptr)
    return fail(ErrorCode::Io, std::string("cannot write the output: ") + std::strerror(errno),
                output.string(), "use an existing, writable folder");
  return StagingFolder(pattern);
}

StagingFolder::~StagingFolder() {
  std::error_code ignored;
  if (!m_path.empty())
    fs::remove_all(m_path, ignored);
}

/// Properties of a run, determined before a process is started for it.
struct RunPlan {
  fs::path path; ///< of the specification or program, absolute
  std::chrono::milliseconds launchLimit;
};

/// Rejects invalid specifications and options.
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
    return fail(ErrorCode::Io, "cannot determine the current folder: " + error.message(),
                path.string());
  return absolute.lexically_normal();
}

/// Sets an environment variable, which the worker inherits.
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

/// All files that a run writes; empty for a file that is not requested.
std::array<fs::path, 4> filesOf(const RunCommandOptions &options) {
  return {options.output, options.keepCapture, options.passes, options.overrides.callbackOutput};
}

bool writesStandardOutput(const RunCommandOptions &options) {
  return std::ranges::any_of(filesOf(options), isStandardOutput);
}

Result<void> requireOneOnStandardOutput(const RunCommandOptions &options) {
  if (std::ranges::count_if(filesOf(options), isStandardOutput) > 1)
    return fail(ErrorCode::InvalidInput, "only one output of a run can be standard output", "-",
                "use file names for the others");
  return {};
}

/// Forwards all events except kept(): the output is not a regular file, so the trace of a failed
/// run cannot be stored beside it.
class WithoutKeptTrace final : public RunObserver {
public:
  explicit WithoutKeptTrace(RunObserver &observer) : m_observer(observer) {}
  void stage(std::string_view name) override { m_observer.stage(name); }
  void fraction(double done) override { m_observer.fraction(done); }
  void log(std::string_view line) override { m_observer.log(line); }
  void output(std::string_view text) override { m_observer.output(text); }
  void kept(const fs::path &) override { m_hasLostTrace = true; }
  bool hasLostTrace() const { return m_hasLostTrace; }

private:
  RunObserver &m_observer;
  bool m_hasLostTrace = false;
};

/// Runs the worker to its end.
Result<ResultMessage> follow(RunRequest request, std::chrono::milliseconds launchLimit,
                             RunObserver &observer) {
  // Signals are handled until this returns, so that the staging folder is always removed.
  PSTUDIO_TRY_ASSIGN(StopSignals signals, StopSignals::make());
  PSTUDIO_TRY_ASSIGN(const StagingFolder staging, StagingFolder::makeFor(request.output));
  request.temporary = staging.path();
  WorkerOptions worker;
  worker.launchLimit = launchLimit;
  return runInWorker(request, worker, signals, observer);
}

/// The same for an output that no trace of a failed run can be stored beside.
Result<ResultMessage> followWithoutKeptTrace(const RunRequest &request,
                                             std::chrono::milliseconds launchLimit,
                                             RunObserver &observer) {
  WithoutKeptTrace filter(observer);
  Result<ResultMessage> result = follow(request, launchLimit, filter);
  if (!result && filter.hasLostTrace())
    result.error().message +=
        "; the recorded data are discarded because the output is not a regular file";
  return result;
}

Result<ResultMessage> run(const RunCommandOptions &options, RunObserver &observer) {
  PSTUDIO_TRY(requireOneOnStandardOutput(options));
  PSTUDIO_TRY_ASSIGN(const RunPlan plan, planRun(options));
  PSTUDIO_TRY(chooseCache(options));
  RunRequest request;
  request.specPath = plan.path;
  request.overrides = options.overrides;
  request.worker = options.worker;
  request.hasNoCache = options.hasNoCache;
  request.emit = options.emit ? codeFormatName(*options.emit) : "";
  if (!options.overrides.callbacks.empty()) {
    PSTUDIO_TRY_ASSIGN(request.overrides.callbacks, absolutePath(options.overrides.callbacks));
  }
  DirectOutputs outputs;
  PSTUDIO_TRY_ASSIGN(request.output, outputs.workerPath(options.output));
  PSTUDIO_TRY_ASSIGN(request.keepCapture, outputs.workerPath(options.keepCapture));
  PSTUDIO_TRY_ASSIGN(request.overrides.callbackOutput,
                     outputs.workerPath(options.overrides.callbackOutput));
  PSTUDIO_TRY_ASSIGN(const fs::path passFile, outputs.workerPath(options.passes));
  PSTUDIO_TRY_ASSIGN(const PassOutput passes, PassOutput::make(passFile, options.printsPasses));
  request.passes = passes.file();
  PSTUDIO_TRY_ASSIGN(request.sourceRoots, sourceRootsOf(options.sourceRoots));
  Result<ResultMessage> result = mayHaveSiblings(options.output)
                                     ? follow(std::move(request), plan.launchLimit, observer)
                                     : followWithoutKeptTrace(request, plan.launchLimit, observer);
  const Result<void> delivered = outputs.deliver();
  if (result && !delivered)
    return tl::unexpected<Error>(delivered.error());
  if (!delivered) // a run that failed has passes and perhaps a capture too
    observer.log(delivered.error().toString());
  if (result)
    result->trace = options.output;
  return result;
}

/// The stream for all output that is not a file of the run.
std::FILE *answersOf(const RunCommandOptions &options) {
  return writesStandardOutput(options) || !hasStandardOutput() ? stderr : stdout;
}

/// In a worker process, as a run: the compiler can crash on the code.
Result<void> emit(const RunCommandOptions &options) {
  const auto view = makeProgressView(ProgressStyle::None, answersOf(options));
  PSTUDIO_TRY(run(options, *view));
  return {};
}

int emitCommand(const RunCommandOptions &options) {
  if (const Result<void> done = emit(options); !done) {
    printError(done.error());
    return kFailed;
  }
  if (!isStandardOutput(options.output))
    printFormatted(answersOf(options), "wrote %s\n", options.output.c_str());
  return kDone;
}

} // namespace

int runCommand(const RunCommandOptions &options) {
  // A closed reader of the output, or a dead worker, is detected by a failing write.
  std::signal(SIGPIPE, SIG_IGN);
  if (options.emit)
    return emitCommand(options);
  const std::unique_ptr<ProgressView> view = makeProgressView(options.progress, answersOf(options));
  const Result<ResultMessage> result = run(options, *view);
  if (!result) {
    view->failed(result.error());
    return kFailed;
  }
  view->succeeded(*result);
  return kDone;
}

} // namespace pstudio::cli
