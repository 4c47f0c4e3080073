// SPDX-License-Identifier: Apache-2.0
// Where the results of runs lie until they are saved.
#include "app/documents/result_folder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QUuid>

#include "app/settings/text.h"
#include "core/run/pass_report.h"

namespace pstudio {
namespace {

QString lockName(const QString &folder) {
  return folder + QLatin1String("/lock");
}

/// Letters, digits, dots, dashes and underscores only.
QString safeName(const QString &title) {
  static const QRegularExpression unsafe(QStringLiteral("[^A-Za-z0-9._-]+"));
  QString name = title;
  name.replace(unsafe, QStringLiteral("_"));
  return name.isEmpty() ? QStringLiteral("run") : name;
}

/// Those of runs, and those in the folders of programs; newest first.
QFileInfoList tracesBelow(const QString &folder) {
  const QStringList names{QStringLiteral("*.pftrace")};
  QFileInfoList traces = QDir(folder).entryInfoList(names, QDir::Files, QDir::Time);
  for (const QFileInfo &entry :
       QDir(folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Time))
    traces << QDir(entry.absoluteFilePath()).entryInfoList(names, QDir::Files, QDir::Time);
  return traces;
}

} // namespace

ResultFolder::ResultFolder(QString root) : m_root(std::move(root)) {}

ResultFolder::~ResultFolder() {
  if (m_folder.isEmpty())
    return;
  m_lock.reset();
  QDir().rmdir(m_folder); // fails, as it should, while results are in it
}

QString ResultFolder::defaultRoot() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
         QLatin1String("/sessions");
}

Result<void> ResultFolder::makeFolder() {
  if (!m_folder.isEmpty())
    return {};
  const QString folder =
      QDir(m_root).absoluteFilePath(QUuid::createUuid().toString(QUuid::WithoutBraces));
  if (!QDir().mkpath(folder))
    return fail(ErrorCode::Io, "cannot create the folder for run results", toUtf8(folder),
                "check that the parent folder is writable and the disk is not full");
  m_folder = folder;
  m_lock = std::make_unique<QLockFile>(lockName(folder));
  m_lock->setStaleLockTime(0); // only a process that is gone makes it stale
  m_lock->tryLock(0);
  return {};
}

Result<QString> ResultFolder::newTraceFile(const QString &title) {
  PSTUDIO_TRY(makeFolder());
  return QStringLiteral("%1/%2-%3.pftrace").arg(m_folder, safeName(title)).arg(++m_count);
}

Result<QString> ResultFolder::newRunFolder(const QString &title) {
  PSTUDIO_TRY(makeFolder());
  return QStringLiteral("%1/%2-%3").arg(m_folder, safeName(title)).arg(++m_count);
}

void ResultFolder::discard(const QString &file) {
  if (!contains(file))
    return;
  QFile::remove(file);
  QFile::remove(pathToQString(passReportPath(toPath(file))));
}

bool ResultFolder::contains(const QString &file) const {
  return QDir::cleanPath(file).startsWith(QDir::cleanPath(m_root) + QLatin1Char('/'));
}

QStringList ResultFolder::recoverable() const {
  QStringList files;
  for (const QFileInfo &entry :
       QDir(m_root).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Time)) {
    const QString folder = entry.absoluteFilePath();
    if (folder == m_folder)
      continue;
    QLockFile lock(lockName(folder));
    lock.setStaleLockTime(0);
    if (!lock.tryLock(0))
      continue; // another window is using it
    lock.unlock();
    const QFileInfoList traces = tracesBelow(folder);
    for (const QFileInfo &trace : traces)
      files.prepend(trace.absoluteFilePath());
    if (traces.isEmpty())
      QDir(folder).removeRecursively(); // left-over temporary files of a killed worker
  }
  return files;
}

} // namespace pstudio
