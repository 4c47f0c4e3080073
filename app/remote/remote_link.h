// SPDX-License-Identifier: Apache-2.0
// The near end of a connection to a worker of another machine: a command whose standard streams
// carry the worker protocol.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/worker/child_process.h"
#include "core/remote/link_failure.h"
#include "core/remote/remote_settings.h"
#include "core/worker/hello_finder.h"
#include "core/worker/worker_protocol.h"

namespace pstudio::cli {

/// Never waits to write: what is sent waits here until the far end takes it. Whatever the command
/// starts has no terminal, so nothing asks for a password unseen. When this goes the command is
/// gone, too. [one thread]
class RemoteLink {
public:
  using Clock = std::chrono::steady_clock;

  /// Starts the command of `remote`, whose name may be empty. Io if it cannot be started.
  static Result<std::unique_ptr<RemoteLink>> start(const RemoteTarget &remote);
  RemoteLink(const RemoteLink &) = delete;
  RemoteLink &operator=(const RemoteLink &) = delete;
  ~RemoteLink();

  /// Says hello and waits for the far end's. Its errors tell why nobody answered, or which versions
  /// do not fit; Cancelled once `cancel` is set.
  Result<HelloMessage> greet(const std::atomic<bool> &cancel);

  /// Queues a message. InvalidInput if it is too long for one.
  Result<void> send(const WorkerMessage &message);
  /// Bytes that wait to be taken.
  size_t queuedBytes() const { return m_queuedBytes; }

  /// What came, if anything: nothing after `limit`, or as soon as the queue is empty where the
  /// caller has more to send. An error if the far end does not keep to the protocol, or if it
  /// has ended: hasEnded() tells which.
  Result<std::optional<WorkerMessage>> next(std::chrono::milliseconds limit, bool hasMore = false);
  bool hasEnded() const { return m_hasEnded; }
  /// When something came last.
  Clock::time_point lastHeard() const { return m_lastHeard; }

  /// Lines that the command, or the far end through it, has printed for people since the last call.
  std::vector<std::string> takeLines();

  /// Ends the command and says why the link is gone. `stage` as in LinkEnd.
  Error failure(const std::string &stage, std::chrono::seconds silence = {});
  /// Gives the command `limit` to end by itself, then ends it.
  void close(std::chrono::milliseconds limit);

private:
  RemoteLink(const RemoteTarget &remote, std::vector<std::string> command, ChildProcess process);

  Result<std::optional<WorkerMessage>> fromReader();
  void wait(std::chrono::milliseconds limit);
  Result<void> readOutput();
  void readErrors();
  void writeQueue();
  Result<HelloMessage> acceptHello(const WorkerMessage &message);

  RemoteTarget m_remote;
  std::vector<std::string> m_command;
  ChildProcess m_process;
  HelloFinder m_finder;
  FrameReader m_frames;
  std::deque<std::vector<std::byte>> m_queue;
  size_t m_queueBegin = 0; ///< of the first element, what has been written
  size_t m_queuedBytes = 0;
  Clock::time_point m_lastHeard = Clock::now();
  std::string m_said;     ///< the end of its standard error
  std::string m_halfLine; ///< of its standard error
  std::vector<std::string> m_lines;
  bool m_hasFoundHello = false;
  bool m_hasAnswered = false;
  bool m_hasEnded = false;
};

} // namespace pstudio::cli
