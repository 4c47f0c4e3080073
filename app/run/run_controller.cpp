// SPDX-License-Identifier: Apache-2.0
// Runs one specification in a worker process and reports its progress as signals.
#include "app/run/run_controller.h"

#include <QCoreApplication>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "app/settings/text.h"
#include "core/worker/kept_trace.h"
#include "core/worker/stage_words.h"

namespace pstudio {
namespace {

using Clock = std::chrono::steady_clock;

std::string programName() {
  return toUtf8(QCoreApplication::applicationName() + QLatin1Char(' ') +
                QCoreApplication::applicationVersion());
}

} // namespace

RunController::RunController(QObject *parent) : QObject(parent) {
  m_timer.setSingleShot(true);
  connect(&m_timer, &QTimer::timeout, this, [this] {
    if (m_conversation->expire(Clock::now()))
      m_process->kill();
    startTimer(); // a coarse timer may fire early
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
  if (!m_request.passes.empty())
    std::filesystem::remove(m_request.passes, ignored); // of a trace that there will not be
}

Result<void> RunController::start(const WorkerCommand &worker, const RunRequest &request) {
  if (isRunning())
    return fail(ErrorCode::Unsupported, "a run is in progress", {}, "stop it first");
  m_request = request;
  m_outputRest.clear();
  m_log.clear();
  m_keptTrace.clear();
  RunObserver &observer = *this; // a private base
  m_conversation.emplace(
      ConversationSettings{toUtf8(worker.program), kCancelGrace, kHelloLimit, {}}, observer);
  PSTUDIO_TRY_ASSIGN(const std::vector<std::byte> opening,
                     m_conversation->begin(programName(), request, Clock::now()));

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
  write(opening);
  startTimer();
  Q_EMIT started();
  return {};
}

void RunController::cancel() {
  if (!isRunning())
    return;
  if (m_conversation->isCancelling()) {
    m_conversation->hurry(Clock::now());
    startTimer();
    return;
  }
  write(m_conversation->cancel(Clock::now()));
  startTimer();
  appendLog(tr("stopping"));
}

QString RunController::stage() const {
  return m_conversation ? toQString(m_conversation->stage()) : QString();
}

qint64 RunController::workerProcessId() const {
  return m_process ? m_process->processId() : 0;
}

void RunController::readMessages() {
  if (!m_process)
    return;
  const QByteArray bytes = m_process->readAllStandardOutput();
  if (!m_conversation->take(std::as_bytes(std::span(bytes.constData(), size_t(bytes.size()))),
                            Clock::now()))
    m_process->kill(); // the end of the process concludes the run
  if (m_conversation->isOver())
    m_process->closeWriteChannel();
  startTimer();
}

void RunController::readErrors() {
  if (!m_process)
    return;
  const QString text = QString::fromUtf8(m_process->readAllStandardError());
  for (const QString &line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
    appendLog(line);
}

void RunController::write(const std::vector<std::byte> &bytes) {
  if (m_process->state() != QProcess::NotRunning) // else its end is reported on its own
    m_process->write(reinterpret_cast<const char *>(bytes.data()),
                     static_cast<qint64>(bytes.size()));
}

void RunController::startTimer() {
  if (const auto deadline = m_conversation->deadline())
    m_timer.start(std::max(std::chrono::milliseconds(0),
                           std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now())));
  else
    m_timer.stop();
}

void RunController::stage(std::string_view) {
  appendLog(toQString(stageWords(toUtf8(stage()))));
  Q_EMIT stageChanged(stage());
}

void RunController::fraction(double done) {
  Q_EMIT progressChanged(done);
}

void RunController::log(std::string_view line) {
  appendLog(toQString(line));
}

void RunController::output(std::string_view text) {
  m_outputRest += text;
  for (size_t end; (end = m_outputRest.find('\n')) != std::string::npos;) {
    appendLog(toQString(m_outputRest.substr(0, end)));
    m_outputRest.erase(0, end + 1);
  }
}

void RunController::kept(const std::filesystem::path &trace) {
  m_keptTrace = pathToQString(trace);
}

void RunController::appendLog(const QString &line) {
  m_log << line;
  Q_EMIT logAppended(line);
}

void RunController::processFinished(int exitCode, QProcess::ExitStatus status) {
  readErrors();
  readMessages();
  // After a crash the exit code is the signal.
  conclude(m_conversation->result(status == QProcess::CrashExit ? ExitStatus{0, exitCode}
                                                                : ExitStatus{exitCode, 0}));
}

void RunController::processFailedToStart() {
  conclude(fail(ErrorCode::Io, "cannot start the worker: " + toUtf8(m_process->errorString()),
                toUtf8(m_process->program()), "check that the file exists and is executable"));
}

void RunController::conclude(const Result<ResultMessage> &result) {
  m_timer.stop();
  m_process.reset();
  if (!m_outputRest.empty())
    output("\n");
  if (!result && m_keptTrace.isEmpty())
    saveDrainedRecords(m_request, *this);
  std::error_code ignored; // after a clean end there is nothing to remove
  std::filesystem::remove_all(m_request.temporary, ignored);
  if (result)
    Q_EMIT succeeded(*result);
  else if (m_conversation->isCancelling() && result.error().code == ErrorCode::Cancelled)
    Q_EMIT cancelled(m_keptTrace);
  else
    Q_EMIT failed({result.error(), stage(), m_log, m_keptTrace});
  Q_EMIT ended();
}

} // namespace pstudio
