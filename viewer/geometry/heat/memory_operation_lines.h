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
enum class MemoryOperationFigure : uint8_t {
  Line,
  Operation,
  Accesses,
  Moved, ///< sectors or wavefronts per access
  Ideal,
  Efficiency,
  Excess,
  Pattern,
  Banks, ///< worst degree of a conflict
};
inline constexpr uint8_t kMemoryOperationFigures = 9;

/// "Per access".
const char *memoryOperationHeading(MemoryOperationFigure figure);
/// Whether a column holds words, which stand on the left, or numbers.
constexpr bool isWord(MemoryOperationFigure figure) {
  return figure == MemoryOperationFigure::Operation || figure == MemoryOperationFigure::Pattern;
}
/// What the cell says; a dash for what is not known.
std::string memoryOperationText(const MemoryOperationRow &row, MemoryOperationFigure figure);
/// How much attention the cell wants, [0, 1]. `mostExcess`: MemoryOperationRow::excessBytes of the
/// worst row.
double memoryOperationHeat(const MemoryOperationRow &row, MemoryOperationFigure figure,
                           uint64_t mostExcess);
/// A cell's ground is a hot colour with at most this tint (DrawRect::tint): text stays readable.
inline constexpr double kHottestTint = 110;

/// Draws headings and as many rows as end above `mostHeight`, those left out as a number; columns
/// that do not fit are left out, too. \return the height.
float drawMemoryOperationLines(std::span<const MemoryOperationRow> rows, float width,
                               float mostHeight, const TextMeasure &measure, DrawList &out);

} // namespace pstudio
