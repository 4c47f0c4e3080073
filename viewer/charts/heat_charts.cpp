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

constexpr int kMaxMarks = 4; // of a vertical axis
constexpr qsizetype kMaxBarWords = 8;
constexpr double kHeadroom = 1.02;

/// Unit of an axis of sizes.
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
    if (most >= unit.bytes)
      found = unit;
  return found;
}

/// An axis of sizes up to `most` bytes, in `unit`.
void setSizeAxis(QChart &chart, const Theme &theme, double most, const ByteUnit &unit) {
  QValueAxis *size = addValueAxis(chart, theme, Qt::AlignLeft, 0, most / unit.bytes, QString());
  const double step = setRoundRange(*size, 0, most / unit.bytes * kHeadroom, kMaxMarks);
  const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step))));
  size->setLabelFormat(QStringLiteral("%.%1f %2").arg(decimals).arg(QLatin1String(unit.name)));
}

/// An area below a line, in one colour; it belongs to the chart.
QAreaSeries *addArea(QChart &chart, QLineSeries *line, const QColor &fill, const QColor &edge) {
  line->setParent(&chart);
  auto *area = new QAreaSeries(line);
  area->setBrush(fill);
  area->setPen(QPen(edge, 1.4));
  chart.addSeries(area);
  return area;
}

/// Two sets of bars, the second on top of the first.
QStackedBarSeries *addBars(QChart &chart, QBarSet *lower, QBarSet *upper) {
  auto *series = new QStackedBarSeries;
  series->append(lower);
  series->append(upper);
  series->setBarWidth(0.72);
  chart.addSeries(series);
  return series;
}

void addBarAxis(QChart &chart, const Theme &theme, const QStringList &words) {
  addCategoryAxis(chart, theme, Qt::AlignBottom, sparseWords(words, kMaxBarWords),
                  FontRole::MonoSmall)
      ->setLabelsBrush(theme.color(ColorToken::TextMuted));
}

} // namespace

ChartPtr makeFootprintChart(std::span<const FootprintPoint> points, const Theme &theme) {
  ChartPtr chart = makeChart(theme);
  const double first = points.empty() ? 0 : points.front().timeNs;
  const double last = points.empty() ? 1 : std::max(points.back().timeNs, first + 1e-3);
  const double most = points.empty() ? 1 : std::max(1.0, points.back().bytes);
  const TimeUnit time = timeUnit(last);
  const ByteUnit unit = byteUnit(most);
  auto *touched = new QLineSeries, *written = new QLineSeries;
  for (const FootprintPoint &point : points) {
    touched->append(point.timeNs / time.ns, point.bytes / unit.bytes);
    written->append(point.timeNs / time.ns, point.writtenBytes / unit.bytes);
  }
  const QColor line = theme.color(kFootprintKeys[0].color);
  QAreaSeries *all = addArea(*chart, touched, theme.color(kFootprintKeys[1].color), line);
  QAreaSeries *part = addArea(*chart, written, line, line);
  addTimeAxis(*chart, theme, first, last)->setGridLineVisible(false);
  setSizeAxis(*chart, theme, most, unit);
  attachToAxes(*chart, all);
  attachToAxes(*chart, part);
  return chart;
}

ChartPtr makeWaveChart(std::span<const WaveBar> waves, const Theme &theme) {
  ChartPtr chart = makeChart(theme);
  double most = 1;
  for (const WaveBar &wave : waves)
    most = std::max(most, wave.bytes);
  const ByteUnit unit = byteUnit(most);
  QBarSet *written = makeBarSet(QStringLiteral("written"), theme.color(kFootprintKeys[0].color));
  QBarSet *read = makeBarSet(QStringLiteral("only read"), theme.color(kFootprintKeys[1].color));
  QStringList words;
  for (const WaveBar &wave : waves) {
    written->append(wave.writtenBytes / unit.bytes);
    read->append(std::max(0.0, wave.bytes - wave.writtenBytes) / unit.bytes);
    words << QString::number(wave.firstWave);
  }
  QStackedBarSeries *series = addBars(*chart, written, read);
  addBarAxis(*chart, theme, words);
  setSizeAxis(*chart, theme, most, unit);
  attachToAxes(*chart, series);
  return chart;
}

ChartPtr makeBarChart(std::span<const HeatBar> bars, const Theme &theme) {
  ChartPtr chart = makeChart(theme);
  QBarSet *apart = makeBarSet(QStringLiteral("apart"), theme.color(ColorToken::DensityMuted));
  QBarSet *others = makeBarSet(QStringLiteral("others"), theme.color(ColorToken::Density));
  double most = 1;
  for (const HeatBar &bar : bars)
    most = std::max(most, bar.value);
  const double unit = countUnit(most);
  QStringList words;
  for (const HeatBar &bar : bars) {
    apart->append(bar.isFirst ? bar.value / unit : 0);
    others->append(bar.isFirst ? 0 : bar.value / unit);
    words << QString::fromStdString(bar.mark);
  }
  QStackedBarSeries *series = addBars(*chart, apart, others);
  addBarAxis(*chart, theme, words);
  addCountAxis(*chart, theme, most);
  attachToAxes(*chart, series);
  return chart;
}

} // namespace pstudio
