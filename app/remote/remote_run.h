// SPDX-License-Identifier: Apache-2.0
// A run on another machine, as the worker process of this one conducts it: to its application it
// looks like any other run.
#pragma once

#include <atomic>
#include <optional>

#include "collector/collector.h"
#include "core/remote/remote_settings.h"
#include "core/worker/worker_messages.h"

namespace pstudio::cli {

/// Where a request is to run: a machine and the target there. Nothing if that is this machine.
/// Errors of the specification and of the remote settings; InvalidInput for an unknown remote.
struct RemoteDestination {
  RemoteTarget remote;
  std::string target;
};
Result<std::optional<RemoteDestination>> remoteDestinationOf(const RunRequest &request);

/// What the application wants, as other threads set it.
struct StopWishes {
  const std::atomic<bool> &cancel; ///< stop
  const std::atomic<bool> &isGone; ///< it is not there any more
};

/// Sends the files of `request`, follows the run and puts its results in their places. The stages
/// are "connect", "send", those of the remote worker, and "receive" while results come. Gives the
/// last message to the application: of a run that failed, or whose connection was lost, with the
/// trace of what had arrived. `sink` hears what the remote worker says.
WorkerMessage runOnRemote(const RunRequest &request, const RemoteDestination &destination,
                          ProgressSink &sink, const StopWishes &stop);

} // namespace pstudio::cli
