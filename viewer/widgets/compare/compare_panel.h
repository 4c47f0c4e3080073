// SPDX-License-Identifier: Apache-2.0
// The shown trace and others against a baseline: a table of differences and all on one time axis.
#pragma once

#include <QList>
#include <QStringList>
#include <QTimer>

#include <map>
#include <memory>
#include <vector>

#include "core/compare/trace_comparison.h"
#include "viewer/geometry/time_style.h"
#include "viewer/widgets/compare/compare_job.h"
#include "viewer/widgets/panel.h"

class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QMenu;
class QScrollArea;
class QSpinBox;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace pstudio {

class AlignedView;
class CandidatesTable;
class ComparisonTable;
class ElidedLabel;

/// A trace that the panel can compare.
struct ComparableTrace {
  int id = 0;    ///< of the owner; the choice is kept by it
  QString title; ///< unique among those that are offered
  std::shared_ptr<const Trace> trace;
};

/// Compares on another thread, and only while it is visible. The chosen trace is the baseline, the
/// shown one is the first candidate; others can be added. [thread: gui]
class ComparePanel : public Panel {
  Q_OBJECT

public:
  explicit ComparePanel(QWidget *parent = nullptr);
  ~ComparePanel() override;

  /// The first candidate and what it can be compared with. \param selection  of the timeline; null:
  /// none. Must outlive its use. A null trace: nothing is shown.
  void setTraces(ComparableTrace shown, QList<ComparableTrace> others, SelectionModel *selection);
  /// Until the user chooses baseline or candidates, other traces of the shown kernel are further
  /// candidates, three at most.
  void addVariants() { m_addsVariants = true; }
  /// Makes one of the others the baseline; an unknown id changes nothing.
  void chooseBaseline(int id);
  bool hasOthers() const { return !m_others.isEmpty(); }
  void setThemeKind(ThemeKind kind) override;
  /// Compares cycles where timeStyle() prefers them, otherwise times.
  void showTimesAgain() override;

  /// The shown comparisons, one for each candidate, the shown trace first; null until the first one
  /// is complete, and if there is nothing to compare.
  const std::shared_ptr<const Comparisons> &comparisons() const { return m_comparisons; }
  /// Of the shown trace; null likewise.
  std::shared_ptr<const compare::TraceComparison> comparison() const;
  /// Whether the comparison follows a change of the choices.
  bool isBusy() const { return m_isBusy; }
  /// The matches that the user has made for the shown trace.
  std::vector<compare::Rename> renames() const { return renamesOf(m_shown.id); }
  ComparisonTable &table() { return *m_table; }          ///< of one candidate
  CandidatesTable &severalTable() { return *m_several; } ///< of several
  AlignedView &view() { return *m_view; }
  void showStatus(const QString &text) override; ///< below the controls

Q_SIGNALS:
  void reportRequested(); ///< request of the user for a report

protected:
  void compute() override;

private:
  void makeFields();
  void connectFields();
  QWidget *makeBar();
  QWidget *makeNotes();
  QWidget *makeBody();
  void fillOthers();
  void fillCandidates();
  void showCandidateCount();
  const ComparableTrace *baseline() const;
  void keepCandidates();
  bool isAdded(const ComparableTrace &other) const; ///< a further candidate
  std::vector<const ComparableTrace *> candidates() const;
  std::vector<std::shared_ptr<const Trace>> tracesToCompare() const;
  QStringList titlesToCompare() const;
  std::vector<compare::Rename> renamesOf(int id) const;
  compare::CompareOptions options() const;
  CompareRequest request() const;
  bool hasLanesOf(const CompareRequest &request) const;
  void chooseUnit();
  void restart(); ///< compares with the present choices, at once or when the panel is shown
  void cancel();
  void setBusy(bool isBusy);
  void showProgress();
  void clearComparisons();
  void showOutcome(CompareOutcome outcome, const CompareRequest &request);
  void showTable(bool isOfOne);
  void showSummaries();
  void followSummary(int index, SliceId slice);
  void showFailure(const Error &error);
  void moveLanes();
  void showNotes();
  void fillAlignments();
  void setMatch(int candidate, const QString &baseline, const QString &name);
  void chooseInstances(SliceId ofBaseline, const std::vector<SliceId> &ofCandidates);
  void chooseSlice(int lane, SliceId slice);
  QString verdictLine() const;

  ComparableTrace m_shown;
  QList<ComparableTrace> m_others;
  int m_chosen = 0;            ///< id of the baseline that the user chose; 0: none
  QList<int> m_added;          ///< ids of further candidates that the user chose
  bool m_addsVariants = false; ///< until the user changes the candidates
  std::map<int, std::vector<compare::Rename>> m_renames; ///< by id of the candidate
  std::shared_ptr<const Comparisons> m_comparisons;
  std::vector<int> m_comparedIds;                    ///< of the candidates of m_comparisons
  std::vector<std::weak_ptr<const Trace>> m_lanesOf; ///< traces of the lanes
  TimeStyle m_styleOfUnit = TimeStyle::Automatic;    ///< when the unit was chosen for it
  bool m_isBusy = false;
  bool m_isCancelled = false; ///< by the user: nothing starts again by itself
  QTimer m_tick;              ///< shows the progress

  QComboBox *m_otherBox;
  QToolButton *m_candidates;
  QMenu *m_candidateMenu;
  QComboBox *m_alignment;
  QSpinBox *m_iteration;
  QComboBox *m_unit;
  QDoubleSpinBox *m_threshold;
  QLineEdit *m_filter;
  QToolButton *m_report;
  QToolButton *m_cancel; ///< or starts again what was cancelled
  ElidedLabel *m_status;
  ElidedLabel *m_warnings;
  QSplitter *m_parts;
  QScrollArea *m_summaries; ///< of baseline and candidates, beside each other
  bool m_isSplitByUser = false;
  QStackedWidget *m_tables;
  ComparisonTable *m_table;
  CandidatesTable *m_several;
  AlignedView *m_view;
  CompareJob m_job{this}; ///< last: its thread uses the panel
};

} // namespace pstudio
