// SPDX-License-Identifier: Apache-2.0
// The table of memory operations: what its cells say, which of them are hot, and all of it as a
// picture.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/heat/heat_summary.h"
#include "viewer/geometry/text_measure.h"

namespace pstudio {

/// A column of the table.
enum class SiteFigure : uint8_t {
  Line,
  Operation,
  Accesses,
  Moved, ///< sectors or turns per access
  Ideal,
  Efficiency,
  Excess,
  Pattern,
  Banks, ///< worst degree of a conflict
};
inline constexpr uint8_t kSiteFigures = 9;

/// "Per access".
const char *siteHeading(SiteFigure figure);
/// Whether a column holds words, which stand on the left, or numbers.
constexpr bool isWord(SiteFigure figure) {
  return figure == SiteFigure::Operation || figure == SiteFigure::Pattern;
}
/// What the cell says; a dash for what is not known.
std::string siteText(const SiteRow &row, SiteFigure figure);
/// How much attention the cell wants, [0, 1]. `mostExcess`: SiteRow::excessBytes of the worst row.
double siteHeat(const SiteRow &row, SiteFigure figure, uint64_t mostExcess);
/// A cell's ground is a hot colour with at most this tint (DrawRect::tint): text stays readable.
inline constexpr double kHottestTint = 110;

/// Draws headings and as many rows as end above `mostHeight`, those left out as a number; columns
/// that do not fit are left out, too. \return the height.
float drawSiteLines(std::span<const SiteRow> rows, float width, float mostHeight,
                    const TextMeasure &measure, DrawList &out);

} // namespace pstudio
