// SPDX-License-Identifier: Apache-2.0
// Statistics of a trace or of the selected area: a table, and the chosen scope beside it.
#pragma once

#include <memory>

#include "core/statistics/statistics_text.h"
#include "viewer/geometry/time_style.h"
#include "viewer/models/job.h"
#include "viewer/widgets/panel.h"

class QComboBox;
class QStackedWidget;
class QToolButton;

namespace pstudio {

class ElidedLabel;
class CriticalPathView;
class OverlapData;
class RankView;
class ScopeDetail;
class StatisticsTableView;
struct ScopeFigures;

/// Computes on other threads while it is visible. Rows are scopes; or warps, CTAs or SMs of the
/// chosen scope. [thread: gui]
class StatisticsPanel : public Panel {
  Q_OBJECT

public:
  explicit StatisticsPanel(QWidget *parent = nullptr);
  ~StatisticsPanel() override;

  /// Null: nothing is shown. The models belong to the trace's timeline; they must outlive their
  /// use here.
  void setTrace(std::shared_ptr<const Trace> trace, SelectionModel *selection, AreaModel *area);
  /// Of the trace as recorded: what critical paths are made of. Before setTrace().
  void setOverlap(std::shared_ptr<const OverlapData> overlap);
  bool hasTrace() const { return m_trace != nullptr; }
  void setThemeKind(ThemeKind kind) override;
  void showTimesAgain() override;
  std::string csv() const override;
  void showStatus(const QString &text) override; ///< in the place of the header, for a while

  StatisticsTableView &table() { return *m_table; }
  ScopeDetail &detail() { return *m_detail; }
  CriticalPathView &criticalPath() { return *m_path; }
  RankView &ranks() { return *m_ranks; }

Q_SIGNALS:
  void scopeHighlighted(const QString &name); ///< the user has chosen a row
  void statisticsShown();                     ///< the table is complete

protected:
  void followSelection(SliceId slice) override;
  void followArea() override { restart(); }
  void compute() override;

private:
  QWidget *makeBar();
  QWidget *makeBody();
  void showRows(int rows);
  void chooseRows(int rows);
  statistics::StatisticsQuery query() const;
  statistics::LengthUnit unit() const;
  void restart();
  void showTable(std::shared_ptr<const statistics::StatisticsTable> table);
  void computeFigures();
  void chooseLine(int line);
  void activateLine(int line);
  void showHeader();
  void copyCsv();
  void chooseUnit();

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const statistics::StatisticsTable> m_shown;
  std::optional<statistics::ScopeKey> m_scope;    ///< of the charts
  bool m_isChosen = false;                        ///< by the user; else the largest one
  TimeStyle m_styleOfUnit = TimeStyle::Automatic; ///< when the unit was chosen for it

  QComboBox *m_groups;
  QComboBox *m_units;
  QToolButton *m_wholeTrace;
  QToolButton *m_save;
  ElidedLabel *m_header;
  StatisticsTableView *m_table;
  ScopeDetail *m_detail;
  QStackedWidget *m_body; ///< the table, the critical path, or the ranks
  CriticalPathView *m_path;
  RankView *m_ranks;
  std::shared_ptr<const OverlapData> m_overlap;
  Job m_work{this};
  Job m_figuresWork{this};
};

} // namespace pstudio
