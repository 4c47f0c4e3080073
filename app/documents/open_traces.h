// SPDX-License-Identifier: Apache-2.0
// Opens, keeps, saves and closes open traces; uses no widgets.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include "app/settings/settings.h"
#include "app/documents/open_trace_list.h"
#include "app/documents/result_folder.h"
#include "app/documents/trace_loader.h"
#include "app/documents/trace_saver.h"

namespace pstudio {

/// The open traces and their files. Reading and writing run in the background. problem() reports a
/// failure, which changes no open trace. [thread: gui]
class OpenTraces : public QObject {
  Q_OBJECT

public:
  /// \param settings  must outlive the store. \param root  folder for results of runs.
  OpenTraces(Settings &settings, TraceReaders readers, TraceSaver::Writer writer,
             const QString &root, QObject *parent = nullptr);

  OpenTraceList &list() { return m_list; }
  TraceLoader &loader() { return m_loader; }
  ResultFolder &folder() { return m_folder; }

  /// Opens trace files; one that is open already becomes current instead.
  void open(const QStringList &files);
  /// Opens the result of a run as an unsaved trace.
  void openResult(const QString &file, const QString &title);
  /// Shows the records so far of a run in progress, until openResult() replaces them or keepLive()
  /// ends it. A trace that the user has closed is not shown again during the run.
  void showLive(const LoadedTrace &data, const QString &title);
  /// The run has ended without a result: the records that are shown stay, unsaved.
  void keepLive();
  void save(OpenTraceId openTrace, const QString &file);
  /// Stores notes, views and the last view with the trace's file.
  void saveNotes(OpenTraceId openTrace);
  /// Waits for all saves. \return whether nothing is unsaved then.
  bool finishSaving();
  /// Removes the open trace; an unsaved result and unsaved notes are lost.
  void close(OpenTraceId openTrace);

  QList<OpenTraceId> unsaved() const; ///< results of runs, and traces with unsaved notes

Q_SIGNALS:
  void problem(const QString &whatFailed, const pstudio::Error &error);
  void noted(const QString &line); ///< for the log
  /// A file was opened, but part of it is missing or damaged: `what` states how much was read.
  void incomplete(const QString &file, const QString &what);
  void recentFilesChanged();

private:
  void add(const LoadRequest &request, const LoadedTrace &data);
  void noteFindings(const LoadRequest &request, const Trace &trace);
  void saved(OpenTraceId openTrace, const QString &file, const review::Review &review);
  void noteReview(const LoadRequest &request, const LoadedTrace &data);
  /// Copies the pass report of `from` beside `to`. Without a report, removes an older one there.
  void keepPasses(const QString &from, const QString &to);

  Settings &m_settings;
  OpenTraceList m_list;
  ResultFolder m_folder;
  TraceLoader m_loader;
  TraceSaver m_saver;
  OpenTraceId m_live = kNoOpenTrace; ///< of the run in progress
  QString m_liveTitle;               ///< of the run
};

} // namespace pstudio
