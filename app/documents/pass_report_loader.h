// SPDX-License-Identifier: Apache-2.0
// Reads reports of compiler passes in the background.
#pragma once

#include <QList>
#include <QObject>
#include <QString>

#include <memory>

#include "core/base/result.h"
#include "core/run/pass_report.h"

class QThread;

namespace pstudio {

class Trace;

/// The id of the report of passes that was made with this trace; empty if none was. O(launches).
std::string passReportIdOf(const Trace &trace);

/// One report at a time: a newer request discards the result of an older one. [thread: gui]
class PassReportLoader : public QObject {
  Q_OBJECT

public:
  explicit PassReportLoader(QObject *parent = nullptr);
  /// Waits for the file that is being read.
  ~PassReportLoader() override;

  void load(const QString &file);
  /// Discards the result of the report that is being read: no signal follows.
  void cancel() { ++m_generation; }

Q_SIGNALS:
  void loaded(const std::shared_ptr<const pstudio::PassReport> &report);
  void failed(const pstudio::Error &error);

private:
  QList<QThread *> m_threads;
  quint64 m_generation = 0;
};

} // namespace pstudio
