// SPDX-License-Identifier: Apache-2.0
// A run from another machine, as the remote worker conducts it: receives its files, runs them in a
// worker process of this machine, and returns the results.
#pragma once

#include <memory>

#include "app/worker/message_channel.h"
#include "core/remote/incoming_files.h"
#include "core/remote/job_folder.h"
#include "core/worker/worker_messages.h"

namespace pstudio::cli {

/// One run with a folder of its own. [one thread]
class RemoteJob {
public:
  /// Io if the folder cannot be made. The channel must outlive it.
  static Result<std::unique_ptr<RemoteJob>> make(MessageChannel &channel, IncomingLimits limits);

  /// Processes a message about one of its files. Errors as IncomingFiles.
  template <class Message> Result<void> take(const Message &message) {
    PSTUDIO_TRY(m_files.take(message));
    const std::optional<AckMessage> ack = m_files.takeAcknowledgement();
    return ack ? m_channel.send(*ack) : Result<void>();
  }

  /// Runs the request, sends progress and files, removes the folder and returns the last message.
  /// Nothing if the application is gone; the worker process is killed then.
  std::optional<WorkerMessage> run(const RunRequest &request);

private:
  RemoteJob(MessageChannel &channel, JobFolder folder, IncomingLimits limits)
      : m_channel(channel), m_folder(std::move(folder)), m_files(m_folder.files(), limits) {}

  Result<RunRequest> localRequest(const RunRequest &request) const;
  std::optional<WorkerMessage> runHere(const RunRequest &local, double silenceLimitSeconds);

  MessageChannel &m_channel;
  JobFolder m_folder;
  IncomingFiles m_files;
};

} // namespace pstudio::cli
