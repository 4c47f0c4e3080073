// SPDX-License-Identifier: Apache-2.0
// Looks at what a worker has drained while it is still at it.
#pragma once

#include <QDirIterator>
#include <QTest>

#include "core/base/file_bytes.h"
#include "core/record/stream_log.h"

/// Chunks of CTA 0's unit `unit` in a drain log below `folder`; 0 while there is none.
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

/// Waits until that many chunks of the first `units` units are there.
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
