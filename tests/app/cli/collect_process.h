// SPDX-License-Identifier: Apache-2.0
// Starts proton-collect (or its scripted variant) for a test and reads its output.
#pragma once

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>

#include <csignal>

/// Result of a finished process.
struct Finished {
  int exitCode = -1;
  QProcess::ExitStatus status = QProcess::CrashExit;
  QString out;
  QString err;
};

inline Finished finish(QProcess &process, int timeoutMs = 60000) {
  process.waitForFinished(timeoutMs);
  return {process.exitCode(), process.exitStatus(),
          QString::fromUtf8(process.readAllStandardOutput()),
          QString::fromUtf8(process.readAllStandardError())};
}

inline Finished runToEnd(const QString &program, const QStringList &arguments) {
  QProcess process;
  process.start(program, arguments);
  return finish(process);
}

/// Waits until standard output contains `wanted`. Appends the output that it reads to `text`.
inline bool waitForOutput(QProcess &process, const QByteArray &wanted, QByteArray &text,
                          int timeoutMs = 30000) {
  QDeadlineTimer deadline(timeoutMs);
  while (!text.contains(wanted)) {
    if (deadline.hasExpired() ||
        (!process.bytesAvailable() && process.state() == QProcess::NotRunning))
      return false;
    process.waitForReadyRead(100);
    text += process.readAllStandardOutput();
  }
  return true;
}

/// The fields of /proc/PID/stat from the state on: state, parent, ... Empty if there is no such
/// process.
inline QList<QByteArray> statFieldsOf(const QString &process) {
  QFile stat("/proc/" + process + "/stat");
  if (!stat.open(QIODevice::ReadOnly))
    return {};
  // "pid (name) state ppid ...": the name may contain any character, so the fields are counted
  // from the last bracket.
  const QByteArray text = stat.readAll();
  return text.mid(text.lastIndexOf(')') + 2).split(' ');
}

/// Ids of the child processes of `parent`.
inline QList<pid_t> childrenOf(qint64 parent) {
  QList<pid_t> children;
  for (const QString &entry : QDir("/proc").entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
    const QList<QByteArray> fields = statFieldsOf(entry);
    if (fields.size() > 1 && fields[1].toLongLong() == parent)
      children << entry.toInt();
  }
  return children;
}

/// Whether the process executes nothing any more. Its parent need not have collected its status.
inline bool hasEnded(qint64 process) {
  const QList<QByteArray> fields = statFieldsOf(QString::number(process));
  return fields.isEmpty() || fields[0] == "Z" || fields[0] == "X";
}

/// Whether the process has received this signal, blocks it and has not taken it yet.
inline bool isPending(qint64 process, int signal) {
  QFile status(QString("/proc/%1/status").arg(process));
  if (!status.open(QIODevice::ReadOnly))
    return false;
  for (const QByteArray &line : status.readAll().split('\n'))
    if (line.startsWith("ShdPnd:"))
      return (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (signal - 1) & 1) != 0;
  return false;
}

/// Every line of `text` as a JSON object; an empty list if a line is not an object.
inline QList<QJsonObject> jsonLines(const QString &text) {
  QList<QJsonObject> objects;
  for (const QString &line : text.split('\n', Qt::SkipEmptyParts)) {
    const QJsonDocument document = QJsonDocument::fromJson(line.toUtf8());
    if (!document.isObject())
      return {};
    objects << document.object();
  }
  return objects;
}
