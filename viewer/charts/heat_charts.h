// SPDX-License-Identifier: Apache-2.0
// The charts of the heat panel.
#pragma once

#include <array>
#include <span>

#include "viewer/charts/chart_look.h"
#include "viewer/geometry/heat/heat_numbers.h"

namespace pstudio {

/// Meaning of a colour of a chart; the heading above the chart shows it.
struct ChartKey {
  ColorToken color;
  const char *words;
};
/// Colours of makeFootprintChart() and makeWaveChart(), from the bottom to the top.
inline constexpr std::array kFootprintKeys = {ChartKey{ColorToken::CounterLine, "written"},
                                              ChartKey{ColorToken::CounterFill, "only read"}};

/// Distinct memory that was touched, growing with time; the lower part is the written memory.
ChartPtr makeFootprintChart(std::span<const FootprintPoint> points, const Theme &theme);

/// Distinct memory of each wave; the lower part is the memory that the wave writes.
ChartPtr makeWaveChart(std::span<const WaveBar> waves, const Theme &theme);

/// A histogram: one vertical bar for each entry; special bars (HeatBar::isFirst) have a muted
/// colour.
ChartPtr makeBarChart(std::span<const HeatBar> bars, const Theme &theme);

} // namespace pstudio
