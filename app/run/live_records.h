// SPDX-License-Identifier: Apache-2.0
// The records of a run that is in progress, as far as they have arrived.
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include "app/documents/open_trace.h"
#include "viewer/models/job.h"

namespace pstudio {

/// Watches the drain logs of a run (strategy stream) in its temporary folder and decodes them again
/// when they have grown. Decoding takes at most a part of the time: the pause is as long as four
/// decodings. Runs with other strategies have no such logs. [thread: gui]
class LiveRecords : public QObject {
  Q_OBJECT

public:
  explicit LiveRecords(QObject *parent = nullptr);
  ~LiveRecords() override;

  /// Until stop(), which drops what is being decoded.
  void watch(const QString &folder);
  void stop();

  static constexpr int kMinPauseMs = 500;

Q_SIGNALS:
  void grown(const pstudio::LoadedTrace &data); ///< all records so far, with a note

private:
  void look();

  QString m_folder;   ///< empty: nothing is watched
  qint64 m_bytes = 0; ///< of the logs when they were decoded last
  QTimer m_timer;
  Job m_job{this}; ///< last: its jobs deliver to this
};

} // namespace pstudio
