// SPDX-License-Identifier: Apache-2.0
// The charts of the statistics panel: one column for each bin, warp or iteration.
#include "viewer/charts/statistics_charts.h"

#include <QtCharts/QBoxPlotSeries>
#include <QtCharts/QBoxSet>
#include <QtCharts/QScatterSeries>
#include <QtCharts/QStackedBarSeries>
#include <algorithm>

namespace pstudio {
namespace {

constexpr int kMaxCycleMarks = 6;
constexpr double kMinSeen = 0.03; // of the highest bar: lower ones get a dot
constexpr double kDotSize = 5;    // [px]
constexpr double kSpreadMargin = 0.05;

QScatterSeries *makeDots(const QColor &color) {
  auto *dots = new QScatterSeries;
  dots->setMarkerSize(kDotSize);
  dots->setColor(color);
  dots->setBorderColor(color);
  return dots;
}

/// Qt Charts makes labels at the left slightly narrower than their text.
ChartPtr makeColumnChart(const Theme &theme) {
  ChartPtr chart = makeChart(theme);
  chart->setMargins(QMargins(6, 0, 6, 0));
  return chart;
}

void addWordAxis(QChart &chart, const Theme &theme, const QStringList &words, qsizetype most) {
  addCategoryAxis(chart, theme, Qt::AlignBottom, sparseWords(words, most), FontRole::MonoSmall)
      ->setLabelsBrush(theme.color(ColorToken::TextMuted));
}

} // namespace

ChartPtr makeHistogramChart(const statistics::Histogram &histogram, const QStringList &words,
                            const Theme &theme, qsizetype mostWords) {
  ChartPtr chart = makeColumnChart(theme);
  double most = 1;
  for (const statistics::HistogramBin &bin : histogram.bins)
    most = std::max(most, static_cast<double>(bin.count));
  const double unit = countUnit(most);
  const QColor usual = theme.color(ColorToken::Density);
  const QColor outside = theme.color(ColorToken::AsyncExposed);
  QBarSet *usualBars = makeBarSet(QStringLiteral("usual"), usual);
  QBarSet *outliers = makeBarSet(QStringLiteral("outliers"), outside);
  QScatterSeries *usualDots = makeDots(usual), *outlierDots = makeDots(outside);
  for (size_t i = 0; i < histogram.bins.size(); ++i) {
    const statistics::HistogramBin &bin = histogram.bins[i];
    const auto count = static_cast<double>(bin.count);
    usualBars->append(bin.isOutlier ? 0 : count / unit);
    outliers->append(bin.isOutlier ? count / unit : 0);
    if (bin.count > 0 && count < kMinSeen * most)
      (bin.isOutlier ? outlierDots : usualDots)
          ->append(static_cast<double>(i), kMinSeen * most / unit);
  }
  auto *bars = new QStackedBarSeries;
  bars->append(usualBars);
  bars->append(outliers);
  bars->setBarWidth(0.9);
  chart->addSeries(bars);
  chart->addSeries(usualDots);
  chart->addSeries(outlierDots);
  addWordAxis(*chart, theme, words, mostWords);
  addCountAxis(*chart, theme, most);
  for (QAbstractSeries *series : chart->series())
    attachToAxes(*chart, series);
  return chart;
}

ChartPtr makeSpreadChart(const statistics::Spread &spread, const QStringList &words, bool inCycles,
                         const Theme &theme, qsizetype mostWords) {
  ChartPtr chart = makeColumnChart(theme);
  auto *boxes = new QBoxPlotSeries;
  double low = 0, high = 0;
  for (const statistics::SpreadBox &box : spread.boxes) {
    if (box.count == 0)
      continue;
    low =
        high == 0 ? static_cast<double>(box.least) : std::min(low, static_cast<double>(box.least));
    high = std::max({high, static_cast<double>(box.most), 1.0});
  }
  const double perNs = inCycles ? 1 : 1000;
  const double margin = std::max(1.0, high - low) * kSpreadMargin;
  const double from = std::max(0.0, low - margin) / perNs, to = (high + margin) / perNs;
  const double scale = inCycles ? 1 : perNs * timeUnit(to).ns;
  for (qsizetype i = 0; i < words.size(); ++i) {
    const statistics::SpreadBox &box = spread.boxes[static_cast<size_t>(i)];
    boxes->append(
        new QBoxSet(static_cast<double>(box.least) / scale, static_cast<double>(box.q1) / scale,
                    static_cast<double>(box.median) / scale, static_cast<double>(box.q3) / scale,
                    static_cast<double>(box.most) / scale));
  }
  boxes->setBoxWidth(0.7);
  boxes->setBrush(theme.color(ColorToken::Density));
  boxes->setPen(QPen(theme.color(ColorToken::Text), 1));
  chart->addSeries(boxes);
  addWordAxis(*chart, theme, words, mostWords);
  if (inCycles)
    setRoundRange(*addValueAxis(*chart, theme, Qt::AlignLeft, from, to, QStringLiteral("%.0f cyc")),
                  from, to, kMaxCycleMarks);
  else
    addDurationAxis(*chart, theme, from, to);
  attachToAxes(*chart, boxes);
  return chart;
}

} // namespace pstudio
