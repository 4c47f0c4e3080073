// SPDX-License-Identifier: Apache-2.0
// The local end of a connection to a worker of another machine: a command whose standard streams
// carry the worker protocol.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/process/child_process.h"
#include "core/remote/link_failure.h"
#include "core/remote/remote_settings.h"
#include "core/worker/message_stream.h"

namespace pstudio::cli {

/// Never waits to write: messages wait here until the remote worker takes them. The command and its
/// children have no terminal, so no password prompt can block them. The destructor ends the
/// command. [one thread]
class RemoteLink {
public:
  using Clock = std::chrono::steady_clock;

  /// Starts the command of `remote`, whose name may be empty. Io if it cannot be started.
  static Result<std::unique_ptr<RemoteLink>> start(const RemoteTarget &remote);
  RemoteLink(const RemoteLink &) = delete;
  RemoteLink &operator=(const RemoteLink &) = delete;
  ~RemoteLink();

  /// Sends the hello and waits for that of the remote worker. Its errors name the reason why no
  /// worker answered, or the versions that do not match; Cancelled once `cancel` is set.
  Result<HelloMessage> greet(const std::atomic<bool> &cancel);
  /// From now on sends heartbeats, and the silence limit of the remote replaces its connect limit.
  void keepAlive() { m_silenceLimit = m_remote.silenceLimit; }
  /// The stage that errors of a lost connection name.
  void setStage(std::string stage) { m_stage = std::move(stage); }

  /// Queues a message. InvalidInput if it is too long for one.
  Result<void> send(const WorkerMessage &message);
  /// Bytes in the queue.
  size_t queuedBytes() const { return m_queuedBytes; }

  /// The next message; nothing after `limit`, or as soon as the queue is empty if the caller has
  /// more to send. Fails if the remote worker violates the protocol, has ended or has sent nothing
  /// for too long.
  Result<std::optional<WorkerMessage>> next(std::chrono::milliseconds limit, bool hasMore = false);
  /// The next message, however long it takes. Errors as next(); Cancelled once `cancel` is set.
  Result<WorkerMessage> await(const std::atomic<bool> &cancel);

  /// Lines on the standard error of the command and the remote worker since the last call.
  std::vector<std::string> takeLines();

  /// Gives the command `limit` to end by itself, then kills it.
  void close(std::chrono::milliseconds limit);

private:
  RemoteLink(const RemoteTarget &remote, std::vector<std::string> command, PipedChild process);

  Result<std::optional<WorkerMessage>> readMessage();
  Result<void> sendHeartbeat();
  void wait(std::chrono::milliseconds limit);
  void readOutput();
  void readErrors();
  void writeQueue();
  /// Ends the command and describes why the link is lost.
  tl::unexpected<Error> failure(std::chrono::seconds silence = {});

  RemoteTarget m_remote;
  std::vector<std::string> m_command;
  PipedChild m_process;
  MessageStream m_stream{Banner::Skipped};
  std::deque<std::vector<std::byte>> m_queue;
  size_t m_queueBegin = 0; ///< written bytes of the first element
  size_t m_queuedBytes = 0;
  std::string m_stage;
  std::optional<std::chrono::seconds> m_silenceLimit; ///< of keepAlive()
  Clock::time_point m_lastHeartbeat = Clock::now();   ///< of this side
  Clock::time_point m_lastReceived = Clock::now();
  std::string m_errorOutput; ///< the end of its standard error
  std::string m_halfLine;    ///< of its standard error
  std::vector<std::string> m_lines;
  bool m_hasEnded = false;
};

} // namespace pstudio::cli
