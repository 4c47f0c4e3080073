// SPDX-License-Identifier: Apache-2.0
// Asks the worker program which targets it can run on.
#pragma once

#include <QList>
#include <QObject>
#include <QProcess>
#include <QString>

namespace pstudio {

/// A target of the collector and whether it can be used here.
struct TargetAvailability {
  QString name;        ///< as in a specification: "cpu"
  QString description; ///< for people
  bool isAvailable = false;
  QString reason; ///< why not; empty if it is available
};

/// The lines of `proton-collect targets`: "name  description" or "name  description - not
/// available: reason". Lines that are neither are left out.
QList<TargetAvailability> parseTargets(const QString &text);

/// Runs `proton-collect targets` once, in the background. [thread: gui]
class TargetQuery : public QObject {
  Q_OBJECT

public:
  explicit TargetQuery(QObject *parent = nullptr);
  ~TargetQuery() override;

  /// \param program  the worker. A query that is still going on is dropped.
  void start(const QString &program);

Q_SIGNALS:
  /// An empty list if the program cannot be run or says nothing that can be read.
  void answered(const QList<pstudio::TargetAvailability> &targets);

private:
  QProcess m_process;
};

} // namespace pstudio
