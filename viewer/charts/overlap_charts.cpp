// SPDX-License-Identifier: Apache-2.0
// The three charts of the overlap panel.
#include "viewer/charts/overlap_charts.h"

#include <QtCharts/QAreaSeries>
#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSet>
#include <QtCharts/QHorizontalStackedBarSeries>
#include <QtCharts/QLineSeries>
#include <QtCharts/QScatterSeries>
#include <algorithm>
#include <cmath>

#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"

namespace pstudio {
namespace {

constexpr int kStageLine = 24; // [px] of one bar with its gap
constexpr int kAxisHeight = 24;
constexpr int kMaxOverlapMarks = 6; // of iterations
const char *const kMarkName = "marked iteration";

std::string exposedText(const StageBar &bar) {
  return bar.exposedNs == 0 ? formatZero()
                            : formatShort(Picoseconds(std::llround(bar.exposedNs * 1000)));
}

} // namespace

int stageChartHeight(size_t stages) {
  return kStageLine * static_cast<int>(std::max<size_t>(stages, 2)) + kAxisHeight;
}

ChartPtr makeStageChart(std::span<const StageBar> bars, const Theme &theme) {
  ChartPtr chart = makeChart(theme);
  double longest = 1;
  for (const StageBar &bar : bars)
    longest = std::max(longest, bar.hiddenNs + bar.exposedNs);
  const double unit = timeUnit(longest * 1.02).ns;
  QBarSet *hidden = makeBarSet(QStringLiteral("hidden"), theme.color(ColorToken::AsyncHidden));
  QBarSet *exposed =
      makeBarSet(QStringLiteral("waited for"), theme.color(ColorToken::AsyncExposed));
  QStringList names, figures;
  // The axis counts from the bottom, but the first stage is at the top.
  for (auto bar = bars.rbegin(); bar != bars.rend(); ++bar) {
    hidden->append(bar->hiddenNs / unit);
    exposed->append(bar->exposedNs / unit);
    names << QStringLiteral("stage %1").arg(bar->stage);
    // Categories must differ: invisible characters make equal figures different.
    figures << toQString(exposedText(*bar)) + QString(names.size(), QChar(0x200B));
  }
  auto *series = new QHorizontalStackedBarSeries;
  series->append(hidden);
  series->append(exposed);
  series->setBarWidth(0.62);
  chart->addSeries(series);
  addCategoryAxis(*chart, theme, Qt::AlignLeft, names, FontRole::Small);
  addTimeAxis(*chart, theme, 0, longest * 1.02);
  attachToAxes(*chart, series);
  addCategoryAxis(*chart, theme, Qt::AlignRight, figures, FontRole::MonoSmall);
  return chart;
}

ChartPtr makeHiddenChart(std::span<const HiddenPoint> points, const Theme &theme) {
  ChartPtr chart = makeChart(theme);
  auto *low = new QLineSeries(chart.get());
  auto *high = new QLineSeries(chart.get());
  auto *median = new QLineSeries;
  for (const HiddenPoint &point : points) {
    const auto x = static_cast<double>(point.instance);
    low->append(x, point.low);
    high->append(x, point.high);
    median->append(x, point.median);
  }
  auto *band = new QAreaSeries(high, low);
  QColor fill = theme.color(ColorToken::AsyncHidden);
  fill.setAlphaF(0.45F);
  band->setBrush(fill);
  band->setPen(Qt::NoPen);
  median->setPen(QPen(theme.color(ColorToken::AsyncOpen), 1.6));
  chart->addSeries(band);
  chart->addSeries(median);
  const double first = points.empty() ? 0 : static_cast<double>(points.front().instance);
  const double last = points.empty() ? 1 : static_cast<double>(points.back().instance);
  QValueAxis *iterations =
      addValueAxis(*chart, theme, Qt::AlignBottom, first, last, QStringLiteral("k=%.0f"));
  setRoundRange(*iterations, first, std::max(last, first + 1), kMaxOverlapMarks);
  iterations->setGridLineVisible(false);
  QValueAxis *share = addValueAxis(*chart, theme, Qt::AlignLeft, 0, 100, QStringLiteral("%.0f %"));
  setRoundRange(*share, 0, 102, 3); // a line at 100 % keeps its width
  attachToAxes(*chart, band);
  attachToAxes(*chart, median);
  return chart;
}

ChartPtr makeDepthChart(std::span<const DepthPoint> points, const Theme &theme) {
  ChartPtr chart = makeChart(theme);
  const double end = points.empty() ? 1 : std::max(1.0, points.back().timeNs);
  const double unit = timeUnit(end).ns;
  auto *steps = new QLineSeries;
  double most = 1;
  for (size_t i = 0; i < points.size(); ++i) {
    const double x = points[i].timeNs / unit;
    if (i > 0)
      steps->append(x, points[i - 1].depth);
    steps->append(x, points[i].depth);
    most = std::max(most, points[i].depth);
  }
  steps->setPen(QPen(theme.color(ColorToken::AsyncIssue), 1.4));
  chart->addSeries(steps);
  addTimeAxis(*chart, theme, 0, end);
  QValueAxis *depth = addValueAxis(*chart, theme, Qt::AlignLeft, 0, most, QStringLiteral("%.0f"));
  const double step = setRoundRange(*depth, 0, most * 1.05, 4);
  depth->setTickInterval(std::max(1.0, step));
  chart->axes(Qt::Horizontal).constFirst()->setGridLineVisible(false);
  attachToAxes(*chart, steps);
  return chart;
}

void markIteration(QChart &chart, const HiddenPoint *point, const Theme &theme) {
  for (QAbstractSeries *series : chart.series())
    if (series->name() == QLatin1String(kMarkName)) {
      chart.removeSeries(series);
      delete series;
      break;
    }
  if (point == nullptr)
    return;
  auto *mark = new QScatterSeries;
  mark->setName(QLatin1String(kMarkName));
  mark->setMarkerSize(8);
  mark->setColor(theme.color(ColorToken::Accent));
  mark->setBorderColor(theme.color(ColorToken::Canvas));
  mark->append(static_cast<double>(point->instance), point->median);
  chart.addSeries(mark);
  attachToAxes(chart, mark);
}

} // namespace pstudio
