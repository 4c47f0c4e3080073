// SPDX-License-Identifier: Apache-2.0
// A run on another machine, controlled by the local worker. Its application does not distinguish it
// from a local run.
#pragma once

#include <atomic>
#include <optional>

#include "collector/collector.h"
#include "core/remote/remote_settings.h"
#include "core/worker/worker_messages.h"

namespace pstudio::cli {

/// A machine and a target of it.
struct RemoteDestination {
  RemoteTarget remote;
  std::string target;
};
/// The machine that a request runs on; nothing: this machine. Errors of the specification and of
/// the remote settings; InvalidInput for an unknown remote.
Result<std::optional<RemoteDestination>> remoteDestinationOf(const RunRequest &request);

/// Requests of the application, set by other threads.
struct StopRequests {
  const std::atomic<bool> &cancel; ///< stop
  const std::atomic<bool> &isGone; ///< the application is gone
};

/// Sends the files of `request`, follows the run and stores its results. The stages are "connect",
/// "send", those of the remote worker, and "receive" while results arrive. Returns the last message
/// for the application, with the partial trace of a run that failed or whose connection was lost.
/// `sink` receives the progress.
WorkerMessage runOnRemote(const RunRequest &request, const RemoteDestination &destination,
                          ProgressSink &sink, const StopRequests &stop);

} // namespace pstudio::cli
