// SPDX-License-Identifier: Apache-2.0
#include "app/cli/worker_command.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>

#include <unistd.h>

#include "app/cli/code_output.h"
#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/remote/remote_job.h"
#include "app/remote/remote_run.h"
#include "app/worker/cancel_listener.h"
#include "app/worker/program_info.h"
#include "collector/collector.h"
#include "core/base/output_file.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/source/stored_sources.h"
#include "core/worker/kept_trace.h"

namespace pstudio::cli {
namespace {

namespace fs = std::filesystem;

/// Sends the collector's progress as messages. A message that cannot be sent is not an error of the
/// run: the listener detects that the application is gone and stops it.
class MessageSink final : public ProgressSink {
public:
  explicit MessageSink(MessageChannel &channel) : m_channel(channel) {}

  void stage(std::string_view name) override {
    m_stage = name;
    static_cast<void>(m_channel.send(StageMessage{m_stage}));
  }
  void fraction(double done) override {
    static_cast<void>(m_channel.send(ProgressMessage{std::clamp(done, 0.0, 1.0)}));
  }
  void log(std::string_view line) override {
    static_cast<void>(m_channel.send(LogMessage{std::string(line)}));
  }

  void output(std::string_view text) override {
    constexpr size_t kPiece = 1 << 20; // far below the longest frame
    for (; !text.empty(); text.remove_prefix(std::min(kPiece, text.size())))
      static_cast<void>(m_channel.send(OutputMessage{std::string(text.substr(0, kPiece))}));
  }

  const std::string &currentStage() const { return m_stage; }

private:
  MessageChannel &m_channel;
  std::string m_stage;
};

Result<RunSpec> specOf(const RunRequest &request) {
  PSTUDIO_TRY_ASSIGN(RunSpec spec, readSpec(request));
  PSTUDIO_TRY(applyOverrides(spec, request.overrides));
  spec.fileRoot = request.fileRoot;
  return spec;
}

/// Before anything is compiled, so that an unwritable place costs no time.
Result<void> makeStaging(const RunRequest &request) {
  std::error_code error;
  if (!request.temporary.empty())
    fs::create_directory(request.temporary, error);
  if (error)
    return fail(ErrorCode::Io, "cannot write the output: " + error.message(),
                request.output.string(), "use an existing, writable folder");
  return {};
}

Result<void> saveTrace(const Trace &trace, const RunRequest &request, const fs::path &output) {
  if (request.temporary.empty())
    return writePftrace(trace, output);
  const fs::path staged = request.temporary / output.filename();
  PSTUDIO_TRY(writePftrace(trace, staged));
  return moveToOutput(staged, output);
}

ResultMessage describe(const RunOutcome &outcome, const fs::path &output) {
  ResultMessage message;
  message.trace = output;
  message.slices = outcome.trace.sliceCount();
  for (const Launch &launch : outcome.trace.launches()) {
    message.recordsWritten += launch.recordsWritten;
    message.recordsDropped += launch.recordsDropped;
  }
  for (const CheckOutcome &check : outcome.checks)
    message.checks.push_back({check.output, check.maxError, check.allowed, check.sample});
  return message;
}

CollectOptions optionsOf(const RunRequest &request) {
  CollectOptions options{request.keepCapture, request.passes};
  if (request.hasNoCache)
    options.cache = CacheSettings{{}, 0};
  return options;
}

/// Adds the texts of source files below the folder of `kernel` and the folders of the request.
RunOutcome withSourcesOf(RunOutcome outcome, const RunRequest &request, const fs::path &kernel) {
  StorableSources storable{request.sourceRoots, {}};
  storable.roots.push_back(kernel.parent_path());
  outcome.trace = withStoredSources(std::move(outcome.trace), storable);
  return outcome;
}

Result<RunOutcome> collectProgramFor(const RunRequest &request, MessageSink &sink,
                                     const std::atomic<bool> &cancel) {
  PSTUDIO_TRY_ASSIGN(ProgramSpec spec, loadProgramSpec(request.specPath));
  PSTUDIO_TRY(applyOverrides(spec, request.overrides));
  spec.fileRoot = request.fileRoot;
  PSTUDIO_TRY(makeStaging(request));
  PSTUDIO_TRY_ASSIGN(RunOutcome outcome, collectProgram(spec, sink, cancel, optionsOf(request)));
  return withSourcesOf(std::move(outcome), request, spec.file);
}

Result<RunOutcome> collectFor(const RunRequest &request, MessageSink &sink,
                              const std::atomic<bool> &cancel) {
  if (isProgramFile(request.specPath))
    return collectProgramFor(request, sink, cancel);
  PSTUDIO_TRY_ASSIGN(const RunSpec spec, specOf(request));
  PSTUDIO_TRY(makeStaging(request));
  CollectOptions options = optionsOf(request);
  options.drainFolder = request.temporary;
  PSTUDIO_TRY_ASSIGN(RunOutcome outcome, collect(spec, sink, cancel, options));
  return withSourcesOf(std::move(outcome), request, spec.kernelFile);
}

/// The last message about a run that failed with a trace.
ErrorMessage keepTrace(const RunOutcome &outcome, const RunRequest &request, MessageSink &sink) {
  ErrorMessage message{*outcome.failure, outcome.failedStage, {}};
  const fs::path kept = keptTracePath(request.output, outcome.failure->code);
  if (const Result<void> saved = saveTrace(outcome.trace, request, kept); saved)
    message.trace = kept;
  else
    sink.log("cannot save the partial trace: " + saved.error().toString());
  return message;
}

/// Compiles, and runs nothing.
Result<ResultMessage> emitCode(const RunRequest &request, MessageSink &sink) {
  const std::optional<CodeFormat> format = codeFormatNamed(request.emit);
  if (!format)
    return fail(ErrorCode::Unsupported, "unknown code format \"" + request.emit + "\"");
  sink.stage("compile");
  std::string code;
  if (isProgramFile(request.specPath)) {
    PSTUDIO_TRY_ASSIGN(ProgramSpec program, loadProgramSpec(request.specPath));
    PSTUDIO_TRY(applyOverrides(program, request.overrides));
    program.fileRoot = request.fileRoot;
    PSTUDIO_TRY(checkProgramFormat(*format));
    PSTUDIO_TRY_ASSIGN(code, emitPtx(program));
  } else {
    PSTUDIO_TRY_ASSIGN(const RunSpec spec, specOf(request));
    PSTUDIO_TRY_ASSIGN(code, pstudio::emitCode(spec, *format, optionsOf(request)));
  }
  PSTUDIO_TRY(writeOutput(request.output, code));
  ResultMessage result;
  result.trace = request.output;
  return result;
}

/// Runs the request and returns the last message about it.
WorkerMessage perform(const RunRequest &request, MessageSink &sink,
                      const CancelListener &listener) {
  const auto failed = [&sink](const Error &error) {
    return ErrorMessage{error, sink.currentStage(), {}};
  };
  const Result<std::optional<RemoteDestination>> destination = remoteDestinationOf(request);
  if (!destination)
    return failed(destination.error());
  if (*destination) {
    if (const Result<void> staging = makeStaging(request); !staging)
      return failed(staging.error());
    return runOnRemote(request, **destination, sink, {listener.cancelled(), listener.gone()});
  }
  if (!request.emit.empty()) {
    const Result<ResultMessage> emitted = emitCode(request, sink);
    return emitted ? WorkerMessage(*emitted) : failed(emitted.error());
  }
  Result<RunOutcome> outcome = collectFor(request, sink, listener.cancelled());
  if (!outcome)
    return failed(outcome.error());
  if (listener.isApplicationGone()) // no reader is left for a file
    return failed({ErrorCode::Cancelled, "the application is gone", {}, {}});
  if (outcome->failure)
    return keepTrace(*outcome, request, sink);
  sink.stage("write");
  if (listener.cancelled())
    return failed({ErrorCode::Cancelled, "the run was stopped", {}, {}});
  if (const Result<void> saved = saveTrace(outcome->trace, request, request.output); !saved)
    return failed(saved.error());
  return describe(*outcome, request.output);
}

/// The application may be gone without a clean-up.
void removeStaging(const RunRequest &request) {
  std::error_code ignored;
  if (!request.temporary.empty())
    fs::remove_all(request.temporary, ignored);
}

Result<void> runHere(const RunRequest &request, MessageChannel &channel) {
  MessageSink sink(channel);
  PSTUDIO_TRY_ASSIGN(const auto listener, CancelListener::start(channel));
  // First the message: the application may end this process at any time, and then removes the rest.
  const Result<void> sent = channel.send(perform(request, sink, *listener));
  removeStaging(request);
  return sent;
}

TargetsMessage describeTargets() {
  std::array<char, 256> host{};
  TargetsMessage message;
  if (::gethostname(host.data(), host.size() - 1) == 0)
    message.host = host.data();
  for (const TargetInfo &target : listTargets())
    message.targets.push_back(
        {target.name, target.description, target.available, target.reason, target.offers});
  return message;
}

/// Answers the messages of an application up to the run.
class Service {
public:
  Service(MessageChannel &channel, const IncomingLimits &limits)
      : m_channel(channel), m_limits(limits) {}

  /// True after the last message.
  Result<bool> answer(const WorkerMessage &message) {
    if (const auto *request = std::get_if<RunRequest>(&message)) {
      PSTUDIO_TRY(request->isBundled ? runBundled(*request) : runHere(*request, m_channel));
      return true;
    }
    if (std::holds_alternative<ListTargetsRequest>(message)) {
      PSTUDIO_TRY(m_channel.send(describeTargets()));
      return true;
    }
    if (const auto *file = std::get_if<FileMessage>(&message))
      return take(*file);
    if (const auto *chunk = std::get_if<ChunkMessage>(&message))
      return take(*chunk);
    if (const auto *end = std::get_if<FileEndMessage>(&message))
      return take(*end);
    if (std::holds_alternative<CancelRequest>(message))
      return true;
    if (std::holds_alternative<HeartbeatMessage>(message))
      return false;
    return fail(ErrorCode::InvalidFormat, "expected a run request", "worker stream");
  }

private:
  /// Files come before the run, and make its folder.
  Result<void> prepare() {
    if (!m_run) {
      PSTUDIO_TRY_ASSIGN(m_run, RemoteJob::make(m_channel, m_limits));
    }
    return {};
  }

  template <class Message> Result<bool> take(const Message &message) {
    Result<void> taken = prepare();
    if (taken)
      taken = m_run->take(message);
    if (taken)
      return false;
    PSTUDIO_TRY(m_channel.send(ErrorMessage{taken.error(), {}}));
    return true;
  }

  Result<void> runBundled(const RunRequest &request) {
    if (const Result<void> prepared = prepare(); !prepared)
      return m_channel.send(ErrorMessage{prepared.error(), {}});
    const std::optional<WorkerMessage> last = m_run->run(request);
    return last ? m_channel.send(*last) : Result<void>();
  }

  MessageChannel &m_channel;
  const IncomingLimits m_limits;
  std::unique_ptr<RemoteJob> m_run;
};

Result<void> converse(MessageChannel &channel, const IncomingLimits &limits) {
  // An application that is busy with sending files is not silent for so long.
  constexpr std::chrono::minutes kLongestSilence{20};
  PSTUDIO_TRY(channel.send(
      HelloMessage{kWorkerProtocolVersion, programName(), {kCapabilityFiles, kCapabilityTargets}}));
  PSTUDIO_TRY_ASSIGN(const std::optional<WorkerMessage> hello,
                     channel.receive(-1, kLongestSilence));
  if (!hello)
    return {};
  if (Result<void> accepted = requireHello(*hello); !accepted)
    return channel.send(ErrorMessage{accepted.error(), {}});
  Service service(channel, limits);
  while (true) {
    PSTUDIO_TRY_ASSIGN(const std::optional<WorkerMessage> message,
                       channel.receive(-1, kLongestSilence));
    if (!message)
      return {};
    PSTUDIO_TRY_ASSIGN(const bool isDone, service.answer(*message));
    if (isDone)
      return {};
  }
}

} // namespace

namespace {

int serve(const IncomingLimits &limits) {
  // An application that goes away, and a file that may not grow any more, cause a failing write
  // instead of a signal that ends this process.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  Result<MessageChannel> channel = MessageChannel::takeOverStandardStreams();
  if (!channel) {
    printError(channel.error());
    return kFailed;
  }
  if (const Result<void> done = converse(*channel, limits); !done) {
    printError(done.error());
    return kFailed;
  }
  return kDone;
}

} // namespace

void workerCommand(const WorkerCommandOptions &options) {
  const int exitCode = serve({options.mostFiles, options.mostBytes});
  // All messages are sent and all files are on disk. A driver's clean-up at exit would wait for a
  // kernel that never ends.
  std::fflush(nullptr);
  ::_exit(exitCode);
}

} // namespace pstudio::cli
