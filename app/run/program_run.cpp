// SPDX-License-Identifier: Apache-2.0
// The process of an unmodified program.
#include "app/run/program_run.h"

#include <QProcessEnvironment>

#include <csignal>
#include <unistd.h>

#include "app/settings/text.h"

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

QStringList listOf(const std::vector<std::string> &words) {
  QStringList list;
  for (const std::string &word : words)
    list << toQString(word);
  return list;
}

/// The lines without those that proton-collect prints about its report after the program.
QStringList ownLines(QStringList lines, const Result<attach::AttachFolder> &folder) {
  QStringList others;
  if (folder)
    for (const std::string &note : folder->report.notes)
      others << QLatin1String("note: ") + toQString(note);
  const auto isOther = [&others](const QString &line) {
    return others.contains(line) || line.startsWith(QLatin1String("not instrumented  ")) ||
           line.startsWith(QLatin1String("note  "));
  };
  while (!lines.isEmpty() && isOther(lines.last()))
    lines.removeLast();
  return lines;
}

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
                               const QString &output, bool isListing) {
  if (isRunning())
    return fail(ErrorCode::InvalidInput, "a program is running already", {}, "stop it first");
  PSTUDIO_TRY_ASSIGN(const std::vector<std::string> arguments,
                     isListing ? attach::listingArguments(program, toPath(output))
                               : attach::recordingArguments(program, toPath(output)));
  m_output = output;
  m_isListing = isListing;
  m_isStopping = false;
  m_text = OutputText({QStringLiteral("--- kernels of "), QStringLiteral("nothing was recorded"),
                       QLatin1String("wrote ") + output, QLatin1String("report: ") + output});
  m_process.setProcessEnvironment(environmentOf(program));
  m_process.setWorkingDirectory(pathToQString(program.folder));
  m_process.setStandardInputFile(QProcess::nullDevice());
  m_process.start(collector, listOf(arguments));
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

/// The command's own error, which it printed last.
Error ProgramRun::missingReport() const {
  const QString mark = QStringLiteral("error: ");
  for (const QString &line : m_text.lastLines())
    if (line.startsWith(mark))
      return {ErrorCode::RunFailed, toUtf8(line.mid(mark.size())), {}, {}};
  if (m_isStopping)
    return {ErrorCode::RunFailed, "the program was killed; there is no report", {}, {}};
  return {ErrorCode::RunFailed,
          "proton-collect ended without a report, exit code " +
              std::to_string(m_process.exitCode()),
          {},
          "the last lines of the output may contain the reason"};
}

void ProgramRun::finish() {
  m_text.append(m_process.readAll());
  m_text.finish();
  const std::filesystem::path folder = toPath(m_output);
  conclude(attach::isAttachFolder(folder) ? attach::readAttachFolder(folder)
                                          : tl::unexpected<Error>(missingReport()));
}

void ProgramRun::conclude(Result<attach::AttachFolder> folder) {
  m_terminate.stop();
  m_flush.stop();
  flush();
  const QStringList lines = ownLines(m_text.lastLines(), folder);
  Q_EMIT ended({m_isListing, m_isStopping, std::move(folder), lines});
}

} // namespace pstudio
