// SPDX-License-Identifier: Apache-2.0
#include "app/remote/remote_run.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "app/remote/remote_link.h"
#include "core/base/deflate.h"
#include "core/base/output_file.h"
#include "core/remote/incoming_files.h"
#include "core/remote/job_folder.h"
#include "core/remote/kept_part.h"
#include "core/remote/returned_file.h"
#include "core/remote/run_bundle.h"
#include "core/run/program_spec.h"
#include "core/run/target_place.h"
#include "core/worker/kept_trace.h"
#include "core/worker/run_observer.h"

namespace pstudio::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Reads one piece at a time: memory does not depend on the size of the files. [one thread]
class BundleSender {
public:
  explicit BundleSender(std::vector<BundledFile> files) : m_files(std::move(files)) {}

  /// Queues pieces while the queue of the link is short and the window allows it. Io if a file
  /// cannot be read.
  Result<void> pump(RemoteLink &link);
  /// Stores the number of bytes that the remote worker has processed.
  void acknowledge(const AckMessage &ack) { m_taken = std::max(m_taken, ack.bytes); }

  bool isDone() const { return m_next == m_files.size(); }
  /// More can be sent at once.
  bool hasRoom() const {
    return !isDone() && m_sent - std::min(m_taken, m_sent) < kTransferWindowBytes;
  }
  uint64_t bytesSent() const { return m_sent; }

private:
  Result<void> sendPiece(RemoteLink &link);

  std::vector<BundledFile> m_files;
  size_t m_next = 0;      ///< the file that is being sent
  std::ifstream m_stream; ///< open while it is
  uint64_t m_offset = 0;
  uint32_t m_crc = 0;
  uint64_t m_sent = 0;  ///< bytes of all files
  uint64_t m_taken = 0; ///< acknowledged bytes
};

Result<void> BundleSender::pump(RemoteLink &link) {
  while (hasRoom() && link.queuedBytes() < kAckStepBytes)
    PSTUDIO_TRY(sendPiece(link));
  return {};
}

Result<void> BundleSender::sendPiece(RemoteLink &link) {
  const BundledFile &file = m_files[m_next];
  const auto id = static_cast<uint32_t>(m_next);
  if (!m_stream.is_open()) {
    errno = 0;
    m_stream.open(file.path, std::ios::binary);
    if (!m_stream)
      return fail(ErrorCode::Io, std::string("cannot read the file: ") + std::strerror(errno),
                  file.path.string());
    m_offset = m_crc = 0;
    PSTUDIO_TRY(link.send(FileMessage{id, file.name, file.size, 0}));
  }
  ChunkMessage chunk{id, m_offset, std::string(kMaxChunkBytes, '\0')};
  m_stream.read(chunk.bytes.data(), static_cast<std::streamsize>(chunk.bytes.size()));
  if (m_stream.bad())
    return fail(ErrorCode::Io, "cannot read the file to its end", file.path.string());
  chunk.bytes.resize(static_cast<size_t>(m_stream.gcount()));
  m_crc = crc32Of(std::as_bytes(std::span(chunk.bytes.data(), chunk.bytes.size())), m_crc);
  m_offset += chunk.bytes.size();
  m_sent += chunk.bytes.size();
  const bool isLast = m_stream.eof();
  if (!chunk.bytes.empty())
    PSTUDIO_TRY(link.send(chunk));
  if (!isLast)
    return {};
  m_stream.close();
  m_stream.clear();
  ++m_next;
  return link.send(FileEndMessage{id, m_offset, m_crc});
}

/// Timeout for the answer of a remote worker after a cancel.
constexpr std::chrono::milliseconds kStopGrace{2000};
/// Only the disk limits the results.
constexpr IncomingLimits kNoLimits{1'000'000, UINT64_MAX};
constexpr std::chrono::milliseconds kCancelStep{50}; ///< longest delay of a cancel

ErrorMessage failed(Error error, std::string stage, fs::path trace = fs::path()) {
  return {std::move(error), std::move(stage), std::move(trace)};
}

/// One run, from its beginning to its end.
class RemoteRun {
public:
  RemoteRun(const RunRequest &request, const RemoteDestination &destination,
            const fs::path &staging, ProgressSink &sink, const StopRequests &stop)
      : m_request(request), m_destination(destination), m_sink(sink), m_stop(stop),
        m_arrived(staging, kNoLimits) {}

  WorkerMessage perform() {
    if (Result<void> begun = begin(); !begun)
      return conclude(std::move(begun).error());
    Result<WorkerMessage> last = follow();
    if (!last)
      return conclude(std::move(last).error());
    if (m_link)
      m_link->close(kStopGrace);
    if (const auto *error = std::get_if<ErrorMessage>(&*last))
      return placeFailure(*error);
    return placeResult(std::get<ResultMessage>(*last));
  }

private:
  Result<void> begin() {
    PSTUDIO_TRY_ASSIGN(RunBundle bundle, bundleRun(m_request, m_destination.target));
    bundle.request.silenceLimitSeconds =
        static_cast<double>(m_destination.remote.silenceLimit.count());
    stage("connect");
    PSTUDIO_TRY_ASSIGN(m_link, RemoteLink::start(m_destination.remote));
    const Result<HelloMessage> hello = m_link->greet(m_stop.cancel);
    forwardLines();
    if (!hello)
      return tl::unexpected<Error>(hello.error());
    m_link->keepAlive();
    if (std::ranges::find(hello->capabilities, kCapabilityFiles) == hello->capabilities.end())
      return fail(ErrorCode::Unsupported,
                  "'" + hello->program + "' cannot receive the files of a run",
                  m_destination.remote.name, "install the same version of Proton Studio there");
    stage("send");
    PSTUDIO_TRY(sendFiles(bundle));
    return m_link->send(bundle.request);
  }

  Result<void> sendFiles(const RunBundle &bundle) {
    const Clock::time_point start = Clock::now();
    BundleSender sender(bundle.files);
    while (true) {
      PSTUDIO_TRY(sender.pump(*m_link));
      if (sender.isDone())
        break;
      m_sink.fraction(bundle.bytes == 0 ? 1.0
                                        : std::min(1.0, static_cast<double>(sender.bytesSent()) /
                                                            static_cast<double>(bundle.bytes)));
      PSTUDIO_TRY_ASSIGN(const std::optional<WorkerMessage> message, receive(sender.hasRoom()));
      if (message && std::holds_alternative<AckMessage>(*message))
        sender.acknowledge(std::get<AckMessage>(*message));
      else if (message && std::holds_alternative<ErrorMessage>(*message))
        return tl::unexpected<Error>(std::get<ErrorMessage>(*message).error); // it stops receiving
      if (m_stop.cancel)
        return fail(ErrorCode::Cancelled, "the run was stopped");
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    const size_t count = bundle.files.size();
    m_sink.log("sent " + std::to_string(count) + (count == 1 ? " file, " : " files, ") +
               std::to_string(bundle.bytes) + " bytes in " +
               std::to_string(static_cast<int64_t>(seconds * 1e3)) + " ms");
    return {};
  }

  /// The next message, if there is one; an error once the link is lost.
  Result<std::optional<WorkerMessage>> receive(bool hasMore = false) {
    Result<std::optional<WorkerMessage>> message = m_link->next(kCancelStep, hasMore);
    forwardLines();
    return message;
  }

  Result<WorkerMessage> follow() {
    while (true) {
      PSTUDIO_TRY_ASSIGN(std::optional<WorkerMessage> message, receive());
      if (message) {
        PSTUDIO_TRY_ASSIGN(const bool isLast, take(*message));
        if (isLast)
          return *std::move(message);
      }
      PSTUDIO_TRY(forwardCancel());
    }
  }

  /// Forwards a cancel of the application, and limits the wait for its answer.
  Result<void> forwardCancel() {
    if (!m_stop.cancel)
      return {};
    if (m_stop.isGone)
      return fail(ErrorCode::Cancelled, "the application is gone");
    if (!m_cancelSent) {
      m_cancelSent = Clock::now();
      return m_link->send(CancelRequest{});
    }
    if (Clock::now() - std::max(*m_cancelSent, m_lastPiece) > kStopGrace)
      return fail(ErrorCode::Cancelled, "the run was stopped; the remote worker did not answer");
    return {};
  }

  /// True for the last message.
  Result<bool> take(const WorkerMessage &message) {
    if (const auto *begun = std::get_if<StageMessage>(&message)) {
      stage(begun->name);
    } else if (reportProgress(message, m_sink)) {
      return false;
    } else if (const auto *heartbeat = std::get_if<HeartbeatMessage>(&message)) {
      m_pendingBytes = heartbeat->pendingBytes;
    } else if (const auto *file = std::get_if<FileMessage>(&message)) {
      PSTUDIO_TRY(takeFile(*file));
    } else if (const auto *chunk = std::get_if<ChunkMessage>(&message)) {
      PSTUDIO_TRY(takeChunk(*chunk));
    } else if (const auto *end = std::get_if<FileEndMessage>(&message)) {
      PSTUDIO_TRY(m_arrived.take(*end));
    } else if (std::holds_alternative<ResultMessage>(message) ||
               std::holds_alternative<ErrorMessage>(message)) {
      return true;
    } else if (!std::holds_alternative<AckMessage>(message)) {
      return fail(ErrorCode::InvalidFormat, "the remote worker sent an unexpected message",
                  m_destination.remote.name);
    }
    return false;
  }

  Result<void> takeFile(const FileMessage &file) {
    if (!isReturnedFile(file.name))
      return fail(ErrorCode::InvalidFormat,
                  "the remote worker sent an unexpected file: \"" + file.name + "\"",
                  m_destination.remote.name);
    return m_arrived.take(file);
  }

  Result<void> takeChunk(const ChunkMessage &chunk) {
    PSTUDIO_TRY(m_arrived.take(chunk));
    m_lastPiece = Clock::now();
    const IncomingFile *trace = m_arrived.find(kReturnedTrace);
    if (trace && trace->announced > 0 && m_stage == kReceiveStage)
      m_sink.fraction(
          std::min(1.0, static_cast<double>(trace->size) / static_cast<double>(trace->announced)));
    const std::optional<AckMessage> ack = m_arrived.takeAcknowledgement();
    return ack ? m_link->send(*ack) : Result<void>();
  }

  void stage(const std::string &name) {
    m_stage = name;
    if (m_link)
      m_link->setStage(name);
    m_sink.stage(name);
  }

  void forwardLines() {
    for (const std::string &line : m_link->takeLines())
      m_sink.log(line);
  }

  /// The end of a run without a last message of the remote worker.
  ErrorMessage conclude(Error error) {
    if (m_stop.isGone || m_stage == "connect" || m_stage == "send" || m_stage.empty())
      return failed(std::move(error), m_stage);
    Result<KeptPart> kept =
        keepPartialTrace(m_arrived, m_request.output, error.message, m_pendingBytes);
    if (!kept) {
      m_sink.log("the partial trace could not be saved: " + kept.error().toString());
      return failed(std::move(error), m_stage);
    }
    error.message += "; " + kept->account;
    return failed(std::move(error), m_stage, kept->trace);
  }

  /// Moves the complete files besides the trace to their places.
  Result<void> placeOthers() {
    const std::pair<std::string_view, const fs::path &> places[] = {
        {kReturnedCapture, m_request.keepCapture},
        {kReturnedPasses, m_request.passes},
        {kReturnedCallbacks, callbackOutput()}};
    for (const auto &[name, place] : places)
      PSTUDIO_TRY(placeFile(name, place));
    return {};
  }

  Result<void> placeFile(std::string_view name, const fs::path &place) {
    const IncomingFile *file = m_arrived.find(name);
    if (!file || !file->isComplete || place.empty())
      return {};
    return moveToOutput(m_arrived.folder() / name, place);
  }

  /// The path of the command line, else that of the specification.
  const fs::path &callbackOutput() {
    if (!m_request.overrides.callbackOutput.empty() || isProgramFile(m_request.specPath))
      return m_request.overrides.callbackOutput;
    if (const Result<RunSpec> spec = readSpec(m_request)) // it was read before
      m_callbackOutput = spec->callbacks.output;
    return m_callbackOutput;
  }

  WorkerMessage placeFailure(const ErrorMessage &error) {
    ErrorMessage last = error;
    last.trace.clear();
    if (const Result<void> placed = placeOthers(); !placed)
      m_sink.log(placed.error().toString());
    const fs::path kept = keptTracePath(m_request.output, error.error.code);
    const IncomingFile *trace = m_arrived.find(kReturnedTrace);
    if (!trace || !trace->isComplete)
      return last;
    if (const Result<void> placed = placeFile(kReturnedTrace, kept); placed)
      last.trace = kept;
    else
      m_sink.log(placed.error().toString());
    return last;
  }

  WorkerMessage placeResult(ResultMessage result) {
    const std::string_view name = m_request.emit.empty() ? kReturnedTrace : kReturnedCode;
    const IncomingFile *file = m_arrived.find(name);
    if (!file || !file->isComplete)
      return failed({ErrorCode::InvalidFormat,
                     "the remote worker reported success without a result file",
                     m_destination.remote.name,
                     {}},
                    m_stage);
    Result<void> placed = placeOthers();
    if (placed)
      placed = placeFile(name, m_request.output);
    if (!placed)
      return failed(std::move(placed).error(), m_stage);
    result.trace = m_request.output;
    return result;
  }

  const RunRequest &m_request;
  const RemoteDestination &m_destination;
  ProgressSink &m_sink;
  const StopRequests &m_stop;
  IncomingFiles m_arrived;
  std::unique_ptr<RemoteLink> m_link;
  std::string m_stage;
  uint64_t m_pendingBytes = 0; ///< of the last heartbeat
  Clock::time_point m_lastPiece{};
  std::optional<Clock::time_point> m_cancelSent;
  fs::path m_callbackOutput;
};

} // namespace

Result<std::optional<RemoteDestination>> remoteDestinationOf(const RunRequest &request) {
  std::string target;
  if (request.overrides.target) {
    target = *request.overrides.target;
  } else if (isProgramFile(request.specPath)) {
    target = ProgramSpec{}.target;
  } else {
    PSTUDIO_TRY_ASSIGN(const RunSpec spec, readSpec(request));
    target = spec.target;
  }
  TargetPlace place = splitPlace(target);
  if (!request.worker.empty()) {
    if (!place.remote.empty())
      return fail(ErrorCode::InvalidInput,
                  "target \"" + target + "\" names a remote, and --worker gives another one",
                  "--worker", "remove one of them");
    RemoteTarget remote;
    remote.command = request.worker;
    return RemoteDestination{remote, place.target};
  }
  if (place.remote.empty())
    return std::nullopt;
  PSTUDIO_TRY_ASSIGN(const std::filesystem::path file, remoteSettingsFile());
  PSTUDIO_TRY_ASSIGN(const RemoteSettings settings, loadRemotes(file));
  PSTUDIO_TRY_ASSIGN(RemoteTarget remote, settings.require(place.remote));
  return RemoteDestination{std::move(remote), std::move(place.target)};
}

WorkerMessage runOnRemote(const RunRequest &request, const RemoteDestination &destination,
                          ProgressSink &sink, const StopRequests &stop) {
  if (!request.temporary.empty())
    return RemoteRun(request, destination, request.temporary, sink, stop).perform();
  Result<JobFolder> folder = JobFolder::make();
  if (!folder)
    return failed(std::move(folder).error(), {});
  return RemoteRun(request, destination, folder->results(), sink, stop).perform();
}

} // namespace pstudio::cli
