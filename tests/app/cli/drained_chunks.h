// SPDX-License-Identifier: Apache-2.0
// Reads the drain log of a worker while the worker still runs.
#pragma once

#include <QDirIterator>
#include <QTest>

#include "core/base/file_bytes.h"
#include "core/record/stream_log.h"

/// Chunks of CTA 0's unit `unit` in a drain log below `folder`; 0 while there is no log.
inline size_t drainedChunks(const QString &folder, uint32_t unit) {
  QDirIterator files(folder, {"*.pslog"}, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
  if (!files.hasNext())
    return 0;
  const auto bytes = pstudio::FileBytes::read(files.next().toStdString());
  if (!bytes)
    return 0;
  const auto log = pstudio::record::StreamLog::read(bytes->bytes());
  return log ? log->chunks(0, unit).size() : 0;
}

/// Waits until each of the first `units` units has at least `chunks` chunks in the log.
inline bool waitForDrainedChunks(const QString &folder, uint32_t units, size_t chunks,
                                 int timeoutMs = 30000) {
  return QTest::qWaitFor(
      [&] {
        for (uint32_t unit = 0; unit < units; ++unit)
          if (drainedChunks(folder, unit) < chunks)
            return false;
        return true;
      },
      timeoutMs);
}
