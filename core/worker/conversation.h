// SPDX-License-Identifier: Apache-2.0
// The application's side of one run: bytes of the worker in, progress, deadlines and the result
// out.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/process/exit_status.h"
#include "core/worker/message_stream.h"
#include "core/worker/run_observer.h"

namespace pstudio {

/// Time limits of a worker, and its name in errors.
struct ConversationSettings {
  std::string worker; ///< its program
  /// From cancel() or its last message until its process ends. After cancel(), results of another
  /// machine extend it as long as they arrive, and it does not hold while the worker saves the
  /// records so far (stages "decode" and "write").
  std::chrono::milliseconds grace;
  std::optional<std::chrono::milliseconds> helloLimit;  ///< until its hello; nothing: no limit
  std::optional<std::chrono::milliseconds> launchLimit; ///< for the stage "launch"
};

/// One run of one worker process. The driver writes and reads the bytes, kills the process when a
/// function demands it, and ends with result(). Times are the driver's. [not thread-safe]
class WorkerConversation {
public:
  using Time = std::chrono::steady_clock::time_point;

  /// The observer must outlive it.
  WorkerConversation(ConversationSettings settings, RunObserver &observer)
      : m_settings(std::move(settings)), m_observer(observer) {}

  /// The first bytes for the worker: the hello of `program` and the request. InvalidInput for a
  /// request that is too long.
  Result<std::vector<std::byte>> begin(const std::string &program, const RunRequest &request,
                                       Time now);
  /// Processes bytes that the worker wrote. False: the worker violates the protocol, kill it.
  bool take(std::span<const std::byte> bytes, Time now);
  /// The bytes that request the worker to stop.
  std::vector<std::byte> cancel(Time now);
  /// After cancel(): the worker has to end within the grace, whatever it does.
  void hurry(Time now) { m_deadline = now + m_settings.grace; }
  /// True if the deadline has passed: kill the worker. Each deadline passes once.
  bool expire(Time now);

  /// Time at which to call expire(); none: no deadline.
  std::optional<Time> deadline() const { return m_deadline; }
  bool isCancelling() const { return m_isCancelling; }
  /// True after the last message.
  bool isOver() const { return m_final.has_value(); }
  /// The last stage; empty before the first.
  const std::string &stage() const { return m_stage; }

  /// The result of the run, once the process has ended in this way and all its bytes are processed.
  /// Cancelled after cancel(), RunFailed for a worker that ended without its last message.
  Result<ResultMessage> result(const ExitStatus &status) const;

private:
  void acceptHello();
  Result<void> accept(const WorkerMessage &message, Time now);
  void beginStage(const std::string &name, Time now);
  Error unansweredError(const ExitStatus &status) const;

  const ConversationSettings m_settings;
  RunObserver &m_observer;
  MessageStream m_stream{Banner::Rejected};
  std::string m_stage;
  std::optional<Result<ResultMessage>> m_final;
  std::optional<Time> m_deadline; ///< when to kill the worker
  bool m_isCancelling = false;
  bool m_hasTimedOut = false;
};

} // namespace pstudio
