// SPDX-License-Identifier: Apache-2.0
// The charts of the statistics panel: one column for each bin, warp or iteration.
#pragma once

#include <QStringList>

#include "core/statistics/histogram.h"
#include "core/statistics/spread.h"
#include "viewer/charts/chart_look.h"

namespace pstudio {

/// Bars in a muted colour where all of their values are outliers; a dot marks a bar that is too low
/// to be seen. \param words  below the bars, one for each bin.
ChartPtr makeHistogramChart(const statistics::Histogram &histogram, const QStringList &words,
                            const Theme &theme, qsizetype mostWords);

/// A box from the first to the third quartile with its median, and whiskers to minimum and maximum.
/// \param inCycles  unit of the lengths; else picoseconds. \param words  one for each box.
ChartPtr makeSpreadChart(const statistics::Spread &spread, const QStringList &words, bool inCycles,
                         const Theme &theme, qsizetype mostWords);

} // namespace pstudio
