// SPDX-License-Identifier: Apache-2.0
// The charts of the heat panel.
#pragma once

#include <array>
#include <span>

#include "viewer/charts/chart_look.h"
#include "viewer/geometry/heat/heat_numbers.h"

namespace pstudio {

/// What a colour of a chart stands for; the heading above it says so.
struct ChartKey {
  ColorToken color;
  const char *words;
};
/// Of makeFootprintChart() and makeWaveChart(), from the bottom to the top.
inline constexpr std::array kFootprintKeys = {ChartKey{ColorToken::CounterLine, "written"},
                                              ChartKey{ColorToken::CounterFill, "only read"}};

/// Distinct memory that was touched, growing with time; below, what of it is written.
ChartPtr makeFootprintChart(std::span<const FootprintPoint> points, const Theme &theme);

/// Distinct memory of each wave; below, what of it the wave writes.
ChartPtr makeWaveChart(std::span<const WaveBar> waves, const Theme &theme);

/// A histogram: one upright bar for each entry, what stands apart in a quieter colour.
ChartPtr makeBarChart(std::span<const HeatBar> bars, const Theme &theme);

} // namespace pstudio
