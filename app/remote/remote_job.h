// SPDX-License-Identifier: Apache-2.0
// The remote worker of a run from another machine: takes its files, runs them in a worker process
// of this machine, and returns what comes of it.
#pragma once

#include <memory>

#include "app/worker/message_channel.h"
#include "core/remote/incoming_files.h"
#include "core/remote/job_folder.h"
#include "core/worker/worker_messages.h"

namespace pstudio::cli {

/// One run, with a folder of its own that is removed with it. [one thread]
class RemoteJob {
public:
  /// Io if there is no place for its files. The channel must outlive it.
  static Result<std::unique_ptr<RemoteJob>> make(MessageChannel &channel, IncomingLimits limits);

  /// A message about one of its files. Errors as IncomingFiles.
  template <class Message> Result<void> take(const Message &message) {
    PSTUDIO_TRY(m_files.take(message));
    return acknowledge();
  }

  /// Runs the request and sends all that comes of it, but the last message, which it gives. Gives
  /// nothing if the application is gone; whatever runs is killed then. The folder is removed before
  /// it returns.
  std::optional<WorkerMessage> run(const RunRequest &request);

private:
  RemoteJob(MessageChannel &channel, JobFolder folder, IncomingLimits limits)
      : m_channel(channel), m_folder(std::move(folder)), m_files(m_folder.files(), limits) {}

  Result<void> acknowledge();
  Result<RunRequest> localRequest(const RunRequest &request) const;
  std::optional<WorkerMessage> runHere(const RunRequest &local, double silenceLimitSeconds);

  MessageChannel &m_channel;
  JobFolder m_folder;
  IncomingFiles m_files;
  uint64_t m_acknowledged = 0;
};

} // namespace pstudio::cli
