// SPDX-License-Identifier: Apache-2.0
// Common properties of all charts: colours, fonts and axes of the theme.
#pragma once

#include <memory>

#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSet>
#include <QtCharts/QChart>
#include <QtCharts/QValueAxis>

#include "viewer/paint/theme.h"

class QPainter;

namespace pstudio {

/// A chart belongs to its creator, or to the view that took it.
using ChartPtr = std::unique_ptr<QChart>;

/// A chart without title, legend, animation and default colours. [thread: gui, with a QApplication]
ChartPtr makeChart(const Theme &theme);

/// An axis in the theme's text colour. `format` is a printf format ("%d %%").
QValueAxis *addValueAxis(QChart &chart, const Theme &theme, Qt::Alignment side, double low,
                         double high, const QString &format);

/// Sets range and marks so that there are at most `most` of them, at multiples of 1, 2 or 5 x 10^k,
/// and returns the step.
double setRoundRange(QValueAxis &axis, double low, double high, int most);

/// Unit of an axis of times, chosen so that labels have few zeros.
struct TimeUnit {
  double ns;
  const char *name;
};
TimeUnit timeUnit(double highNs);

/// Multiplies the sizes of all texts of a chart, once.
void scaleTexts(QChart &chart, double scale);

/// An axis at the bottom, from `lowNs` to `highNs` in timeUnit(highNs), whose marks have no
/// needless digits.
QValueAxis *addTimeAxis(QChart &chart, const Theme &theme, double lowNs, double highNs);

/// An axis with one word for each bar, without lines. Words must differ.
QBarCategoryAxis *addCategoryAxis(QChart &chart, const Theme &theme, Qt::Alignment side,
                                  const QStringList &words, FontRole font);

/// At most `most` of the words, evenly spread, and texts without width instead of the others: few
/// words fit below many bars, and those of an axis must differ.
QStringList sparseWords(const QStringList &all, qsizetype most);

/// Unit of an axis of counts up to `most`: 1, or thousands or millions for large numbers.
double countUnit(double most);

/// An axis at the left with whole steps of countUnit(most); labels such as "20 k" if the unit is
/// not 1.
QValueAxis *addCountAxis(QChart &chart, const Theme &theme, double most);

/// An axis at the left, from `lowNs` to `highNs` in timeUnit(highNs).
QValueAxis *addDurationAxis(QChart &chart, const Theme &theme, double lowNs, double highNs);

/// A set of bars in one colour.
QBarSet *makeBarSet(const QString &name, const QColor &color);

/// Attaches a series to all axes that the chart has.
void attachToAxes(QChart &chart, QAbstractSeries *series);

/// Paints a chart at `area`, as the view would show it at this size. The chart is resized.
void paintChart(QChart &chart, QPainter &painter, const QRectF &area);

} // namespace pstudio
