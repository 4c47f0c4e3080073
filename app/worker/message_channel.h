// SPDX-License-Identifier: Apache-2.0
// The worker's side of the pipes to the application.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>

#include "core/process/pipe.h"
#include "core/worker/worker_protocol.h"

namespace pstudio::cli {

/// Sends and receives whole messages. send() may be called from any thread, receive() from one.
class MessageChannel {
public:
  /// Takes over this process's standard input and output. Afterwards standard input is empty and
  /// standard output goes to standard error, so that output of a library cannot damage the
  /// protocol.
  static Result<MessageChannel> takeOverStandardStreams();

  MessageChannel(MessageChannel &&other) noexcept
      : m_in(std::move(other.m_in)), m_out(std::move(other.m_out)),
        m_frames(std::move(other.m_frames)) {}
  MessageChannel &operator=(MessageChannel &&) = delete;

  Result<void> send(const WorkerMessage &message);

  /// Waits for the next message. nullopt when the other side has closed, or when `stop` (a
  /// descriptor, or -1) becomes readable. Io after `limit` without data, if that is above 0.
  Result<std::optional<WorkerMessage>> receive(int stop = -1, std::chrono::milliseconds limit = {});

private:
  MessageChannel(Descriptor in, Descriptor out) : m_in(std::move(in)), m_out(std::move(out)) {}

  Descriptor m_in;
  Descriptor m_out;
  FrameReader m_frames;
  std::mutex m_sending;
};

} // namespace pstudio::cli
