// SPDX-License-Identifier: Apache-2.0
// Queries the worker program for the targets of this machine and of other machines.
#include "app/run/target_query.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace pstudio {
namespace {

QString targetQueryText(const QJsonObject &object, const char *name) {
  return object[QLatin1String(name)].toString();
}

QStringList offersOf(const QJsonObject &object) {
  QStringList offers;
  for (const QJsonValue offer : object[QLatin1String("offers")].toArray())
    offers << offer.toString();
  return offers;
}

/// The reason, with the hint that follows it for a remote.
QString reasonOf(const QJsonObject &object) {
  const QString hint = targetQueryText(object, "hint");
  const QString reason = targetQueryText(object, "reason");
  return hint.isEmpty() ? reason : QStringLiteral("%1. %2").arg(reason, hint);
}

} // namespace

QList<TargetAvailability> parseTargets(const QByteArray &lines) {
  QList<TargetAvailability> targets;
  for (const QByteArray &line : lines.split('\n')) {
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    const QString remote = targetQueryText(object, "remote");
    const QString name = targetQueryText(object, "target");
    if (!remote.isEmpty())
      targets << TargetAvailability{remote + QLatin1Char('/'), {}, false, reasonOf(object), {}};
    else if (!name.isEmpty())
      targets << TargetAvailability{name, targetQueryText(object, "description"),
                                    object[QLatin1String("available")].toBool(), reasonOf(object),
                                    offersOf(object)};
  }
  return targets;
}

TargetQuery::TargetQuery(QObject *parent) : QObject(parent) {
  connect(&m_process, &QProcess::readyReadStandardOutput, this, &TargetQuery::readLines);
  connect(&m_process, &QProcess::finished, this, [this] {
    m_text += m_process.readAllStandardOutput();
    Q_EMIT answered(parseTargets(m_text));
  });
  connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart)
      Q_EMIT answered({});
  });
}

TargetQuery::~TargetQuery() {
  m_process.disconnect(this);
  m_process.kill();
  m_process.waitForFinished();
}

void TargetQuery::readLines() {
  m_text += m_process.readAllStandardOutput();
  if (m_text.endsWith('\n')) // a machine's lines are written together
    Q_EMIT answered(parseTargets(m_text));
}

void TargetQuery::start(const QString &program) {
  if (isRunning()) {
    const QSignalBlocker blocker(m_process);
    m_process.kill();
    m_process.waitForFinished();
  }
  m_text.clear();
  m_process.start(program, {QStringLiteral("targets"), QStringLiteral("--json")});
}

} // namespace pstudio
