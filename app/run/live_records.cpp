// SPDX-License-Identifier: Apache-2.0
#include "app/run/live_records.h"

#include <QElapsedTimer>
#include <QFileInfo>

#include <algorithm>

#include "app/settings/text.h"
#include "core/capture/drained_trace.h"
#include "core/trace/notes.h"

namespace pstudio {
namespace {

constexpr qint64 kPauses = 4; // of the length of a decoding

/// Of the logs of all launches, which are numbered from 0 on.
qint64 sizeOfLogs(const QString &folder) {
  qint64 bytes = 0;
  for (uint32_t i = 0;; ++i) {
    const QFileInfo log(folder + QLatin1Char('/') + toQString(record::drainLogName(i)));
    if (!log.exists())
      return bytes;
    bytes += log.size();
  }
}

} // namespace

LiveRecords::LiveRecords(QObject *parent) : QObject(parent) {
  m_timer.setSingleShot(true);
  connect(&m_timer, &QTimer::timeout, this, &LiveRecords::look);
}

LiveRecords::~LiveRecords() = default;

void LiveRecords::watch(const QString &folder) {
  stop();
  m_folder = folder;
  m_bytes = 0;
  m_timer.start(kMinPauseMs);
}

void LiveRecords::stop() {
  m_folder.clear();
  m_timer.stop();
  m_job.cancel();
}

void LiveRecords::look() {
  const qint64 bytes = sizeOfLogs(m_folder);
  if (bytes == m_bytes)
    return m_timer.start(kMinPauseMs);
  m_bytes = bytes;
  struct Decoded {
    LoadedTrace data;
    qint64 ms = 0;
  };
  m_job.start(
      [folder = toPath(m_folder)](const std::stop_token &stop) {
        QElapsedTimer time;
        time.start();
        // A log that is being written may end within a frame, which then is read the next time.
        auto trace = record::decodeDrainLogs(folder, makeNote(NoteCode::RunInProgress));
        Decoded decoded;
        if (trace && *trace && !stop.stop_requested())
          decoded.data = summarize(std::move(**trace));
        decoded.ms = time.elapsed();
        return decoded;
      },
      [this](const Decoded &decoded) {
        m_timer.start(static_cast<int>(std::max<qint64>(kMinPauseMs, kPauses * decoded.ms)));
        if (decoded.data.trace)
          Q_EMIT grown(decoded.data);
      });
}

} // namespace pstudio
