// SPDX-License-Identifier: Apache-2.0
// Queries the targets of this machine and of other ones through the worker program.
#pragma once

#include <QList>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>

namespace pstudio {

/// A target of the collector and whether it can be used.
struct TargetAvailability {
  QString name; ///< as in a specification: "cpu", "lab/cuda"; "lab/" for a remote without answer
  QString description; ///< for the user
  bool isAvailable = false;
  QString reason;          ///< the obstacle and its remedy; empty if it is available
  QStringList offers = {}; ///< tools of the machine
};

/// The lines of `proton-collect targets --json`. Lines that are something else are left out.
QList<TargetAvailability> parseTargets(const QByteArray &lines);

/// Runs `proton-collect targets --json` in the background. [thread: gui]
class TargetQuery : public QObject {
  Q_OBJECT

public:
  explicit TargetQuery(QObject *parent = nullptr);
  ~TargetQuery() override;

  /// \param program  the worker. A query that is still going on is dropped.
  void start(const QString &program);
  /// False once all machines have answered, or have not in their time.
  bool isRunning() const { return m_process.state() != QProcess::NotRunning; }

Q_SIGNALS:
  /// All that is known so far, each time that more is: those of this machine come first, those of
  /// others as they answer. An empty list if the program cannot be run or says nothing that can be
  /// read.
  void answered(const QList<pstudio::TargetAvailability> &targets);

private:
  void readLines();

  QProcess m_process;
  QByteArray m_text; ///< of this query
};

} // namespace pstudio
