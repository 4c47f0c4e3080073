// SPDX-License-Identifier: Apache-2.0
// The parent's side of a run: starts the worker process, follows it, stops it, and says how it
// ended.
#pragma once

#include <chrono>
#include <filesystem>
#include <string_view>

#include "app/worker/stop_signals.h"
#include "core/worker/worker_messages.h"

namespace pstudio::cli {

/// Hears how the worker gets on. Called from the thread that runs runInWorker().
class RunObserver {
public:
  virtual ~RunObserver() = default;
  virtual void stage(std::string_view name) = 0;
  virtual void fraction(double done) = 0; ///< of the current stage, 0..1
  virtual void log(std::string_view line) = 0;
  /// Text that the program itself printed, as it printed it.
  virtual void output(std::string_view text) = 0;
  /// The run failed, and what it had recorded is in this file. Called before runInWorker() returns
  /// the error.
  virtual void kept(const std::filesystem::path &trace) = 0;
};

struct WorkerOptions {
  std::filesystem::path program = "/proc/self/exe"; ///< started with the argument "worker"
  /// How long the stage "launch" may take before the worker is killed: a backstop for a worker that
  /// does not keep its own time limit.
  std::chrono::milliseconds launchLimit = std::chrono::hours(24);
  /// How long a worker may take to end after it was asked to stop or has given its result.
  std::chrono::milliseconds grace = std::chrono::seconds(5);
};

/// How long all launches may take together if each keeps its limit, with room for starting and
/// ending them.
std::chrono::milliseconds launchLimitFor(double secondsInAll);

/// Runs one request to its end. A signal asks the worker to stop, a second one kills it
/// (Cancelled). A worker that dies gives RunFailed with the signal's name and the last stage. When
/// this returns the worker is gone. [thread: any]
Result<ResultMessage> runInWorker(const RunRequest &request, const WorkerOptions &options,
                                  StopSource &stop, RunObserver &observer);

} // namespace pstudio::cli
