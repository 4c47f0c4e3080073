// SPDX-License-Identifier: Apache-2.0
// Runs one specification in a worker process and tells how it gets on.
#include "app/run/run_controller.h"

#include <QCoreApplication>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "app/application/text.h"
#include "core/capture/drained_trace.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/remote/returned_file.h"
#include "core/worker/kept_trace.h"

namespace pstudio {
namespace {

std::string programName() {
  return toUtf8(QCoreApplication::applicationName() + QLatin1Char(' ') +
                QCoreApplication::applicationVersion());
}

std::span<const std::byte> bytesOf(const QByteArray &data) {
  return std::as_bytes(std::span(data.constData(), static_cast<size_t>(data.size())));
}

} // namespace

RunController::RunController(QObject *parent) : QObject(parent) {
  m_killTimer.setSingleShot(true);
  connect(&m_killTimer, &QTimer::timeout, this, [this] {
    if (m_process)
      m_process->kill();
  });
  m_helloTimer.setSingleShot(true);
  connect(&m_helloTimer, &QTimer::timeout, this, [this] {
    giveUp({ErrorCode::RunFailed, "the worker does not answer", toUtf8(m_process->program()),
            "run \"proton-collect info\" in a terminal to see whether it works at all"});
  });
}

RunController::~RunController() {
  if (!m_process)
    return;
  m_process->disconnect(this);
  m_process->kill();
  m_process->waitForFinished();
  std::error_code ignored;
  std::filesystem::remove_all(m_request.temporary, ignored);
}

Result<void> RunController::start(const WorkerCommand &worker, const RunRequest &request) {
  if (isRunning())
    return fail(ErrorCode::Unsupported, "a run is in progress", {}, "stop it first");
  m_request = request;
  m_reader = FrameReader();
  m_stage.clear();
  m_log.clear();
  m_result.reset();
  m_error.reset();
  m_keptTrace.clear();
  m_saidHello = false;
  m_isCancelling = false;

  m_process.emplace();
  connect(&*m_process, &QProcess::readyReadStandardOutput, this, &RunController::readMessages);
  connect(&*m_process, &QProcess::readyReadStandardError, this, &RunController::readErrors);
  // Queued: the process object is destroyed at the end and must not be inside one of its own
  // signals.
  connect(&*m_process, &QProcess::finished, this, &RunController::processFinished,
          Qt::QueuedConnection);
  connect(
      &*m_process, &QProcess::errorOccurred, this,
      [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
          processFailedToStart();
      },
      Qt::QueuedConnection);
  m_process->start(worker.program, worker.arguments);
  send(HelloMessage{kWorkerProtocolVersion, programName(), {}});
  send(request);
  m_helloTimer.start(kHelloLimit);
  Q_EMIT started();
  return {};
}

void RunController::cancel() {
  if (!isRunning() || m_isCancelling)
    return;
  m_isCancelling = true;
  appendLog(tr("stopping"));
  send(CancelRequest{});
  m_killTimer.start(kCancelGrace);
}

qint64 RunController::workerProcessId() const {
  return m_process ? m_process->processId() : 0;
}

void RunController::readMessages() {
  if (!m_process)
    return;
  m_reader.append(bytesOf(m_process->readAllStandardOutput()));
  while (!m_error) {
    const auto message = m_reader.next();
    if (!message) {
      giveUp({message.error().code,
              "the worker sent something else than messages: " + message.error().message,
              message.error().where,
              "check that proton-studio and proton-collect are of the same version"});
      return;
    }
    if (!*message)
      return;
    take(**message);
  }
}

void RunController::readErrors() {
  if (!m_process)
    return;
  const QString text = QString::fromUtf8(m_process->readAllStandardError());
  for (const QString &line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
    appendLog(line);
}

void RunController::take(const WorkerMessage &message) {
  if (!m_saidHello) {
    m_helloTimer.stop();
    if (const auto hello = requireHello(message); !hello) {
      giveUp(hello.error());
      return;
    }
    m_saidHello = true;
    return;
  }
  // Results that come from another machine may take their time after a stop, as long as they come.
  if (m_isCancelling && !m_result && !m_error && m_stage == toQString(kReceiveStage))
    m_killTimer.start(kCancelGrace);
  if (const auto *stage = std::get_if<StageMessage>(&message)) {
    m_stage = toQString(stage->name);
    appendLog(tr("stage: %1").arg(m_stage));
    Q_EMIT stageChanged(m_stage);
  } else if (const auto *progress = std::get_if<ProgressMessage>(&message)) {
    Q_EMIT progressChanged(progress->fraction);
  } else if (const auto *line = std::get_if<LogMessage>(&message)) {
    appendLog(toQString(line->line));
  } else if (const auto *output = std::get_if<OutputMessage>(&message)) {
    appendOutput(output->text);
  } else if (const auto *result = std::get_if<ResultMessage>(&message)) {
    m_result = *result;
    awaitEnd();
  } else if (const auto *error = std::get_if<ErrorMessage>(&message)) {
    m_error = error->error;
    m_keptTrace = pathToQString(error->trace);
    if (!error->stage.empty())
      m_stage = toQString(error->stage);
    awaitEnd();
  }
}

void RunController::awaitEnd() {
  if (!m_outputRest.empty())
    appendOutput("\n");
  m_process->closeWriteChannel();
  m_killTimer.start(kCancelGrace);
}

void RunController::send(const WorkerMessage &message) {
  if (m_process->state() == QProcess::NotRunning)
    return; // it could not be started, which is reported on its own
  const auto frame = encodeMessage(message);
  if (!frame) {
    giveUp(frame.error());
    return;
  }
  m_process->write(reinterpret_cast<const char *>(frame->data()),
                   static_cast<qint64>(frame->size()));
}

void RunController::appendLog(const QString &line) {
  m_log << line;
  Q_EMIT logAppended(line);
}

void RunController::appendOutput(const std::string &text) {
  m_outputRest += text;
  for (size_t end; (end = m_outputRest.find('\n')) != std::string::npos;) {
    appendLog(toQString(m_outputRest.substr(0, end)));
    m_outputRest.erase(0, end + 1);
  }
}

void RunController::giveUp(Error error) {
  m_helloTimer.stop();
  m_error = std::move(error);
  if (m_process)
    m_process->kill(); // the end of the process concludes the run
}

void RunController::processFinished(int exitCode, QProcess::ExitStatus status) {
  readErrors();
  readMessages();
  if (!m_result && !m_error && !m_isCancelling)
    m_error = describeDeath(exitCode, status);
  conclude();
}

void RunController::processFailedToStart() {
  m_error =
      Error{ErrorCode::Io, "the worker cannot be started: " + toUtf8(m_process->errorString()),
            toUtf8(m_process->program()), "check that the file exists and may be executed"};
  conclude();
}

Error RunController::describeDeath(int exitCode, QProcess::ExitStatus status) const {
  const std::string stage =
      m_stage.isEmpty() ? "before its first stage" : "in stage " + toUtf8(m_stage);
  if (status == QProcess::CrashExit) {
    const char *name = strsignal(exitCode); // after a crash the exit code is the signal
    return {ErrorCode::RunFailed,
            "the worker was ended by signal " + std::to_string(exitCode) + " (" +
                (name ? name : "unknown") + ") " + stage,
            {},
            exitCode == SIGKILL
                ? "something killed it; the system does so when memory runs out"
                : "the log holds what it said last; please report this with the specification"};
  }
  return {ErrorCode::RunFailed,
          "the worker ended with exit code " + std::to_string(exitCode) +
              " and without an answer " + stage,
          {},
          "the log holds what it said last"};
}

/// What a worker that died had drained of a streamed kernel.
Result<void> RunController::keepDrained() {
  PSTUDIO_TRY_ASSIGN(const std::optional<Trace> trace,
                     record::decodeDrainLogs(m_request.temporary));
  if (!trace)
    return {};
  const std::filesystem::path kept = keptTracePath(m_request.output, ErrorCode::RunFailed);
  PSTUDIO_TRY(writePftrace(*trace, kept));
  m_keptTrace = QString::fromStdString(kept.string());
  return {};
}

void RunController::conclude() {
  m_killTimer.stop();
  m_helloTimer.stop();
  m_process.reset();
  if (!m_result && m_keptTrace.isEmpty())
    if (const Result<void> kept = keepDrained(); !kept)
      appendLog(toQString(kept.error().toString()));
  std::error_code ignored; // after a clean end there is nothing to remove
  std::filesystem::remove_all(m_request.temporary, ignored);
  const bool wasCancelled =
      m_isCancelling && !m_result && (!m_error || m_error->code == ErrorCode::Cancelled);
  if (m_result)
    Q_EMIT succeeded(*m_result);
  else if (wasCancelled)
    Q_EMIT cancelled(m_keptTrace);
  else
    Q_EMIT failed({*m_error, m_stage, m_log, m_keptTrace});
  Q_EMIT ended();
}

} // namespace pstudio
