// SPDX-License-Identifier: Apache-2.0
// The table of memory operations: the texts and the heat of its cells, and the table as a draw
// list.
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
/// Whether a column has texts, which are left-aligned, or numbers.
constexpr bool isWord(MemoryOperationFigure figure) {
  return figure == MemoryOperationFigure::Operation || figure == MemoryOperationFigure::Pattern;
}
/// Text of the cell; a dash for an unknown value.
std::string memoryOperationText(const MemoryOperationRow &row, MemoryOperationFigure figure);
/// Heat of the cell, [0, 1]: 1 needs the most attention. `mostExcess`:
/// MemoryOperationRow::excessBytes of the worst row.
double memoryOperationHeat(const MemoryOperationRow &row, MemoryOperationFigure figure,
                           uint64_t mostExcess);
/// The background of a cell has a hot colour with at most this tint (DrawRect::tint), so that text
/// is readable.
inline constexpr double kHottestTint = 110;

/// Draws headings, the rows that end above `mostHeight`, and the number of the rows that are left
/// out. Columns that do not fit are left out. \return the height.
float drawMemoryOperationLines(std::span<const MemoryOperationRow> rows, float width,
                               float mostHeight, const TextMeasure &measure, DrawList &out);

} // namespace pstudio
