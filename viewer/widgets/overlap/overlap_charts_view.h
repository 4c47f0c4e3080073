// SPDX-License-Identifier: Apache-2.0
// The charts of the overlap panel below each other.
#pragma once

#include <QWidget>

#include <optional>
#include <vector>

#include "viewer/charts/overlap_charts.h"

class QChartView;
class QLabel;

namespace pstudio {

/// Shows the charts of setNumbers(); a click into the second chart chooses an iteration.
/// [thread: gui]
class OverlapChartsView : public QWidget {
  Q_OBJECT

public:
  explicit OverlapChartsView(QWidget *parent = nullptr);
  ~OverlapChartsView() override;

  /// The numbers of the charts, and the CTA of the depth.
  struct Numbers {
    std::vector<StageBar> stages;
    std::vector<HiddenPoint> hidden;
    std::vector<DepthPoint> depth;
    QString depthOf;
  };
  void setNumbers(Numbers numbers);
  const Numbers &numbers() const { return m_numbers; }
  void setThemeKind(ThemeKind kind);
  /// Marks an iteration; nothing clears the mark.
  void setMarked(std::optional<int64_t> instance);

Q_SIGNALS:
  void iterationChosen(qint64 instance);

protected:
  bool eventFilter(QObject *watched, QEvent *event) override;

private:
  void makeCharts();

  Numbers m_numbers;
  std::optional<int64_t> m_marked;
  ThemeKind m_theme = ThemeKind::Dark;
  QLabel *m_depthHeading = nullptr;
  QChartView *m_stages = nullptr, *m_hidden = nullptr, *m_depth = nullptr;
};

} // namespace pstudio
