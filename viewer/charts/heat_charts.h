// SPDX-License-Identifier: Apache-2.0
// The charts of the heat panel.
#pragma once

#include <span>

#include "viewer/charts/chart_look.h"
#include "viewer/geometry/heat_numbers.h"

namespace pstudio {

/// Distinct memory that was touched, growing with time.
ChartPtr makeFootprintChart(std::span<const FootprintPoint> points, const Theme &theme);

/// A histogram: one upright bar for each entry, what stands apart in a quieter colour.
ChartPtr makeBarChart(std::span<const HeatBar> bars, const Theme &theme);

} // namespace pstudio
