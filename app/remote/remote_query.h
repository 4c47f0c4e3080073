// SPDX-License-Identifier: Apache-2.0
// The targets of workers of other machines.
#pragma once

#include <atomic>
#include <vector>

#include "core/remote/remote_settings.h"
#include "core/worker/worker_messages.h"

namespace pstudio::cli {

/// The answer of a remote worker.
struct RemoteAnswer {
  std::string program; ///< name and version of the worker there
  std::string host;    ///< the host name of the machine
  std::vector<TargetMessage> targets;
  double seconds = 0.0; ///< until its answer
};

/// Queries one. Errors as RemoteLink::greet(); other output of the command is ignored. Takes no
/// longer than the remote's limits. [thread: any]
Result<RemoteAnswer> queryRemote(const RemoteTarget &remote, const std::atomic<bool> &cancel);

} // namespace pstudio::cli
