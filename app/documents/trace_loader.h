// SPDX-License-Identifier: Apache-2.0
// Reads trace files in the background, one after another.
#pragma once

#include <QObject>
#include <QQueue>
#include <QString>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "app/documents/open_trace.h"
#include "core/base/read_progress.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

class QThread;

namespace pstudio {

/// A file to read, and the use of its trace.
struct LoadRequest {
  QString file;  ///< absolute path
  QString title; ///< for the open trace list; empty = taken from the trace or the file's name
  bool isRunResult = false; ///< the file is in the result folder and is not saved yet
  /// The open trace with the records of the run so far, which the result replaces; kNoOpenTrace for
  /// none.
  OpenTraceId replaces = kNoOpenTrace;
};

/// Reads traces of files. Both are called on another thread and must not touch widgets.
struct TraceReaders {
  /// All of a file; reports to `progress` and ends when it is cancelled.
  std::function<Result<Trace>(const std::filesystem::path &, ReadProgress *progress)> whole;
  /// The beginning of a large file, or an error; empty: no file is shown before it is read.
  std::function<Result<Trace>(const std::filesystem::path &)> beginning;
};

/// Never blocks the caller. Files are read in the order of load(), each on a thread of its own. Of
/// a large file the beginning is read first. [thread: gui]
class TraceLoader : public QObject {
  Q_OBJECT

public:
  using LoadResult = Result<LoadedTrace>;

  explicit TraceLoader(TraceReaders readers, QObject *parent = nullptr);
  /// Requests the reader to stop and waits for it.
  ~TraceLoader() override;

  void load(const LoadRequest &request);
  /// Discards the waiting files and requests the reader to stop. A reader that does not stop runs
  /// to its end, and its result is discarded.
  void cancel();
  /// The part of the file that has been read, 0 to 1; nothing if its reader does not report it.
  std::optional<double> fraction() const;
  bool isBusy() const { return m_isBusy; }

Q_SIGNALS:
  void started(const QString &file);
  /// The beginning of a large file, while the rest is read.
  void beginningLoaded(const QString &file, const std::shared_ptr<const pstudio::Trace> &trace);
  /// fraction() may have changed; sent a few times a second.
  void progressed();
  void loaded(const pstudio::LoadRequest &request, const pstudio::LoadedTrace &data);
  void failed(const pstudio::LoadRequest &request, const pstudio::Error &error);
  void cancelled(const QString &file);
  void becameIdle();

private:
  void startNext();
  void showBeginning(const QString &file, Result<Trace> beginning, quint64 generation);
  void deliver(const LoadRequest &request, const LoadResult &result);

  TraceReaders m_readers;
  std::shared_ptr<ReadProgress> m_progress; // of the current file
  QTimer m_reportTimer;
  QQueue<LoadRequest> m_waiting;
  QList<QThread *> m_threads;
  QString m_current;
  quint64 m_generation = 0; // results of an older one were cancelled
  bool m_isBusy = false;
};

} // namespace pstudio
