// SPDX-License-Identifier: Apache-2.0
// One scope: its distribution or spread as a chart, and the instances of a column as a list.
#pragma once

#include <QWidget>

#include <memory>

#include "viewer/models/job.h"
#include "viewer/paint/theme.h"
#include "viewer/widgets/statistics/scope_figures.h"

class QComboBox;

namespace pstudio {

class ColumnChartView;
class ElidedLabel;
class InstanceTable;

/// A column of the chart is chosen: the list shows its instances, else all. The column of the
/// selected slice is marked. [thread: gui]
class ScopeDetail : public QWidget {
  Q_OBJECT

public:
  explicit ScopeDetail(QWidget *parent = nullptr);
  ~ScopeDetail() override;

  /// Null: no scope.
  void setFigures(std::shared_ptr<const ScopeFigures> figures);
  const std::shared_ptr<const ScopeFigures> &figures() const { return m_figures; }
  /// The slice that is selected elsewhere; none clears.
  void setSelectedSlice(SliceId slice);
  void setThemeKind(ThemeKind kind);

  ColumnChartView &chart() { return *m_chart; }
  InstanceTable &instances() { return *m_instances; }

Q_SIGNALS:
  void sliceChosen(pstudio::SliceId slice);    ///< by the user
  void sliceActivated(pstudio::SliceId slice); ///< by a double click or Return
  void instancesShown();                       ///< the list is complete

protected:
  void resizeEvent(QResizeEvent *event) override;

private:
  ScopeChart kind() const;
  QString scopeName() const; ///< not without figures
  void makeChart();
  qsizetype wordsThatFit() const;
  void markSelected();
  void listInstances();
  void showInstances(std::vector<uint32_t> positions, int column);

  std::shared_ptr<const ScopeFigures> m_figures;
  SliceId m_selected;
  ThemeKind m_theme = ThemeKind::Dark;
  qsizetype m_chartWords = 0;

  QComboBox *m_kinds;
  ElidedLabel *m_caption;
  ColumnChartView *m_chart;
  ElidedLabel *m_listCaption;
  InstanceTable *m_instances;
  Job m_work{this};
};

} // namespace pstudio
