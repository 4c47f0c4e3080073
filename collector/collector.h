// SPDX-License-Identifier: Apache-2.0
// The collector's front door: a run specification goes in, a Trace comes out. No MLIR or vendor
// type leaves it.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collector/cache/cache_settings.h"
#include "core/base/result.h"
#include "core/run/code_format.h"
#include "core/run/program_spec.h"
#include "core/run/run_spec.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Hears how a run gets on. Called from the thread that runs collect() only.
class ProgressSink {
public:
  virtual ~ProgressSink() = default;
  /// A new stage: "parse", "open" (the device), "instrument", "lower", "compile", then "launch"
  /// and, unless it is a warm-up, "decode" for each launch, then "check".
  virtual void stage(std::string_view name) = 0;
  /// Share of the current stage that is done, 0..1, at most about 20 times a second.
  virtual void fraction(double done) = 0;
  /// A line for the log (a compiler warning, a measured figure).
  virtual void log(std::string_view line) = 0;
  /// Text that the program or a kernel printed, as it was printed: any number of lines, or a part
  /// of one. Goes to the log unless overridden.
  virtual void output(std::string_view text) { log(text); }
};

/// Result of one check of the specification.
struct CheckOutcome {
  std::string output;
  double maxError = 0.0; ///< measured; infinity if a value is not finite
  double allowed = 0.0;
  std::string sample = {}; ///< what of the output was compared, "64 of 4096 rows"; empty: all of it
  bool passed() const { return maxError <= allowed; }
};

/// The outcome of a run.
struct RunOutcome {
  Trace trace;
  std::vector<CheckOutcome> checks;
  /// Why the run failed, although there is a trace: of the launches before and of what the failing
  /// one recorded so far, or the whole one of a kernel whose result is wrong (WrongResult). A note
  /// in the trace says it too.
  std::optional<Error> failure;
  std::string failedStage = {}; ///< in which it failed; the records are decoded after that
};

/// Outputs of a run besides its trace, and its folders.
struct CollectOptions {
  /// Where the profile buffers go as the device left them (core/capture/capture_file.h); empty =
  /// nowhere. Holds them all in memory.
  std::filesystem::path keepCapture;
  /// Where the report of the compiler's passes goes (core/run/pass_report.h), also if the compile
  /// fails; empty = none is made.
  std::filesystem::path passes = {};
  /// Where compiled kernels and the reports of their passes are looked for and kept; none: where
  /// the environment says.
  std::optional<CacheSettings> cache = {};
  /// Where the records of streamed launches go while their kernels run, each in a drain log
  /// (core/record/stream_log.h) that is removed at the end: an existing folder. They are all that
  /// is left if this process is killed. Empty: a folder for temporary files.
  std::filesystem::path drainFolder = {};
};

/// Compiles, runs and decodes. A wrong result is ErrorCode::WrongResult; a faulting kernel and one
/// that meets its time limit RunFailed; `cancel` set by another thread ends the run within about
/// 100 ms with Cancelled. These come as RunOutcome::failure if anything had been recorded. [thread:
/// any, one run at a time per process]
Result<RunOutcome> collect(const RunSpec &spec, ProgressSink &progress,
                           const std::atomic<bool> &cancel, const CollectOptions &options = {});

/// As collect(), for a whole program: its host code is compiled and runs here, and every launch of
/// it is instrumented and comes into the trace. The stages are "parse", "open", "compile", then
/// "launch" while the program runs, with "instrument", "lower", "compile" before a kernel's first
/// launch and "decode" after each. What the program prints is ProgressSink::output(). The time
/// limit is that of the whole program. [thread: any, one run at a time per process]
Result<RunOutcome> collectProgram(const ProgramSpec &spec, ProgressSink &progress,
                                  const std::atomic<bool> &cancel,
                                  const CollectOptions &options = {});

/// The instrumented kernel's code, for the architecture that the target names ("cuda:sm_90a",
/// "hip:gfx942") or, of PTX, that of the device. Nothing runs; without a device the target has to
/// name one. Of the options `passes` counts. Unsupported for a format that the target does not
/// have; other errors as collect(). [thread: any]
Result<std::string> emitCode(const RunSpec &spec, CodeFormat format,
                             const CollectOptions &options = {});
inline Result<std::string> emitPtx(const RunSpec &spec, const CollectOptions &options = {}) {
  return emitCode(spec, CodeFormat::Ptx, options);
}

/// PTX of every kernel of a program, in the order of their launches, each text of its own
/// after a comment with its name and the place. Unsupported if a launch's block, cluster or dynamic
/// shared memory is no constant: the code depends on these.
Result<std::string> emitPtx(const ProgramSpec &spec);

/// A target and whether this machine and build can run it.
struct TargetInfo {
  std::string name;        ///< as in a specification: "cpu"
  std::string description; ///< "CPU model: 4 virtual SMs, 2 host workers"
  bool available = false;
  std::string reason; ///< why not
  /// Other tools of the machine, shown to the user: such as "CUPTI 13.0".
  std::vector<std::string> offers = {};
};
std::vector<TargetInfo> listTargets();

/// Names of all hardware counters of a chip by CUPTI's name ("GH100"), or of this machine's GPU if
/// it is empty, sorted. A request names one of them, followed by a rollup ("NAME.sum").
/// Unsupported where there is no CUPTI or no GPU.
Result<std::vector<std::string>> listCounters(const std::string &chip);

} // namespace pstudio
