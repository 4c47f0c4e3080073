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

/// Ids of the child processes of `parent`.
inline QList<pid_t> childrenOf(qint64 parent) {
  QList<pid_t> children;
  for (const QString &entry : QDir("/proc").entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
    QFile stat("/proc/" + entry + "/stat");
    if (!stat.open(QIODevice::ReadOnly))
      continue;
    // "pid (name) state ppid ...": the name may contain any character, so the fields are counted
    // from the last bracket.
    const QByteArray text = stat.readAll();
    const QList<QByteArray> fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
    if (fields.size() > 1 && fields[1].toLongLong() == parent)
      children << entry.toInt();
  }
  return children;
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
