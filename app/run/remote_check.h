// SPDX-License-Identifier: Apache-2.0
// Tries a remote out, as it is written in a dialog and before it is saved.
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>

#include <memory>

#include "core/remote/remote_settings.h"

namespace pstudio {

/// Runs `proton-collect remote check` in the background. [thread: gui]
class RemoteCheck : public QObject {
  Q_OBJECT

public:
  explicit RemoteCheck(QObject *parent = nullptr);
  ~RemoteCheck() override;

  /// \param program  the worker. A check that is still going on is dropped. Io if the settings for
  /// it cannot be written; other errors arrive by ended().
  Result<void> start(const QString &program, const RemoteTarget &remote);
  bool isRunning() const { return m_process.state() != QProcess::NotRunning; }

Q_SIGNALS:
  /// \param text  the targets of the remote worker, or its error with a hint.
  void ended(bool isReached, const QString &text);

private:
  void finish();

  QProcess m_process;
  std::unique_ptr<QTemporaryDir> m_folder; ///< of the settings
};

/// The answer of `proton-collect remote check --json` in words, and whether it is a good one.
std::pair<bool, QString> remoteCheckText(const QByteArray &json);

} // namespace pstudio
