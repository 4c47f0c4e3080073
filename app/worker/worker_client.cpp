// SPDX-License-Identifier: Apache-2.0
#include "app/worker/worker_client.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <poll.h>

#include "app/worker/program_info.h"
#include "core/process/child_process.h"
#include "core/process/pipe.h"
#include "core/worker/conversation.h"
#include "core/worker/kept_trace.h"

namespace pstudio::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// Moves bytes between a worker process and the conversation with it.
class WorkerDriver {
public:
  WorkerDriver(PipedChild worker, WorkerConversation &conversation, StopSource &stop)
      : m_worker(std::move(worker)), m_conversation(conversation), m_stop(stop) {}

  ExitStatus run(std::span<const std::byte> opening) {
    write(opening);
    while (waitForInput()) {
    }
    m_worker.input.close();
    return m_worker.process.wait();
  }

private:
  /// A worker that died cannot be written to; its exit status is the better error.
  void write(std::span<const std::byte> bytes) {
    static_cast<void>(writeAll(m_worker.input.get(), bytes));
  }

  /// Waits for bytes, a signal or the deadline. False once the worker's output has ended.
  bool waitForInput() {
    std::array<pollfd, 2> waits{
        {{m_worker.output.get(), POLLIN, 0}, {m_stop.descriptor(), POLLIN, 0}}};
    const int ready = ::poll(waits.data(), waits.size(), pollTimeout());
    if (ready < 0 && errno != EINTR)
      return false;
    if (m_conversation.expire(Clock::now()))
      m_worker.process.kill(SIGKILL);
    if (ready > 0 && waits[1].revents != 0)
      handleSignal();
    return ready <= 0 || waits[0].revents == 0 || readOutput();
  }

  /// [ms] until the deadline, -1 without one; an hour at most, so that it fits.
  int pollTimeout() const {
    if (!m_conversation.deadline())
      return -1;
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(*m_conversation.deadline() - Clock::now());
    return static_cast<int>(std::clamp<int64_t>(left.count(), 0, 3'600'000));
  }

  void handleSignal() {
    if (m_stop.take() == 0)
      return;
    if (m_conversation.isCancelling())
      m_worker.process.kill(SIGKILL);
    else
      write(m_conversation.cancel(Clock::now()));
  }

  bool readOutput() {
    std::array<std::byte, 65536> buffer;
    const Result<size_t> got = readSome(m_worker.output.get(), buffer);
    if (!got || *got == 0)
      return false;
    if (m_conversation.take(std::span(buffer).first(*got), Clock::now()))
      return true;
    m_worker.process.kill(SIGKILL);
    return false;
  }

  PipedChild m_worker;
  WorkerConversation &m_conversation;
  StopSource &m_stop;
};

} // namespace

std::chrono::milliseconds launchLimitFor(double totalSeconds) {
  return std::chrono::milliseconds(static_cast<int64_t>((totalSeconds + 5.0) * 1000.0));
}

Result<ResultMessage> runInWorker(const RunRequest &request, const WorkerOptions &options,
                                  StopSource &stop, RunObserver &observer) {
  WorkerConversation conversation({options.program, options.grace, {}, options.launchLimit},
                                  observer);
  PSTUDIO_TRY_ASSIGN(const std::vector<std::byte> opening,
                     conversation.begin(programName(), request, Clock::now()));
  ChildStart start;
  start.words = {options.program.string(), "worker"};
  start.group = ChildGroup::OfParent;
  start.blocked = signalSet({SIGINT}); // only the parent handles Ctrl-C at a terminal
  PSTUDIO_TRY_ASSIGN(PipedChild worker, startPiped(std::move(start), /*capturesErrors=*/false));
  const ExitStatus status = WorkerDriver(std::move(worker), conversation, stop).run(opening);
  Result<ResultMessage> result = conversation.result(status);
  if (!result)
    saveDrainedRecords(request, observer);
  return result;
}

} // namespace pstudio::cli
