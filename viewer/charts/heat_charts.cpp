// SPDX-License-Identifier: Apache-2.0
// The charts of the heat panel.
#include "viewer/charts/heat_charts.h"

#include <QtCharts/QAreaSeries>
#include <QtCharts/QLineSeries>
#include <QtCharts/QStackedBarSeries>
#include <algorithm>
#include <array>
#include <cmath>

namespace pstudio {
namespace {

constexpr int kMostMarks = 4;    // of a vertical axis
constexpr size_t kMostWords = 8; // below bars

/// What an axis of sizes counts in.
struct ByteUnit {
  double bytes;
  const char *name;
};

ByteUnit byteUnit(double most) {
  static constexpr std::array kUnits = {ByteUnit{1, "bytes"}, ByteUnit{1024, "KiB"},
                                        ByteUnit{1024.0 * 1024, "MiB"},
                                        ByteUnit{1024.0 * 1024 * 1024, "GiB"}};
  ByteUnit found = kUnits[0];
  for (const ByteUnit &unit : kUnits)
    if (most >= 2 * unit.bytes)
      found = unit;
  return found;
}

/// Few words fit below many bars; the others differ in what nobody sees.
QStringList axisWords(std::span<const HeatBar> bars) {
  const size_t every = (bars.size() + kMostWords - 1) / kMostWords;
  QStringList words;
  for (size_t i = 0; i < bars.size(); ++i) {
    const bool isShown = every < 2 || i % every == 0;
    words << (isShown ? QString::fromStdString(bars[i].mark) : QString()) +
                 QString(static_cast<qsizetype>(i), QChar(0x200B));
  }
  return words;
}

/// "%.0f" and whole steps, or as "20 k" where numbers are large.
void setCountAxis(QChart &chart, const Theme &theme, double most) {
  const bool isLarge = most >= 20'000;
  const double unit = most >= 20'000'000 ? 1e6 : isLarge ? 1e3 : 1;
  QValueAxis *axis = addValueAxis(chart, theme, Qt::AlignLeft, 0, most / unit, QString());
  const double step = setRoundRange(*axis, 0, std::max(1.0, most / unit) * 1.02, kMostMarks);
  axis->setTickInterval(std::max(1.0, step));
  axis->setLabelFormat(unit > 1e3   ? QStringLiteral("%.0f M")
                       : unit > 1.0 ? QStringLiteral("%.0f k")
                                    : QStringLiteral("%.0f"));
}

} // namespace

ChartPtr makeFootprintChart(std::span<const FootprintPoint> points, const Theme &theme) {
  ChartPtr chart = makeChart(theme);
  const double first = points.empty() ? 0 : points.front().timeNs;
  const double last = points.empty() ? 1 : std::max(points.back().timeNs, first + 1e-3);
  const double most = points.empty() ? 1 : std::max(1.0, points.back().bytes);
  const double timeUnit = timeUnitNs(last);
  const ByteUnit unit = byteUnit(most);
  auto *line = new QLineSeries(chart.get());
  for (const FootprintPoint &point : points)
    line->append(point.timeNs / timeUnit, point.bytes / unit.bytes);
  auto *area = new QAreaSeries(line);
  area->setBrush(theme.color(ColorToken::CounterFill));
  area->setPen(QPen(theme.color(ColorToken::CounterLine), 1.4));
  chart->addSeries(area);
  addTimeAxis(*chart, theme, first, last)->setGridLineVisible(false);
  QValueAxis *size = addValueAxis(*chart, theme, Qt::AlignLeft, 0, most / unit.bytes, QString());
  const double step = setRoundRange(*size, 0, most / unit.bytes * 1.02, kMostMarks);
  const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step))));
  size->setLabelFormat(QStringLiteral("%.%1f %2").arg(decimals).arg(QLatin1String(unit.name)));
  attachToAxes(*chart, area);
  return chart;
}

ChartPtr makeBarChart(std::span<const HeatBar> bars, const Theme &theme) {
  ChartPtr chart = makeChart(theme);
  QBarSet *apart = makeBarSet(QStringLiteral("apart"), theme.color(ColorToken::DensityMuted));
  QBarSet *others = makeBarSet(QStringLiteral("others"), theme.color(ColorToken::Density));
  double most = 1;
  for (const HeatBar &bar : bars) {
    apart->append(bar.isFirst ? bar.value : 0);
    others->append(bar.isFirst ? 0 : bar.value);
    most = std::max(most, bar.value);
  }
  auto *series = new QStackedBarSeries;
  series->append(apart);
  series->append(others);
  series->setBarWidth(0.72);
  chart->addSeries(series);
  addCategoryAxis(*chart, theme, Qt::AlignBottom, axisWords(bars), FontRole::MonoSmall)
      ->setLabelsBrush(theme.color(ColorToken::TextMuted));
  setCountAxis(*chart, theme, most);
  attachToAxes(*chart, series);
  return chart;
}

} // namespace pstudio
