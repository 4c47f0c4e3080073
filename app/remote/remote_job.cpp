// SPDX-License-Identifier: Apache-2.0
#include "app/remote/remote_job.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include "app/remote/file_sender.h"
#include "app/remote/log_tail.h"
#include "app/worker/cancel_listener.h"
#include "app/worker/worker_client.h"
#include "core/remote/returned_file.h"
#include "core/remote/run_bundle.h"
#include "core/run/program_spec.h"
#include "core/run/target_place.h"

namespace pstudio::cli {
namespace {

namespace fs = std::filesystem;

/// A thread that sends a HeartbeatMessage four times in the time that the application waits for
/// one, but at least every five seconds, until it goes.
class HeartbeatSender {
public:
  /// \param pendingBytes  HeartbeatMessage::pendingBytes, read each time on the thread.
  /// The channel must outlive it.
  HeartbeatSender(MessageChannel &channel, double silenceLimitSeconds,
                  std::function<uint64_t()> pendingBytes);
  ~HeartbeatSender();
  HeartbeatSender(const HeartbeatSender &) = delete;
  HeartbeatSender &operator=(const HeartbeatSender &) = delete;

private:
  std::mutex m_mutex;
  std::condition_variable m_ended;
  bool m_isOver = false;
  std::thread m_thread;
};

HeartbeatSender::HeartbeatSender(MessageChannel &channel, double silenceLimitSeconds,
                                 std::function<uint64_t()> pendingBytes) {
  const double seconds = silenceLimitSeconds > 0.0 ? std::min(silenceLimitSeconds / 4, 5.0) : 5.0;
  const auto pause = std::chrono::milliseconds(static_cast<int64_t>(seconds * 1e3));
  m_thread = std::thread([this, &channel, pause, pending = std::move(pendingBytes)] {
    std::unique_lock lock(m_mutex);
    while (!m_ended.wait_for(lock, pause, [this] { return m_isOver; })) {
      lock.unlock(); // a send may wait for a slow link
      static_cast<void>(channel.send(HeartbeatMessage{pending()}));
      lock.lock();
    }
  });
}

HeartbeatSender::~HeartbeatSender() {
  {
    const std::lock_guard lock(m_mutex);
    m_isOver = true;
  }
  m_ended.notify_all();
  m_thread.join();
}

/// Stops the worker process for the remote application: the first request cancels, the second one
/// kills.
class StopPipe final : public StopSource {
public:
  explicit StopPipe(Pipe pipe) : m_pipe(std::move(pipe)) {
    ::fcntl(m_pipe.readEnd.get(), F_SETFL, O_NONBLOCK);
  }
  int descriptor() const override { return m_pipe.readEnd.get(); }
  int take() override {
    char wish = 0;
    return ::read(m_pipe.readEnd.get(), &wish, 1) == 1 ? 1 : 0;
  }
  /// [any thread]
  void request() {
    const std::byte wish{1};
    static_cast<void>(writeAll(m_pipe.writeEnd.get(), std::span(&wish, 1)));
  }

private:
  Pipe m_pipe;
};

/// Forwards the progress of the worker process, with the application's paths instead of those of
/// this machine.
class Relay final : public RunObserver {
public:
  Relay(MessageChannel &channel, const fs::path &folder) : m_channel(channel), m_folder(folder) {}

  void stage(std::string_view name) override {
    m_stage = name;
    send(StageMessage{m_stage});
  }
  void fraction(double done) override { send(ProgressMessage{std::clamp(done, 0.0, 1.0)}); }
  void log(std::string_view line) override { send(LogMessage{here(line)}); }
  void output(std::string_view text) override { send(OutputMessage{std::string(text)}); }
  void kept(const fs::path &trace) override { m_kept = trace; }

  std::string here(std::string_view text) const {
    return withoutFolder(std::string(text), m_folder);
  }
  Error here(const Error &error) const {
    return {error.code, here(error.message), here(error.where), here(error.hint)};
  }
  const std::string &currentStage() const { return m_stage; }
  const fs::path &keptTrace() const { return m_kept; } ///< empty if there is none

private:
  /// The listener detects a message that cannot be sent.
  void send(const WorkerMessage &message) { static_cast<void>(m_channel.send(message)); }

  MessageChannel &m_channel;
  const fs::path m_folder;
  std::string m_stage;
  fs::path m_kept;
};

Result<double> timeLimitOf(const RunRequest &local) {
  if (isProgramFile(local.specPath))
    return local.overrides.timeLimitSeconds.value_or(ProgramSpec{}.timeLimitSeconds);
  PSTUDIO_TRY_ASSIGN(const RunSpec spec, parseRunSpec(local.specText, local.folder));
  return spec.timeLimitSeconds * (spec.warmup + spec.repeat);
}

/// Sends the files of the run, whether it succeeded or not.
Result<void> returnFiles(FileSender &sender, const RunRequest &local, const fs::path &trace,
                         uint64_t slices) {
  const auto sendIfMade = [&](const fs::path &path, std::string_view name,
                              uint64_t items) -> Result<void> {
    std::error_code ignored;
    if (path.empty() || !fs::is_regular_file(path, ignored))
      return {};
    return sender.send(path, name, items);
  };
  PSTUDIO_TRY(sendIfMade(local.passes, kReturnedPasses, 0));
  PSTUDIO_TRY(sendIfMade(local.overrides.callbackOutput, kReturnedCallbacks, 0));
  PSTUDIO_TRY(sendIfMade(local.keepCapture, kReturnedCapture, 0));
  return sendIfMade(trace, local.emit.empty() ? kReturnedTrace : kReturnedCode, slices);
}

} // namespace

Result<std::unique_ptr<RemoteJob>> RemoteJob::make(MessageChannel &channel, IncomingLimits limits) {
  PSTUDIO_TRY_ASSIGN(JobFolder folder, JobFolder::make());
  return std::unique_ptr<RemoteJob>(new RemoteJob(channel, std::move(folder), limits));
}

/// The request with the paths of this machine. Its files must have arrived.
Result<RunRequest> RemoteJob::localRequest(const RunRequest &request) const {
  RunRequest local = request;
  local.worker.clear();
  std::vector<std::string> names{request.specPath.string()};
  if (request.specPath.empty()) {
    PSTUDIO_TRY_ASSIGN(names, filesOfSpec(request.specText));
  }
  for (const std::string &name : names) {
    const IncomingFile *file = m_files.find(name);
    if (!file || !file->isComplete)
      return fail(ErrorCode::InvalidInput, "a file of the run was not sent with it", "/" + name);
  }
  if (!request.specPath.empty())
    local.specPath = m_folder.files() / request.specPath;
  local.folder = local.fileRoot = m_folder.files();
  local.isBundled = false;
  const std::string target = request.overrides.target.value_or("");
  if (!splitPlace(target).remote.empty())
    return fail(ErrorCode::Unsupported, "nested remote targets are not supported", target);
  local.overrides.callbacks.clear(); // it is in the specification
  const auto wanted = [&](const fs::path &asked, std::string_view name) {
    return asked.empty() ? fs::path() : m_folder.results() / name;
  };
  local.output = m_folder.results() / (request.emit.empty() ? kReturnedTrace : kReturnedCode);
  local.temporary = m_folder.results() / "staging";
  local.keepCapture = wanted(request.keepCapture, kReturnedCapture);
  local.passes = wanted(request.passes, kReturnedPasses);
  local.overrides.callbackOutput = wanted(request.overrides.callbackOutput, kReturnedCallbacks);
  return local;
}

std::optional<WorkerMessage> RemoteJob::run(const RunRequest &request) {
  const Result<RunRequest> local = localRequest(request);
  std::optional<WorkerMessage> last =
      local ? runHere(*local, request.silenceLimitSeconds)
            : std::optional<WorkerMessage>(ErrorMessage{local.error(), {}, {}});
  m_folder.remove();
  return last;
}

std::optional<WorkerMessage> RemoteJob::runHere(const RunRequest &local,
                                                double silenceLimitSeconds) {
  Relay relay(m_channel, m_folder.files());
  const auto failed = [&](const Error &error) {
    return ErrorMessage{relay.here(error), relay.currentStage(), {}};
  };
  Result<Pipe> pipe = makePipe();
  const Result<double> timeLimit = timeLimitOf(local);
  if (!pipe || !timeLimit)
    return failed(pipe ? timeLimit.error() : pipe.error());
  StopPipe stop(*std::move(pipe));
  TransferWindow window;
  ListenerHooks hooks;
  hooks.acknowledged = [&](const AckMessage &ack) { window.acknowledge(ack.bytes); };
  hooks.cancelled = [&] { stop.request(); };
  hooks.gone = [&] {
    window.close();
    stop.request();
    stop.request();
  };
  hooks.silenceLimit = std::chrono::milliseconds(static_cast<int64_t>(silenceLimitSeconds * 1e3));
  const Result<std::unique_ptr<CancelListener>> listener =
      CancelListener::start(m_channel, std::move(hooks));
  if (!listener)
    return failed(listener.error());

  FileSender sender(m_channel, window);
  LogTail tail(local.temporary, sender);
  const HeartbeatSender heartbeat(m_channel, silenceLimitSeconds,
                                  [&] { return tail.pendingBytes(); });
  WorkerOptions options;
  options.launchLimit = launchLimitFor(*timeLimit);
  const Result<ResultMessage> result = runInWorker(local, options, stop, relay);
  tail.finish();
  if ((*listener)->isApplicationGone())
    return std::nullopt;
  const fs::path trace = result ? local.output : relay.keptTrace();
  if (!trace.empty())
    relay.stage(kReceiveStage);
  if (const Result<void> sent = returnFiles(sender, local, trace, result ? result->slices : 0);
      !sent)
    return (*listener)->isApplicationGone() ? std::nullopt
                                            : std::optional<WorkerMessage>(failed(sent.error()));
  if (!result)
    return failed(result.error());
  return *result;
}

} // namespace pstudio::cli
