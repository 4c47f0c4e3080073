// SPDX-License-Identifier: Apache-2.0
// Maps the numbers of a heat map to places on a colour ramp, and computes the marks of the legend.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "viewer/geometry/heat/heat_map_source.h"

namespace pstudio {

enum class HeatScaleKind : uint8_t {
  Linear,
  Log,       ///< equal factors are equal steps
  Quantiles, ///< equal numbers of cells are equal steps
};
inline constexpr uint8_t kHeatScaleKinds = 3;

/// "linear", "log", "quantiles".
const char *heatScaleName(HeatScaleKind kind);

/// Entries of a ramp (Theme::ramp()): what a cell is drawn with.
inline constexpr uint8_t kHeatNoData = 0; ///< transparent
inline constexpr uint8_t kHeatZero = 1;   ///< the ground
inline constexpr uint8_t kHeatFirst = 2;  ///< the least number that is not zero
inline constexpr uint8_t kHeatLast = 255;
/// Colours of categories, after which they repeat.
inline constexpr uint32_t kHeatCategories = 8;

/// A mark of the legend.
struct HeatScaleTick {
  double place = 0; ///< on the ramp, [0, 1]
  std::string label;
};

/// Texts of the legend, which are short because the legend is narrow.
struct HeatLegend {
  std::string unit; ///< of all marks: "touches", "us"; empty: none, or in each label
  std::vector<HeatScaleTick> ticks;
};

/// A value as the legend and the card write it: "1,024 touches", "12.5 %", "1,204 ns", "CTA 5"; a
/// dash if it is not finite.
std::string formatHeatValue(const HeatMeasure &measure, double value);

/// Maps numbers to entries of the ramp. Zero of a count has the background colour, and no other
/// number has it.
class HeatScale {
public:
  HeatScale() = default;
  /// The scale for the finite numbers of these patches. O(cells); quantiles are of at most 16384
  /// cells, evenly chosen.
  static HeatScale of(HeatScaleKind kind, const HeatMeasure &measure, const HeatPatches &patches);

  HeatScaleKind kind() const { return m_kind; }
  const HeatMeasure &measure() const { return m_measure; }
  /// Whether the patches have no number to distinguish: none at all, or, of counts, only zero.
  bool isEmpty() const { return m_isEmpty; }
  double least() const { return m_least; } ///< number at the begin of the ramp, above 0 for Log
  double most() const { return m_most; }

  /// Entry of the ramp for a cell. O(1); O(log) for quantiles.
  uint8_t indexOf(double value) const;
  /// Place of a number on the ramp, clamped to [0, 1].
  double placeOf(double value) const;
  /// The number at a place of the ramp: inverse of placeOf().
  double valueAt(double place) const;
  /// Round numbers, and for quantiles the numbers at round shares; at most `most` of them. Times
  /// have the unit that makes them shortest, counts from 10 million on are "20 M".
  HeatLegend legend(size_t most) const;

private:
  double rising(double value) const; // place, as if high values were hot
  std::vector<double> roundValues(size_t most) const;
  std::vector<double> legendValues(size_t most) const;

  HeatScaleKind m_kind = HeatScaleKind::Linear;
  HeatMeasure m_measure;
  double m_least = 0, m_most = 1;
  bool m_isEmpty = true;
  std::vector<double> m_sorted; // for quantiles: distinct numbers at equal shares
};

} // namespace pstudio
