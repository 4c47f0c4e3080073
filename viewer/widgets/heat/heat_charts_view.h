// SPDX-License-Identifier: Apache-2.0
// The charts of the heat panel below each other.
#pragma once

#include <QWidget>

#include <vector>

#include "viewer/charts/heat_charts.h"

class QChartView;
class QLabel;

namespace pstudio {

/// Shows the charts of setNumbers(); charts without numbers are left out. [thread: gui]
class HeatChartsView : public QWidget {
  Q_OBJECT

public:
  explicit HeatChartsView(QWidget *parent = nullptr);
  ~HeatChartsView() override;

  /// The numbers of the charts. The degrees are those of one memory operation or of all.
  struct Numbers {
    std::vector<FootprintPoint> footprint;
    std::vector<WaveBar> waves;
    std::vector<HeatBar> reuse;
    std::vector<HeatBar> degrees;
    QString degreesOf; ///< name of the operation; empty: all
  };
  void setNumbers(Numbers numbers);
  const Numbers &numbers() const { return m_numbers; }
  void setThemeKind(ThemeKind kind);

private:
  void makeCharts();

  Numbers m_numbers;
  ThemeKind m_theme = ThemeKind::Dark;
  QLabel *m_footprintHeading, *m_waveHeading, *m_reuseHeading, *m_degreeHeading;
  QChartView *m_footprint = nullptr, *m_waves = nullptr, *m_reuse = nullptr, *m_degrees = nullptr;
};

} // namespace pstudio
