// SPDX-License-Identifier: Apache-2.0
// Hidden and exposed time of asynchronous operations: figures, iterations, charts, findings.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "viewer/models/overlap_model.h"
#include "viewer/widgets/panel.h"

class QBoxLayout;
class QComboBox;
class QScrollArea;
class QStackedWidget;
class QToolButton;

namespace pstudio {

class FindingList;
class IterationView;
class OperationTable;
class OverlapChartsView;
class TileStrip;
class QualityBar;

/// Shows the analysis of one trace and follows its selection. [thread: gui]
class OverlapPanel : public Panel {
  Q_OBJECT

public:
  explicit OverlapPanel(QWidget *parent = nullptr);
  ~OverlapPanel() override;

  /// The analysis to show, and the selection of its trace; both null: no trace is open.
  /// \param selection  is followed until it is gone or another is set.
  void setData(std::shared_ptr<const OverlapData> data, SelectionModel *selection);
  /// Whether the timeline shows times without the recording cost. The panel shows recorded times,
  /// and a badge then states it.
  void setTimelineCorrected(bool isCorrected);
  bool isTimelineCorrected() const { return m_isTimelineCorrected; }
  void setThemeKind(ThemeKind kind) override;
  void showTimesAgain() override;
  /// Codes of findings that are switched off.
  void setFindingsOff(std::set<std::string> codes);

  OverlapModel &model() { return m_model; }
  IterationView &iterations() { return *m_iterations; }
  OverlapChartsView &charts() { return *m_charts; }
  FindingList &findingList() { return *m_findings; }
  OperationTable &table() { return *m_table; }

  /// Whether a run can be repeated: the empty panel offers it.
  void setRunAgain(bool isOffered);

Q_SIGNALS:
  void findingsOffChanged(const std::set<std::string> &codes); ///< by the user
  void runAgainRequested(); ///< repeat the last run with the records of this panel

protected:
  bool eventFilter(QObject *watched, QEvent *event) override;
  void followSelection(SliceId slice) override;
  void compute() override;
  void showEvent(QShowEvent *event) override;

private:
  QWidget *makeBar();
  QWidget *makeBody();
  void makeSide();
  void followCurrent(); ///< the selection of the timeline
  void fillChannels();
  void fillCtas();
  void showData();
  void showNumbers();
  void fillTable();
  void showView(int index);
  void showHint(const QString &title, const QString &hint, bool canRunAgain);
  void showBadges();
  void markOperation(std::optional<OperationRef> ref);
  void chooseRow(uint32_t row);
  void chooseInstance(int64_t instance);

  OverlapModel m_model;
  bool m_isTimelineCorrected = false;
  bool m_isTableStale = false; ///< the table of many operations waits until it is shown
  bool m_isRunAgain = false;   ///< a run can be repeated
  bool m_canRunAgain = false;  ///< a repeated run could resolve the message

  uint32_t m_ctasOf = 0; ///< launch whose CTAs are listed
  QComboBox *m_channels = nullptr, *m_ctas = nullptr, *m_alignment = nullptr;
  QToolButton *m_showIterations = nullptr, *m_showTable = nullptr, *m_fit = nullptr;
  QualityBar *m_badges = nullptr;
  TileStrip *m_tiles = nullptr;
  QStackedWidget *m_views = nullptr;
  IterationView *m_iterations = nullptr;
  OperationTable *m_table = nullptr;
  OverlapChartsView *m_charts = nullptr;
  FindingList *m_findings = nullptr;
  QScrollArea *m_side = nullptr;
  QBoxLayout *m_sideLayout = nullptr;
};

} // namespace pstudio
