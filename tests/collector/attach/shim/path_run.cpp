// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/attach/shim/path_run.h"

#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>

#include "tests/collector/attach/shim/attached_run.h"

namespace pstudio::test {

using namespace pstudio::attach;

namespace {

ServerScript scriptWith(CallPath callPath) {
  ServerScript script;
  script.welcome.settings.callPath = callPath;
  return script;
}

} // namespace

PathRun::PathRun(CallPath callPath)
    : m_server(m_folder.path().toStdString(), scriptWith(callPath)) {}

QString PathRun::run(const QString &program, const QStringList &arguments, const QString &shim) {
  QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
  variables.insert(QStringLiteral("LD_LIBRARY_PATH"), attachFolder() + QStringLiteral("/driver"));
  variables.insert(QStringLiteral("LD_PRELOAD"), shim.isEmpty() ? shimPath() : shim);
  variables.insert(QStringLiteral("PSTUDIO_ATTACH"), QString::fromStdString(m_server.socketPath()));
  QProcess process;
  process.setProcessEnvironment(variables);
  process.setProcessChannelMode(QProcess::MergedChannels);
  process.start(program, arguments);
  if (!process.waitForFinished(120000)) {
    process.kill();
    process.waitForFinished();
    return QStringLiteral("did not end\n");
  }
  QString output = QString::fromUtf8(process.readAll());
  if (process.exitStatus() == QProcess::CrashExit || process.exitCode() != 0)
    output += QStringLiteral("ends with %1\n").arg(process.exitCode());
  return output;
}

QString PathRun::runPython(const QString &text, const QStringList &arguments) {
  const QString path = m_folder.filePath(QStringLiteral("program.py"));
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly))
    return QStringLiteral("no program\n");
  file.write(text.toUtf8());
  file.close();
  return run(QStringLiteral(PSTUDIO_PYTHON),
             QStringList{QStringLiteral("-S"), QStringLiteral("-B"), path} + arguments);
}

const std::map<uint32_t, ProcessEvents> &PathRun::processes() {
  if (m_processes.empty())
    m_processes = readEvents(m_folder.path());
  return m_processes;
}

const ProcessEvents &PathRun::events() {
  return processes().size() == 1 ? processes().begin()->second : m_none;
}

QString PathRun::withPaths(const QString &output) {
  ProcessEvents all;
  for (const auto &[number, process] : processes()) {
    all.nodes.insert(process.nodes.begin(), process.nodes.end());
    all.texts.insert(process.texts.begin(), process.texts.end());
  }
  QString shown;
  for (const QString &line : output.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
    const auto space = line.lastIndexOf(QLatin1Char(' '));
    bool isNumber = false;
    const uint32_t node = line.mid(space + 1).toUInt(&isNumber);
    shown += isNumber
                 ? line.left(space) + QStringLiteral(": ") + QString::fromStdString(all.path(node))
                 : line;
    shown += QLatin1Char('\n');
  }
  return shown;
}

} // namespace pstudio::test
