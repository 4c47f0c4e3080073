// SPDX-License-Identifier: Apache-2.0
// What the workers of other machines can run.
#pragma once

#include <atomic>
#include <vector>

#include "core/remote/remote_settings.h"
#include "core/worker/worker_messages.h"

namespace pstudio::cli {

/// The answer of a remote worker.
struct RemoteAnswer {
  std::string program; ///< name and version of the worker there
  std::string host;    ///< what the machine calls itself
  std::vector<TargetMessage> targets;
  double seconds = 0.0; ///< until it had answered
};

/// Asks one. Errors as RemoteLink::greet(); what the remote worker prints is left out. Takes no
/// longer than the remote's limits. [thread: any]
Result<RemoteAnswer> queryRemote(const RemoteTarget &remote, const std::atomic<bool> &cancel);

} // namespace pstudio::cli
