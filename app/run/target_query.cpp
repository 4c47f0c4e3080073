// SPDX-License-Identifier: Apache-2.0
// Asks the worker program which targets it can run on.
#include "app/run/target_query.h"

#include <QStringList>

namespace pstudio {

QList<TargetAvailability> parseTargets(const QString &text) {
  static const QString kMark = QStringLiteral(" - not available: ");
  QList<TargetAvailability> targets;
  for (const QString &line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
    const qsizetype blank = line.indexOf(QLatin1Char(' '));
    if (blank < 1)
      continue;
    TargetAvailability target;
    target.name = line.left(blank);
    const QString rest = line.mid(blank).trimmed();
    const qsizetype mark = rest.indexOf(kMark);
    target.isAvailable = mark < 0;
    target.description = mark < 0 ? rest : rest.left(mark);
    target.reason = mark < 0 ? QString() : rest.mid(mark + kMark.size());
    targets << target;
  }
  return targets;
}

TargetQuery::TargetQuery(QObject *parent) : QObject(parent) {
  connect(&m_process, &QProcess::finished, this, [this] {
    Q_EMIT answered(parseTargets(QString::fromUtf8(m_process.readAllStandardOutput())));
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

void TargetQuery::start(const QString &program) {
  if (m_process.state() != QProcess::NotRunning) {
    const QSignalBlocker blocker(m_process);
    m_process.kill();
    m_process.waitForFinished();
  }
  m_process.start(program, {QStringLiteral("targets")});
}

} // namespace pstudio
