// SPDX-License-Identifier: Apache-2.0
// The process of an unmodified program.
#include "app/run/program_run.h"

#include <QProcessEnvironment>

#include <csignal>
#include <unistd.h>

#include "app/settings/text.h"
#include "core/process/exit_status.h"

namespace pstudio {
namespace {

constexpr int kFlushMs = 100;

/// Environment variable that switches off Python's output buffer, which it uses for pipes.
const QString kUnbuffered = QStringLiteral("PYTHONUNBUFFERED");

QProcessEnvironment environmentOf(const attach::AttachedProgram &program) {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  if (!environment.contains(kUnbuffered))
    environment.insert(kUnbuffered, QStringLiteral("1"));
  for (const auto &[name, value] : program.environment)
    environment.insert(toQString(name), toQString(value));
  return environment;
}

// Files in m_exchange.
const QString kRequest = QStringLiteral("request.json");
const QString kErrors = QStringLiteral("error");

} // namespace

ProgramRun::ProgramRun(QObject *parent) : QObject(parent) {
  m_process.setProcessChannelMode(QProcess::MergedChannels);
  m_process.setChildProcessModifier([] { ::setpgid(0, 0); });
  m_flush.setSingleShot(true);
  m_flush.setInterval(kFlushMs);
  m_terminate.setSingleShot(true);
  m_terminate.setInterval(kStopGrace);
  connect(&m_process, &QProcess::readyRead, this, &ProgramRun::read);
  connect(&m_process, &QProcess::finished, this, &ProgramRun::finish);
  connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart)
      failToStart();
  });
  connect(&m_flush, &QTimer::timeout, this, &ProgramRun::flush);
  connect(&m_terminate, &QTimer::timeout, this, [this] { sendToCollector(SIGTERM); });
}

ProgramRun::~ProgramRun() {
  m_process.disconnect(this);
  if (!isRunning())
    return;
  kill();
  m_process.waitForFinished();
}

Result<void> ProgramRun::start(const QString &collector, const attach::AttachedProgram &program,
                               const attach::AttachRequest &request) {
  if (isRunning())
    return fail(ErrorCode::InvalidInput, "a program is running already", {}, "stop it first");
  m_exchange.emplace();
  if (!m_exchange->isValid())
    return fail(ErrorCode::Io,
                "no temporary folder can be made: " + toUtf8(m_exchange->errorString()));
  PSTUDIO_TRY(attach::writeAttachRequest(toPath(m_exchange->filePath(kRequest)), request));
  m_output = request.output;
  m_isListing = request.isListing;
  m_isStopping = false;
  m_text = OutputText();
  m_process.setProcessEnvironment(environmentOf(program));
  m_process.setWorkingDirectory(pathToQString(program.folder));
  m_process.setStandardInputFile(QProcess::nullDevice());
  m_process.start(collector, {QStringLiteral("worker-attach"), m_exchange->filePath(kRequest),
                              m_exchange->filePath(kErrors)});
  return {};
}

void ProgramRun::sendToCollector(int signal) const {
  if (const qint64 process = m_process.processId(); process > 0)
    ::kill(static_cast<pid_t>(process), signal);
}

void ProgramRun::stop() {
  if (!isRunning() || m_isStopping)
    return;
  m_isStopping = true;
  sendToCollector(SIGINT);
  m_terminate.start();
}

void ProgramRun::kill() {
  m_isStopping = true;
  if (const qint64 process = m_process.processId(); process > 0)
    ::kill(-static_cast<pid_t>(process), SIGKILL);
}

void ProgramRun::read() {
  m_text.append(m_process.readAll());
  if (!m_flush.isActive())
    m_flush.start();
}

void ProgramRun::flush() {
  if (const QStringList lines = m_text.take(); !lines.isEmpty())
    Q_EMIT printed(lines);
}

void ProgramRun::failToStart() {
  conclude(fail(ErrorCode::Io,
                "proton-collect cannot be started: " + toUtf8(m_process.errorString()),
                toUtf8(m_process.program()), "install Proton Studio again"));
}

/// The report, or the error that the collector handed back.
Result<attach::AttachFolder> ProgramRun::readFolder() const {
  if (const auto error = attach::readAttachError(toPath(m_exchange->filePath(kErrors))))
    return tl::unexpected<Error>(*error);
  if (attach::isAttachFolder(m_output))
    return attach::readAttachFolder(m_output);
  if (m_isStopping)
    return fail(ErrorCode::RunFailed, "the program was killed; there is no report");
  const int code = m_process.exitCode(); // after a crash, the signal
  const bool isCrash = m_process.exitStatus() == QProcess::CrashExit;
  return fail(ErrorCode::RunFailed,
              "proton-collect " + exitText(isCrash ? ExitStatus{0, code} : ExitStatus{code, 0}) +
                  " and left no report",
              toUtf8(m_process.program()), "the last lines of the output may contain the reason");
}

void ProgramRun::finish() {
  m_text.append(m_process.readAll());
  m_text.finish();
  conclude(readFolder());
}

void ProgramRun::conclude(Result<attach::AttachFolder> folder) {
  m_terminate.stop();
  m_flush.stop();
  flush();
  Q_EMIT ended({m_isListing, m_isStopping, std::move(folder), m_text.lastLines()});
}

} // namespace pstudio
