// SPDX-License-Identifier: Apache-2.0
// Reads trace files in the background, one after another.
#pragma once

#include <QObject>
#include <QQueue>
#include <QString>

#include <filesystem>
#include <functional>
#include <memory>

#include "app/documents/open_trace.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

class QThread;

namespace pstudio {

/// A file to read and what becomes of it.
struct LoadRequest {
  QString file;  ///< absolute path
  QString title; ///< for the open trace list; empty = taken from the trace or the file's name
  bool isRunResult = false; ///< lies in the result folder and is not saved yet
  /// What the run has shown so far, which the result replaces; kNoOpenTrace for none.
  OpenTraceId replaces = kNoOpenTrace;
};

/// Never blocks the caller. Files are read in the order of load(), each on a thread of its own.
/// [thread: gui]
class TraceLoader : public QObject {
  Q_OBJECT

public:
  using Reader = std::function<Result<Trace>(const std::filesystem::path &)>;
  using LoadResult = Result<LoadedTrace>;

  /// \param reader  called on another thread; must not touch widgets.
  explicit TraceLoader(Reader reader, QObject *parent = nullptr);
  /// Waits for the file that is being read.
  ~TraceLoader() override;

  void load(const LoadRequest &request);
  /// Forgets the waiting files and gives up the one being read: its reader runs to its end unheard.
  void cancel();
  bool isBusy() const { return m_isBusy; }

Q_SIGNALS:
  void started(const QString &file);
  void loaded(const pstudio::LoadRequest &request, const pstudio::LoadedTrace &data);
  void failed(const pstudio::LoadRequest &request, const pstudio::Error &error);
  void cancelled(const QString &file);
  void becameIdle();

private:
  void startNext();
  void deliver(const LoadRequest &request, const LoadResult &result);

  Reader m_reader;
  QQueue<LoadRequest> m_waiting;
  QList<QThread *> m_threads;
  QString m_current;
  quint64 m_generation = 0; // results of an older one were cancelled
  bool m_isBusy = false;
};

} // namespace pstudio
