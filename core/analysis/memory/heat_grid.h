// SPDX-License-Identifier: Apache-2.0
// A picture's numbers: cells of columns and rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pstudio::memory {

/// Numbers by row and column; row 0 has the lowest address. The function that returns a grid
/// defines their meaning.
struct HeatGrid {
  uint32_t columns = 0;
  uint32_t rows = 0;
  std::vector<double> cells; ///< rows * columns

  HeatGrid() = default;
  HeatGrid(uint32_t columnCount, uint32_t rowCount)
      : columns(columnCount), rows(rowCount), cells(size_t{columnCount} * rowCount, 0.0) {}
  double &at(uint32_t column, uint32_t row) { return cells[size_t{row} * columns + column]; }
  double at(uint32_t column, uint32_t row) const { return cells[size_t{row} * columns + column]; }
  double sum() const {
    double total = 0;
    for (const double cell : cells)
      total += cell;
    return total;
  }
  double largest() const { return cells.empty() ? 0 : *std::ranges::max_element(cells); }
};

} // namespace pstudio::memory
