// SPDX-License-Identifier: Apache-2.0
// Common properties of all charts: colours, fonts and axes of the theme.
#include "viewer/charts/chart_look.h"

#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QtCharts/QLegend>
#include <algorithm>
#include <array>
#include <cmath>

#include "viewer/geometry/time_style.h"
#include "viewer/paint/draw_list_painter.h"

namespace pstudio {
namespace {
constexpr int kMaxTimeMarks = 6;
constexpr int kMaxSideMarks = 4;     // of an axis at the left
constexpr int kMaxDurationMarks = 6; // the range need not begin at 0
constexpr double kCountHeadroom = 1.02;
constexpr double kScaleOfSparseWords = 1.15;

/// Sets labels with a unit and without needless digits.
void setUnitLabels(QValueAxis &axis, double step, const char *unit) {
  const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step))));
  axis.setLabelFormat(QStringLiteral("%.%1f %2").arg(decimals).arg(QLatin1String(unit)));
}

/// Full shaping changes nothing: the chart is the same as without a call.
void setShaping(QChart &chart, TextShaping shaping) {
  if (shaping == TextShaping::Full)
    return;
  chart.setFont(withShaping(chart.font(), shaping));
  for (QAbstractAxis *axis : chart.axes()) {
    axis->setLabelsFont(withShaping(axis->labelsFont(), shaping));
    axis->setTitleFont(withShaping(axis->titleFont(), shaping));
  }
}

/// Removes every second text of those of sparseWords().
void leaveOutWords(QBarCategoryAxis &axis) {
  const QStringList categories = axis.categories();
  bool isKept = false;
  for (qsizetype i = 0; i < categories.size(); ++i) {
    const QString nothing(i, QChar(0x200B));
    if (categories[i] == nothing)
      continue;
    isKept = !isKept;
    if (!isKept)
      axis.replace(categories[i], nothing);
  }
}

} // namespace

ChartPtr makeChart(const Theme &theme) {
  auto chart = std::make_unique<QChart>();
  chart->setAnimationOptions(QChart::NoAnimation);
  chart->legend()->hide();
  chart->setBackgroundVisible(false);
  chart->setPlotAreaBackgroundVisible(false);
  chart->setMargins(QMargins(0, 0, 0, 0));
  chart->layout()->setContentsMargins(0, 0, 0, 0);
  chart->setFont(fontFor(FontRole::Small));
  chart->setTitleBrush(theme.color(ColorToken::Text));
  return chart;
}

QValueAxis *addValueAxis(QChart &chart, const Theme &theme, Qt::Alignment side, double low,
                         double high, const QString &format) {
  auto *axis = new QValueAxis(&chart);
  axis->setRange(low, high);
  axis->setLabelFormat(format);
  axis->setLabelsFont(fontFor(FontRole::MonoSmall));
  axis->setLabelsBrush(theme.color(ColorToken::TextMuted));
  axis->setGridLinePen(QPen(theme.color(ColorToken::GridLine), 1));
  axis->setLinePen(QPen(theme.color(ColorToken::Border), 1));
  axis->setMinorGridLineVisible(false);
  axis->setTruncateLabels(false);
  chart.addAxis(axis, side);
  return axis;
}

double setRoundRange(QValueAxis &axis, double low, double high, int most) {
  const double least = std::max(high - low, 1e-9) / std::max(1, most - 1);
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  double step = 10 * power;
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least * (1 - 1e-9)) {
      step = factor * power;
      break;
    }
  axis.setTickType(QValueAxis::TicksDynamic);
  axis.setTickAnchor(0);
  axis.setTickInterval(step);
  axis.setRange(low, high);
  return step;
}

TimeUnit timeUnit(double highNs) {
  switch (timeStyle()) {
  case TimeStyle::Nanoseconds:
    return {1, "ns"};
  case TimeStyle::Microseconds:
    return {1e3, "us"};
  case TimeStyle::Milliseconds:
    return {1e6, "ms"};
  case TimeStyle::Automatic:
  case TimeStyle::Cycles:
    break;
  }
  static constexpr std::array kUnits = {TimeUnit{1e9, "s"}, TimeUnit{1e6, "ms"},
                                        TimeUnit{1e3, "us"}, TimeUnit{1, "ns"}};
  return *std::ranges::find_if(
      kUnits, [&](const TimeUnit &unit) { return highNs >= 2 * unit.ns || unit.ns == 1; });
}

QValueAxis *addTimeAxis(QChart &chart, const Theme &theme, double lowNs, double highNs) {
  const TimeUnit unit = timeUnit(highNs);
  QValueAxis *axis =
      addValueAxis(chart, theme, Qt::AlignBottom, lowNs / unit.ns, highNs / unit.ns, QString());
  const double step = setRoundRange(*axis, lowNs / unit.ns, highNs / unit.ns, kMaxTimeMarks);
  setUnitLabels(*axis, step, unit.name);
  return axis;
}

QValueAxis *addDurationAxis(QChart &chart, const Theme &theme, double lowNs, double highNs) {
  const TimeUnit unit = timeUnit(highNs);
  QValueAxis *axis =
      addValueAxis(chart, theme, Qt::AlignLeft, lowNs / unit.ns, highNs / unit.ns, QString());
  const double step = setRoundRange(*axis, lowNs / unit.ns, highNs / unit.ns, kMaxDurationMarks);
  setUnitLabels(*axis, step, unit.name);
  return axis;
}

void scaleTexts(QChart &chart, double scale) {
  const auto scaled = [scale](QFont font) {
    if (font.pixelSize() > 0)
      font.setPixelSize(static_cast<int>(std::lround(font.pixelSize() * scale)));
    return font;
  };
  chart.setFont(scaled(chart.font()));
  for (QAbstractAxis *axis : chart.axes()) {
    if (auto *words = qobject_cast<QBarCategoryAxis *>(axis);
        words && scale > kScaleOfSparseWords && axis->alignment() == Qt::AlignBottom)
      leaveOutWords(*words);
    axis->setLabelsFont(scaled(axis->labelsFont()));
    axis->setTitleFont(scaled(axis->titleFont()));
  }
}

QStringList sparseWords(const QStringList &all, qsizetype most) {
  const qsizetype every = (all.size() + most - 1) / most;
  QStringList words;
  for (qsizetype i = 0; i < all.size(); ++i)
    words << (every < 2 || i % every == 0 ? all[i] : QString()) + QString(i, QChar(0x200B));
  return words;
}

double countUnit(double most) {
  return most >= 10'000'000 ? 1e6 : most >= 10'000 ? 1e3 : 1;
}

QValueAxis *addCountAxis(QChart &chart, const Theme &theme, double most) {
  const double unit = countUnit(most);
  QValueAxis *axis = addValueAxis(chart, theme, Qt::AlignLeft, 0, most / unit, QString());
  const double step =
      setRoundRange(*axis, 0, std::max(1.0, most / unit) * kCountHeadroom, kMaxSideMarks);
  axis->setTickInterval(std::max(1.0, step));
  axis->setLabelFormat(unit > 1e3   ? QStringLiteral("%.0f M")
                       : unit > 1.0 ? QStringLiteral("%.0f k")
                                    : QStringLiteral("%.0f"));
  return axis;
}

QBarCategoryAxis *addCategoryAxis(QChart &chart, const Theme &theme, Qt::Alignment side,
                                  const QStringList &words, FontRole font) {
  auto *axis = new QBarCategoryAxis(&chart);
  axis->append(words);
  axis->setLabelsFont(fontFor(font));
  axis->setLabelsBrush(theme.color(ColorToken::Text));
  axis->setGridLineVisible(false);
  axis->setLineVisible(false);
  axis->setTruncateLabels(false);
  chart.addAxis(axis, side);
  return axis;
}

QBarSet *makeBarSet(const QString &name, const QColor &color) {
  auto *set = new QBarSet(name);
  set->setColor(color);
  set->setBorderColor(color);
  return set;
}

void attachToAxes(QChart &chart, QAbstractSeries *series) {
  for (QAbstractAxis *axis : chart.axes())
    series->attachAxis(axis);
}

void paintChart(QChart &chart, QPainter &painter, const QRectF &area) {
  setShaping(chart, shapingFor(painter));
  QGraphicsScene scene;
  scene.addItem(&chart);
  chart.setPos(0, 0);
  chart.resize(area.size());
  scene.setSceneRect(QRectF(QPointF(), area.size()));
  scene.render(&painter, area, scene.sceneRect());
  scene.removeItem(&chart);
}

} // namespace pstudio
