// SPDX-License-Identifier: Apache-2.0
#include "app/run/remote_check.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcessEnvironment>

#include "app/settings/text.h"

namespace pstudio {
namespace {

QString textOf(const QJsonObject &object, const char *name) {
  return object[QLatin1String(name)].toString();
}

/// Messages of errors begin small and have no full stop.
QString sentence(QString text) {
  if (!text.isEmpty())
    text[0] = text[0].toUpper();
  return text.endsWith(QLatin1Char('.')) ? text : text + QLatin1Char('.');
}

QString targetLine(const QJsonObject &target) {
  QString line =
      QStringLiteral("%1: %2").arg(textOf(target, "target"), textOf(target, "description"));
  for (const QJsonValue offer : target[QLatin1String("offers")].toArray())
    line += QLatin1String(", ") + offer.toString();
  if (!target[QLatin1String("available")].toBool())
    line += RemoteCheck::tr(" - not available: %1").arg(textOf(target, "reason"));
  return line;
}

} // namespace

std::pair<bool, QString> remoteCheckText(const QByteArray &json) {
  const QJsonObject answer = QJsonDocument::fromJson(json).object();
  if (answer.isEmpty())
    return {false, RemoteCheck::tr("proton-collect gave no answer.")};
  if (!answer[QLatin1String("ok")].toBool()) {
    const QString hint = textOf(answer, "hint");
    return {false, sentence(textOf(answer, "message")) +
                       (hint.isEmpty() ? QString() : QLatin1Char('\n') + sentence(hint))};
  }
  QString text = RemoteCheck::tr("%1 on %2 answered within %3 s.")
                     .arg(textOf(answer, "program"), textOf(answer, "host"))
                     .arg(answer[QLatin1String("seconds")].toDouble(), 0, 'f', 1);
  for (const QJsonValue target : answer[QLatin1String("targets")].toArray())
    text += QLatin1Char('\n') + targetLine(target.toObject());
  return {true, text};
}

RemoteCheck::RemoteCheck(QObject *parent) : QObject(parent) {
  connect(&m_process, &QProcess::finished, this, &RemoteCheck::finish);
  connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart)
      Q_EMIT ended(false, tr("proton-collect cannot be started: %1").arg(m_process.errorString()));
  });
}

RemoteCheck::~RemoteCheck() {
  m_process.disconnect(this);
  m_process.kill();
  m_process.waitForFinished();
}

Result<void> RemoteCheck::start(const QString &program, const RemoteTarget &remote) {
  if (isRunning()) {
    const QSignalBlocker blocker(m_process);
    m_process.kill();
    m_process.waitForFinished();
  }
  m_folder = std::make_unique<QTemporaryDir>();
  const QString file = m_folder->filePath(QStringLiteral("remotes.json"));
  RemoteSettings settings;
  PSTUDIO_TRY(settings.set(remote));
  PSTUDIO_TRY(saveRemotes(settings, toPath(file)));
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QLatin1String(kRemotesFileVariable), file);
  m_process.setProcessEnvironment(environment);
  m_process.start(program, {QStringLiteral("remote"), QStringLiteral("check"),
                            toQString(remote.name), QStringLiteral("--json")});
  return {};
}

void RemoteCheck::finish() {
  const auto [isReached, text] = remoteCheckText(m_process.readAllStandardOutput());
  m_folder.reset();
  Q_EMIT ended(isReached, text);
}

} // namespace pstudio
