// SPDX-License-Identifier: Apache-2.0
#include "app/cli/worker_command.h"

#include <algorithm>
#include <csignal>
#include <cstdio>

#include <unistd.h>

#include "app/cli/cancel_listener.h"
#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/cli/program_info.h"
#include "collector/collector.h"
#include "core/pftrace/pftrace_writer.h"
#include "core/run/kept_trace.h"

namespace pstudio::cli {
namespace {

namespace fs = std::filesystem;

/// Turns what the collector says into messages. A message that cannot be sent is not an error of
/// the run: the listener notices that the application is gone and stops it.
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
  PSTUDIO_TRY_ASSIGN(RunSpec spec, request.specPath.empty()
                                       ? parseRunSpec(request.specText, request.folder)
                                       : loadRunSpec(request.specPath));
  PSTUDIO_TRY(applyOverrides(spec, request.overrides));
  return spec;
}

/// Before anything is compiled, so that an unwritable place costs no time.
Result<void> makeStaging(const RunRequest &request) {
  std::error_code error;
  if (!request.temporary.empty())
    fs::create_directory(request.temporary, error);
  if (error)
    return fail(ErrorCode::Io, "cannot write here: " + error.message(), request.output.string(),
                "choose a folder that exists and that you may write to");
  return {};
}

Result<void> saveTrace(const Trace &trace, const RunRequest &request, const fs::path &output) {
  if (request.temporary.empty())
    return writePftrace(trace, output);
  const fs::path staged = request.temporary / output.filename();
  PSTUDIO_TRY(writePftrace(trace, staged));
  std::error_code error;
  fs::rename(staged, output, error);
  if (error)
    return fail(ErrorCode::Io, "cannot put the trace in its place: " + error.message(),
                output.string());
  return {};
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

Result<RunOutcome> collectProgramFor(const RunRequest &request, MessageSink &sink,
                                     const std::atomic<bool> &cancel) {
  PSTUDIO_TRY_ASSIGN(ProgramSpec spec, loadProgramSpec(request.specPath));
  PSTUDIO_TRY(applyOverrides(spec, request.overrides));
  PSTUDIO_TRY(makeStaging(request));
  return collectProgram(spec, sink, cancel, {request.keepCapture, request.passes});
}

Result<RunOutcome> collectFor(const RunRequest &request, MessageSink &sink,
                              const std::atomic<bool> &cancel) {
  if (isProgramFile(request.specPath))
    return collectProgramFor(request, sink, cancel);
  PSTUDIO_TRY_ASSIGN(const RunSpec spec, specOf(request));
  PSTUDIO_TRY(makeStaging(request));
  CollectOptions options{request.keepCapture, request.passes};
  options.drainFolder = request.temporary;
  return collect(spec, sink, cancel, options);
}

/// The last message about a run that failed with a trace.
ErrorMessage keepTrace(const RunOutcome &outcome, const RunRequest &request, MessageSink &sink) {
  ErrorMessage message{*outcome.failure, outcome.failedStage, {}};
  const fs::path kept = keptTracePath(request.output, outcome.failure->code);
  if (const Result<void> saved = saveTrace(outcome.trace, request, kept); saved)
    message.trace = kept;
  else
    sink.log("the records so far could not be saved: " + saved.error().toString());
  return message;
}

/// Runs the request and returns the last message about it.
WorkerMessage perform(const RunRequest &request, MessageSink &sink,
                      const CancelListener &listener) {
  const auto failed = [&sink](const Error &error) {
    return ErrorMessage{error, sink.currentStage(), {}};
  };
  const Result<RunOutcome> outcome = collectFor(request, sink, listener.cancelled());
  if (!outcome)
    return failed(outcome.error());
  if (listener.isApplicationGone()) // nobody would know of a file
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

/// The application that started us may be gone without having tidied up.
void removeStaging(const RunRequest &request) {
  std::error_code ignored;
  if (!request.temporary.empty())
    fs::remove_all(request.temporary, ignored);
}

Result<void> converse(MessageChannel &channel) {
  PSTUDIO_TRY(channel.send(HelloMessage{kWorkerProtocolVersion, programName()}));
  PSTUDIO_TRY_ASSIGN(const std::optional<WorkerMessage> hello, channel.receive());
  if (!hello)
    return {};
  if (Result<void> accepted = requireHello(*hello); !accepted)
    return channel.send(ErrorMessage{accepted.error(), {}});
  PSTUDIO_TRY_ASSIGN(const std::optional<WorkerMessage> message, channel.receive());
  if (!message || std::holds_alternative<CancelRequest>(*message))
    return {};
  const auto *request = std::get_if<RunRequest>(&*message);
  if (!request)
    return fail(ErrorCode::InvalidFormat, "expected a run request", "worker stream");

  MessageSink sink(channel);
  PSTUDIO_TRY_ASSIGN(const auto listener, CancelListener::start(channel));
  const WorkerMessage last = perform(*request, sink, *listener);
  removeStaging(*request);
  return channel.send(last);
}

} // namespace

namespace {

int serve() {
  // An application that goes away is noticed by a failing write, not by dying.
  std::signal(SIGPIPE, SIG_IGN);
  Result<MessageChannel> channel = MessageChannel::takeOverStandardStreams();
  if (!channel) {
    printError(channel.error());
    return kFailed;
  }
  if (const Result<void> done = converse(*channel); !done) {
    printError(done.error());
    return kFailed;
  }
  return kDone;
}

} // namespace

void workerCommand() {
  const int exitCode = serve();
  // All is said and on disk. A driver's own tidying at exit would wait for a kernel that never
  // ends.
  std::fflush(nullptr);
  ::_exit(exitCode);
}

} // namespace pstudio::cli
