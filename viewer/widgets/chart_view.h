// SPDX-License-Identifier: Apache-2.0
// A chart in a panel, below its heading.
#pragma once

#include <QString>

#include "viewer/charts/chart_look.h"

class QChartView;
class QLabel;
class QVBoxLayout;

namespace pstudio {

/// The words above a part of a panel. [thread: gui]
QLabel *makeHeading(const QString &text);

/// Adds the heading and an empty chart of the usual height to a column, and returns the chart.
/// \param name  object name; the accessible name is the heading's text. [thread: gui]
QChartView *addChart(QVBoxLayout &column, const char *name, QLabel *heading);

/// The view takes the chart, on the theme's canvas; the one before is deleted.
void showChart(QChartView &view, ChartPtr chart, const Theme &theme);

} // namespace pstudio
