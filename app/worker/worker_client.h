// SPDX-License-Identifier: Apache-2.0
// A run in a worker process of this machine, for a program without an event loop.
#pragma once

#include <chrono>
#include <filesystem>

#include "app/worker/stop_signals.h"
#include "core/process/program_path.h"
#include "core/worker/run_observer.h"
#include "core/worker/worker_messages.h"

namespace pstudio::cli {

struct WorkerOptions {
  std::filesystem::path program = programToStartAgain(); ///< started with the argument "worker"
  /// Timeout of the stage "launch", after which the worker is killed, in case the worker does not
  /// enforce its own time limit.
  std::chrono::milliseconds launchLimit = std::chrono::hours(24);
  /// Timeout for the end of a worker after a request to stop or after its result.
  std::chrono::milliseconds grace = std::chrono::seconds(5);
};

/// Timeout of all launches together: `totalSeconds`, plus 5 s to start and end them.
std::chrono::milliseconds launchLimitFor(double totalSeconds);

/// Runs one request to its end. The first signal requests the worker to stop, the second one kills
/// it (Cancelled). A worker that dies gives RunFailed with the signal's name and the last stage.
/// The worker has ended when this returns. [thread: any]
Result<ResultMessage> runInWorker(const RunRequest &request, const WorkerOptions &options,
                                  StopSource &stop, RunObserver &observer);

} // namespace pstudio::cli
