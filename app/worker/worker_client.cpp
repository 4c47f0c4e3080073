// SPDX-License-Identifier: Apache-2.0
#include "app/worker/worker_client.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include <poll.h>

#include "app/worker/child_process.h"
#include "app/worker/program_info.h"
#include "core/capture/drained_trace.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/remote/returned_file.h"
#include "core/worker/kept_trace.h"
#include "core/worker/worker_protocol.h"

namespace pstudio::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// One conversation with one worker, from its start to its end.
class Conversation {
public:
  Conversation(ChildProcess worker, const WorkerOptions &options, StopSource &stop,
               RunObserver &observer)
      : m_worker(std::move(worker)), m_options(options), m_stop(stop), m_observer(observer) {}

  Result<ResultMessage> run(const RunRequest &request) {
    // A worker that died at once cannot be written to; how it died says more than the broken pipe.
    if (send(HelloMessage{kWorkerProtocolVersion, programName(), {}}))
      static_cast<void>(send(request));
    while (waitForNews()) {
    }
    return conclude();
  }

private:
  Result<void> send(const WorkerMessage &message) {
    PSTUDIO_TRY_ASSIGN(const std::vector<std::byte> frame, encodeMessage(message));
    return writeAll(m_worker.input().get(), frame);
  }

  /// Waits for bytes, a signal or the deadline. False once the worker's output has ended.
  bool waitForNews() {
    std::array<pollfd, 2> waits{
        {{m_worker.output().get(), POLLIN, 0}, {m_stop.descriptor(), POLLIN, 0}}};
    const int ready = ::poll(waits.data(), waits.size(), pollTimeout());
    if (ready < 0 && errno != EINTR)
      return false;
    if (m_deadline && Clock::now() >= *m_deadline)
      killForDeadline();
    if (ready > 0 && waits[1].revents != 0)
      handleSignal();
    if (ready > 0 && waits[0].revents != 0)
      return readOutput();
    return true;
  }

  /// [ms] until the deadline, -1 without one; an hour at most, so that it fits.
  int pollTimeout() const {
    if (!m_deadline)
      return -1;
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(*m_deadline - Clock::now()).count();
    return static_cast<int>(std::clamp<int64_t>(left, 0, 3'600'000));
  }

  void handleSignal() {
    if (m_stop.take() == 0)
      return;
    if (m_cancelled) {
      m_worker.kill(SIGKILL);
      return;
    }
    m_cancelled = true;
    static_cast<void>(send(CancelRequest{}));
    m_deadline = Clock::now() + m_options.grace;
  }

  void killForDeadline() {
    m_timedOut = !m_cancelled && !m_final;
    m_worker.kill(SIGKILL);
    m_deadline.reset();
  }

  bool readOutput() {
    std::array<std::byte, 65536> buffer;
    const Result<size_t> got = readSome(m_worker.output().get(), buffer);
    if (!got || *got == 0)
      return false;
    m_frames.append(std::span(buffer).first(*got));
    while (true) {
      Result<std::optional<WorkerMessage>> message = m_frames.next();
      if (!message)
        return abandon(std::move(message).error());
      if (!*message)
        return true;
      if (Result<void> accepted = accept(**message); !accepted)
        return abandon(std::move(accepted).error());
    }
  }

  /// Gives up on a worker that does not speak the protocol.
  bool abandon(Error error) {
    m_final = tl::unexpected<Error>(std::move(error));
    m_worker.kill(SIGKILL);
    return false;
  }

  Result<void> accept(const WorkerMessage &message) {
    if (!m_greeted) {
      m_greeted = true;
      return requireHello(message);
    }
    // Results that come from another machine may take their time after a stop, as long as they
    // come.
    if (m_cancelled && !m_final && m_stage == kReceiveStage)
      m_deadline = Clock::now() + m_options.grace;
    if (const auto *stage = std::get_if<StageMessage>(&message)) {
      m_stage = stage->name;
      // Only a launch is limited; being asked to stop has its own deadline.
      if (!m_cancelled)
        m_deadline = m_stage == "launch" ? std::optional(Clock::now() + m_options.launchLimit)
                                         : std::nullopt;
      m_observer.stage(m_stage);
    } else if (const auto *progress = std::get_if<ProgressMessage>(&message)) {
      m_observer.fraction(progress->fraction);
    } else if (const auto *log = std::get_if<LogMessage>(&message)) {
      m_observer.log(log->line);
    } else if (const auto *output = std::get_if<OutputMessage>(&message)) {
      m_observer.output(output->text);
    } else if (const auto *result = std::get_if<ResultMessage>(&message)) {
      finish(*result);
    } else if (const auto *error = std::get_if<ErrorMessage>(&message)) {
      if (!error->trace.empty())
        m_observer.kept(error->trace);
      finish(tl::unexpected<Error>(error->error));
    } else {
      return fail(ErrorCode::InvalidFormat,
                  "the worker sent a message that only the application may send", "worker stream");
    }
    return {};
  }

  void finish(Result<ResultMessage> result) {
    m_final = std::move(result);
    m_deadline = Clock::now() + m_options.grace;
  }

  Result<ResultMessage> conclude() {
    m_worker.input().close();
    const ExitStatus status = m_worker.wait();
    if (m_final)
      return *std::move(m_final);
    if (m_cancelled)
      return fail(ErrorCode::Cancelled, "the run was stopped");
    if (m_timedOut)
      return fail(ErrorCode::RunFailed,
                  "the kernel did not stop at its time limit and its process was ended",
                  stageText());
    if (status.signal != 0)
      return fail(ErrorCode::RunFailed,
                  "the worker process was ended by " + signalText(status.signal), stageText(),
                  signalHint(status.signal));
    return fail(ErrorCode::RunFailed,
                "the worker process ended with exit code " + std::to_string(status.exitCode) +
                    " before it gave a result",
                stageText());
  }

  std::string stageText() const {
    return m_stage.empty() ? "before the first stage" : "stage " + m_stage;
  }

  static std::string signalText(int signal) {
    const char *name = ::sigabbrev_np(signal);
    const char *description = ::sigdescr_np(signal);
    return name ? "SIG" + std::string(name) + " (" + description + ")"
                : "signal " + std::to_string(signal);
  }

  static std::string signalHint(int signal) {
    if (signal == SIGKILL)
      return "somebody killed it, or the system ran out of memory";
    if (signal == SIGTERM || signal == SIGHUP)
      return "somebody asked it to end";
    return "the kernel or its compiler crashed; lines above may say more";
  }

  ChildProcess m_worker;
  const WorkerOptions &m_options;
  StopSource &m_stop;
  RunObserver &m_observer;

  FrameReader m_frames;
  bool m_greeted = false;
  std::string m_stage;
  std::optional<Result<ResultMessage>> m_final;
  bool m_cancelled = false;
  bool m_timedOut = false;
  std::optional<Clock::time_point> m_deadline; ///< when to kill the worker
};

/// A worker that ended by itself has removed its folder; in that of one that died there may be
/// records that it had drained.
Result<void> keepDrained(const RunRequest &request, RunObserver &observer) {
  if (request.temporary.empty())
    return {};
  PSTUDIO_TRY_ASSIGN(const std::optional<Trace> trace, record::decodeDrainLogs(request.temporary));
  if (!trace)
    return {};
  const std::filesystem::path kept = keptTracePath(request.output, ErrorCode::RunFailed);
  PSTUDIO_TRY(writePftrace(*trace, kept));
  observer.kept(kept);
  return {};
}

} // namespace

std::chrono::milliseconds launchLimitFor(double secondsInAll) {
  return std::chrono::milliseconds(static_cast<int64_t>((secondsInAll + 5.0) * 1000.0));
}

Result<ResultMessage> runInWorker(const RunRequest &request, const WorkerOptions &options,
                                  StopSource &stop, RunObserver &observer) {
  PSTUDIO_TRY_ASSIGN(ChildProcess worker, ChildProcess::start(options.program, {"worker"}));
  Result<ResultMessage> result =
      Conversation(std::move(worker), options, stop, observer).run(request);
  if (result)
    return result;
  if (const Result<void> kept = keepDrained(request, observer); !kept)
    observer.log("the records so far could not be saved: " + kept.error().toString());
  return result;
}

} // namespace pstudio::cli
