// SPDX-License-Identifier: Apache-2.0
// SQL over the shown trace: an editor, examples and saved queries, and the result as a table.
#pragma once

#include <QStringList>
#include <QTimer>

#include "viewer/models/job.h"
#include "viewer/models/query_runner.h"
#include "viewer/widgets/panel.h"

class QComboBox;
class QToolButton;

namespace pstudio {

class ElidedLabel;
class NumberTable;
class QueryResultModel;
class SqlEditor;

/// Queries run on another thread and can be stopped; the rows so far stay. A row with the number of
/// a slice selects that slice. [thread: gui]
class QueryPanel : public Panel {
  Q_OBJECT

public:
  explicit QueryPanel(QWidget *parent = nullptr);
  ~QueryPanel() override;

  /// The trace of the queries; null: none. Another one clears the result. \param recorded  the same
  /// trace with times as recorded. \param selection  of the timeline; null: none
  void setTrace(std::shared_ptr<const Trace> trace, std::shared_ptr<const Trace> recorded,
                SelectionModel *selection);
  void setThemeKind(ThemeKind kind) override;
  /// Queries of the user; each is listed by its first line.
  void setSavedQueries(const QStringList &queries);
  const QStringList &savedQueries() const { return m_saved; }

  /// Runs the text of the editor.
  void run();
  QueryRunner &runner() { return m_runner; }
  SqlEditor &editor() { return *m_editor; }
  NumberTable &table() { return *m_table; }
  QueryResultModel &model() { return *m_model; }
  QString statusText() const;
  /// Writes the rows to a file on another thread; csvWritten() follows.
  void writeCsv(const QString &file);

Q_SIGNALS:
  void savedQueriesChanged(const QStringList &queries);
  void csvWritten(const QString &file, bool isWritten);

private:
  QWidget *makeBar();
  QWidget *makeBody();
  void fillQueries();
  void chooseQuery(int at);
  void saveQuery();
  void removeQuery();
  void copyCsv();
  void showOutcome(const QueryOutcome &outcome);
  void showFirstMessage();
  void fitColumns();
  void showProgress();
  void updateControls();
  SliceId sliceAt(int line) const;

  QueryRunner m_runner;
  QStringList m_saved;
  QTimer m_progress;
  SqlEditor *m_editor;
  QueryResultModel *m_model;
  NumberTable *m_table;
  QComboBox *m_queries;
  QToolButton *m_run, *m_stop, *m_save, *m_remove, *m_copy, *m_export;
  ElidedLabel *m_status;
  QString m_statusText;
  Job m_csv{this}; // last: its jobs use the rest
};

} // namespace pstudio
