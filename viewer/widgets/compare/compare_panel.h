// SPDX-License-Identifier: Apache-2.0
// The shown trace against another one: a table of differences and both on one time axis.
#pragma once

#include <QList>
#include <QWidget>

#include <memory>
#include <vector>

#include "core/compare/trace_comparison.h"
#include "viewer/geometry/time_style.h"
#include "viewer/models/selection_model.h"
#include "viewer/paint/theme.h"
#include "viewer/widgets/compare/compare_job.h"

class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QSpinBox;
class QStackedWidget;
class QToolButton;

namespace pstudio {

class AlignedView;
class ComparisonTable;
class ElidedLabel;
class MessagePage;

/// A trace that the panel can compare.
struct ComparableTrace {
  int id = 0;    ///< of the owner; the choice is kept by it
  QString title; ///< unique among those that are offered
  std::shared_ptr<const Trace> trace;
};

/// Compares on another thread, and only while it is visible. The shown trace is the candidate, the
/// chosen one is the baseline. [thread: gui]
class ComparePanel : public QWidget {
  Q_OBJECT

public:
  explicit ComparePanel(QWidget *parent = nullptr);
  ~ComparePanel() override;

  /// The candidate and what it can be compared with. \param selection  of the timeline; null: none.
  /// Must outlive its use. A null trace: nothing is shown.
  void setTraces(ComparableTrace shown, QList<ComparableTrace> others, SelectionModel *selection);
  bool hasOthers() const { return !m_others.isEmpty(); }
  void setThemeKind(ThemeKind kind);
  /// Compares cycles where timeStyle() prefers them, otherwise times.
  void showTimesAgain();

  /// What is shown; null while it is made for the first time, and if there is nothing to compare.
  const std::shared_ptr<const compare::TraceComparison> &comparison() const { return m_comparison; }
  /// Whether the comparison follows a change of the choices.
  bool isBusy() const { return m_isBusy; }
  /// The matches that the user has made.
  const std::vector<compare::Rename> &renames() const { return m_renames; }
  ComparisonTable &table() { return *m_table; }
  AlignedView &view() { return *m_view; }
  /// Shows a line below the controls, such as the result of a report.
  void showStatus(const QString &text);

Q_SIGNALS:
  void sliceRevealed(pstudio::SliceId slice); ///< of the shown trace
  void reportWanted();                        ///< the user wants a report of comparison()
  void comparisonShown();                     ///< comparison() is another one

protected:
  void showEvent(QShowEvent *event) override;

private:
  void makeFields();
  void connectFields();
  QWidget *makeBar();
  QWidget *makeNotes();
  QWidget *makeParts();
  void fillOthers();
  const ComparableTrace *baseline() const;
  compare::CompareOptions options() const;
  void restart(); ///< compares with the present choices, at once or when the panel is shown
  void showOutcome(CompareOutcome outcome, const CompareRequest &request);
  void showMessage(const QString &title, const QString &hint);
  void showNotes();
  void fillAlignments();
  void setMatch(const QString &baseline, const QString &candidate);
  void chooseRow(const compare::ScopeComparison &row);
  void chooseSlice(int lane, SliceId slice);
  QString verdictLine() const;

  ComparableTrace m_shown;
  QList<ComparableTrace> m_others;
  int m_chosen = 0; ///< id of the baseline that the user chose; 0: none
  SelectionModel *m_selection = nullptr;
  std::vector<compare::Rename> m_renames;
  std::shared_ptr<const compare::TraceComparison> m_comparison;
  std::weak_ptr<const Trace> m_lanesOf[2];        ///< baseline and candidate of the lanes
  uint64_t m_generation = 0;                      ///< results of an older one are discarded
  TimeStyle m_styleOfUnit = TimeStyle::Automatic; ///< when the unit was chosen for it
  bool m_isStale = false;                         ///< to be compared when the panel is visible
  bool m_isBusy = false;

  QStackedWidget *m_pages;
  MessagePage *m_message;
  QComboBox *m_otherBox;
  QComboBox *m_alignment;
  QSpinBox *m_iteration;
  QComboBox *m_unit;
  QDoubleSpinBox *m_threshold;
  QLineEdit *m_filter;
  QToolButton *m_report;
  ElidedLabel *m_status;
  ElidedLabel *m_warnings;
  ComparisonTable *m_table;
  AlignedView *m_view;
  CompareJob m_job; ///< last: its thread uses the panel
};

} // namespace pstudio
