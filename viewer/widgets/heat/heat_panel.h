// SPDX-License-Identifier: Apache-2.0
// Memory accesses of a kernel by address and time, and their efficiency: maps, memory operations,
// findings, charts.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "viewer/geometry/heat/heat_scale.h"
#include "viewer/geometry/heat/heat_summary.h"
#include "viewer/geometry/heat/heat_views.h"
#include "viewer/models/heat_model.h"
#include "viewer/widgets/panel.h"

class QBoxLayout;
class QComboBox;
class QLabel;
class QProgressBar;
class QScrollArea;
class QStackedWidget;
class QToolButton;

namespace pstudio {

class ElidedLabel;
class FindingList;
class HeatChartsView;
class HeatMapGrid;
class MessagePage;
class MemoryOperationTable;
class QualityBar;

/// Shows the accesses of one trace and follows its selection. Counting begins when the panel is
/// first seen. [thread: gui]
class HeatPanel : public Panel {
  Q_OBJECT

public:
  explicit HeatPanel(QWidget *parent = nullptr);
  ~HeatPanel() override;

  /// The trace to show and its selection; both null: no trace is open.
  /// \param selection  is followed until it is gone or another is set.
  void setTrace(std::shared_ptr<const Trace> trace, SelectionModel *selection);
  /// The texts of source files; by default those of the trace and of this machine. setTrace() with
  /// another trace resets them to the default. Not null.
  void setSources(std::shared_ptr<const SourceTexts> sources);
  void setThemeKind(ThemeKind kind) override;
  /// Codes of findings that are switched off.
  void setFindingsOff(std::set<std::string> codes);
  /// Shows this part of the timeline in the maps over time.
  void followTimeline(TimeRange range);
  /// The timeline moved: with linked times the maps show the same.
  void followLinkedTimeline(TimeRange range);

  HeatModel &model() { return m_model; }
  std::vector<HeatView> shownViews() const;
  HeatScaleKind scaleKind() const; ///< of the first map that is shown
  /// The visible areas of the maps that are zoomed in.
  std::map<HeatView, HeatArea> zoomedAreas() const;
  HeatMapGrid &maps() { return *m_maps; }
  MemoryOperationTable &table() { return *m_table; }
  FindingList &findingList() { return *m_findings; }
  HeatChartsView &charts() { return *m_charts; }

  /// Whether a run can be repeated: the empty panel offers it.
  void setRunAgain(bool isOffered);

Q_SIGNALS:
  /// An access, or several in one cell, was chosen: when, and on which track if that is known.
  void accessRevealed(pstudio::TimeRange time, pstudio::TrackId track);
  void siteRevealed(const pstudio::MemoryOperationRow &row);   ///< its line should be shown
  void timeRevealed(pstudio::TimeRange range);                 ///< the timeline should show it
  void timelineRequested();                                    ///< answered by followTimeline()
  void findingsOffChanged(const std::set<std::string> &codes); ///< by the user
  void runAgainRequested(); ///< repeat the last run with access records

protected:
  void paintEvent(QPaintEvent *event) override;
  bool eventFilter(QObject *watched, QEvent *event) override;
  void followSelection(SliceId slice) override;

private:
  QWidget *makeBar();
  QWidget *makeHeadline();
  QWidget *makeBody();
  void makeSide();
  QScrollArea *makeScrolled(const char *name, QWidget *content, int leastWidth);
  QToolButton *makeTimeButton();
  void connectParts();
  void fillChoosers();
  void showLaunch();
  void showCounted();
  void showChoice();
  void showProgress();
  void showCharts();
  void select(const HeatSelection &selection);
  void chooseSite(std::optional<uint16_t> site);
  void chooseFinding(size_t finding);

  HeatModel m_model;
  std::shared_ptr<const SourceTexts> m_sources = std::make_shared<const SourceTexts>(nullptr);
  bool m_isSeen = false;      ///< the panel was painted at least once
  bool m_isSelecting = false; ///< what the timeline selects now was chosen here
  bool m_isLinked = false;    ///< the times of maps and timeline are one
  bool m_isFollowing = false; ///< the timeline moved first
  std::optional<TimeRange> m_shownTime;

  QStackedWidget *m_body = nullptr;
  MessagePage *m_nothing = nullptr;
  std::array<QToolButton *, kHeatViews> m_viewSwitches{};
  QComboBox *m_launches = nullptr, *m_buffers = nullptr;
  QComboBox *m_matrixMeasure = nullptr, *m_bankMeasure = nullptr;
  QToolButton *m_onlySite = nullptr;
  QualityBar *m_badges = nullptr;
  ElidedLabel *m_headline = nullptr;
  QLabel *m_counting = nullptr;
  QProgressBar *m_progress = nullptr;
  HeatMapGrid *m_maps = nullptr;
  MemoryOperationTable *m_table = nullptr;
  FindingList *m_findings = nullptr;
  HeatChartsView *m_charts = nullptr;
  QScrollArea *m_side = nullptr, *m_mapRoom = nullptr;
  QBoxLayout *m_sideLower = nullptr;
};

} // namespace pstudio
