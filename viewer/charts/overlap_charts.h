// SPDX-License-Identifier: Apache-2.0
// The three charts of the overlap panel.
#pragma once

#include <span>
#include <vector>

#include "viewer/charts/chart_look.h"
#include "viewer/geometry/overlap/overlap_summary.h"

namespace pstudio {

/// Hidden and exposed time of each stage, stacked; the exposed time in words at the end of a bar.
ChartPtr makeStageChart(std::span<const StageBar> bars, const Theme &theme);

/// The median hidden share of each iteration over a band from 5 to 95 %.
ChartPtr makeHiddenChart(std::span<const HiddenPoint> points, const Theme &theme);

/// Operations in flight over time, as steps.
ChartPtr makeDepthChart(std::span<const DepthPoint> points, const Theme &theme);

/// Marks this iteration in a chart of makeHiddenChart(), and no other; null removes the mark.
void markIteration(QChart &chart, const HiddenPoint *point, const Theme &theme);

/// Height that the stage chart needs for its bars [px].
int stageChartHeight(size_t stages);

} // namespace pstudio
