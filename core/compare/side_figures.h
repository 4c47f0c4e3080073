// SPDX-License-Identifier: Apache-2.0
// The figures that a comparison has of each side, for text, HTML, JSON, CSV and the window.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/analysis/overlap/distribution.h"
#include "core/compare/trace_comparison.h"
#include "core/table/value.h"

namespace pstudio::compare {

struct SideFigure {
  std::string_view name; ///< in JSON and text; in CSV with the side
  std::string_view heading;
  bool isCount; ///< otherwise a length: picoseconds, or cycles where isInCycles
  table::Value (*value)(const analysis::Distribution &figures);

  double number(const analysis::Distribution &figures) const {
    const table::Value all = value(figures);
    const auto *whole = std::get_if<int64_t>(&all);
    return whole ? static_cast<double>(*whole) : std::get<double>(all);
  }
};

/// A new figure is an entry here.
inline constexpr std::array kSideFigures{
    SideFigure{"count", "Count", true,
               [](const analysis::Distribution &figures) { return table::toValue(figures.count); }},
    SideFigure{
        "median", "Median", false,
        [](const analysis::Distribution &figures) { return table::toValue(figures.median); }},
    SideFigure{
        "mean", "Mean", false,
        [](const analysis::Distribution &figures) { return table::toValue(figures.mean()); }},
    SideFigure{"p95", "p95", false,
               [](const analysis::Distribution &figures) { return table::toValue(figures.high); }},
    SideFigure{"total", "Total", false,
               [](const analysis::Distribution &figures) { return table::toValue(figures.sum); }},
};

/// Text of a figure of one side, without its unit; a dash for a scope that this side lacks.
std::string sideText(const ScopeComparison &row, const std::optional<ScopeSide> &side,
                     const SideFigure &figure);

} // namespace pstudio::compare
