// SPDX-License-Identifier: Apache-2.0
// The table of memory operations: the texts and the heat of its cells, and the table as a draw
// list.
#include "viewer/geometry/heat/memory_operation_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "viewer/geometry/number_format.h"

namespace pstudio {

namespace {

constexpr float kHeadHeight = 22, kLineHeight = 21, kCellInset = 8;
constexpr float kMinOperation = 110, kMaxForPattern = 90;
constexpr double kWorstDegree = 32; // degree with the maximum heat

/// Widths of the columns. The operations get the rest.
constexpr std::array<float, kMemoryOperationFigures> kWidths = {44, 0,   70,  100, 48,
                                                                76, 124, 140, 52};
/// The columns that are left out first if the table is narrow.
constexpr std::array kMinImportant = {MemoryOperationFigure::Pattern, MemoryOperationFigure::Banks,
                                      MemoryOperationFigure::Ideal,
                                      MemoryOperationFigure::Accesses};

struct Columns {
  std::vector<MemoryOperationFigure> figures;
  std::vector<float> widths;
};

Columns columnsFor(float width) {
  std::array<bool, kMemoryOperationFigures> isShown;
  isShown.fill(true);
  float needed = kMinOperation;
  for (const float each : kWidths)
    needed += each;
  for (const MemoryOperationFigure figure : kMinImportant)
    if (needed > width) {
      isShown[static_cast<size_t>(figure)] = false;
      needed -= kWidths[static_cast<size_t>(figure)];
    }
  Columns columns;
  for (uint8_t i = 0; i < kMemoryOperationFigures; ++i)
    if (isShown[i]) {
      columns.figures.push_back(static_cast<MemoryOperationFigure>(i));
      columns.widths.push_back(kWidths[i]);
    }
  // The rest of the width is for texts, most of it for the operations.
  const float left = std::max(0.0f, width - needed);
  const bool hasPattern = isShown[static_cast<size_t>(MemoryOperationFigure::Pattern)];
  const float forPattern = hasPattern ? std::min(kMaxForPattern, left * 0.3f) : 0;
  for (size_t i = 0; i < columns.figures.size(); ++i)
    if (columns.figures[i] == MemoryOperationFigure::Operation)
      columns.widths[i] = kMinOperation + left - forPattern;
    else if (columns.figures[i] == MemoryOperationFigure::Pattern)
      columns.widths[i] += forPattern;
  return columns;
}

/// MLIR's "%v0 = memref.load %X[%row, %column]" without the result: the memory is the subject here,
/// and columns are narrow.
std::string withoutResult(const std::string &line) {
  const size_t equals = line.find(" = ");
  return line.starts_with('%') && equals != std::string::npos ? line.substr(equals + 3) : line;
}

} // namespace

const char *memoryOperationHeading(MemoryOperationFigure figure) {
  constexpr std::array<const char *, kMemoryOperationFigures> kHeadings = {
      "Line",       "Operation", "Accesses", "Per access", "Ideal",
      "Used share", "Wasted",    "Pattern",  "Banks"};
  return kHeadings[static_cast<size_t>(figure)];
}

std::string memoryOperationText(const MemoryOperationRow &row, MemoryOperationFigure figure) {
  switch (figure) {
  case MemoryOperationFigure::Line:
    return row.line() > 0 ? std::to_string(row.line()) : kUnknownText;
  case MemoryOperationFigure::Operation:
    return row.source.empty() ? row.operation : withoutResult(row.source);
  case MemoryOperationFigure::Accesses:
    return countText(row.accesses);
  case MemoryOperationFigure::Moved:
    return movedText(row);
  case MemoryOperationFigure::Ideal:
    return row.isCounted ? kUnknownText : formatMean(row.idealEach());
  case MemoryOperationFigure::Efficiency:
    return efficiencyText(row);
  case MemoryOperationFigure::Excess:
    return excessText(row);
  case MemoryOperationFigure::Pattern:
    return row.patternPart < 1 ? row.pattern + " (" + formatPercent(row.patternPart) + ")"
                               : row.pattern;
  case MemoryOperationFigure::Banks:
    break;
  }
  return row.isShared() && !row.isCounted ? std::to_string(row.worstDegree) + "x" : kUnknownText;
}

double memoryOperationHeat(const MemoryOperationRow &row, MemoryOperationFigure figure,
                           uint64_t mostExcess) {
  switch (figure) {
  case MemoryOperationFigure::Moved:
  case MemoryOperationFigure::Efficiency:
    return 1 - row.efficiency();
  case MemoryOperationFigure::Excess:
    return mostExcess == 0 ? 0
                           : static_cast<double>(row.excessBytes) / static_cast<double>(mostExcess);
  case MemoryOperationFigure::Banks:
    return row.worstDegree <= 1
               ? 0
               : std::min(1.0, std::log2(row.worstDegree) / std::log2(kWorstDegree));
  default:
    return 0;
  }
}

float drawMemoryOperationLines(std::span<const MemoryOperationRow> rows, float width,
                               float mostHeight, const TextMeasure &measure, DrawList &out) {
  const Columns columns = columnsFor(width);
  uint64_t mostExcess = 0;
  for (const MemoryOperationRow &row : rows)
    mostExcess = std::max(mostExcess, row.excessBytes);
  const auto addText = [&](const std::string &text, PixelRect box, MemoryOperationFigure figure,
                           FontRole font, ColorToken color) {
    out.addText(DrawLayer::Label,
                {.box = box,
                 .font = font,
                 .align = isWord(figure) ? TextAlign::Left : TextAlign::Right,
                 .color = color},
                elided(measure, font, text, box.width));
  };
  const auto drawLine = [&](float y, float height, const MemoryOperationRow *row) {
    float x = 0;
    for (size_t i = 0; i < columns.figures.size(); ++i) {
      const MemoryOperationFigure figure = columns.figures[i];
      const PixelRect cell{x, y, columns.widths[i], height};
      const PixelRect box{x + kCellInset, y, columns.widths[i] - 2 * kCellInset, height};
      x += columns.widths[i];
      if (row == nullptr) {
        addText(memoryOperationHeading(figure), box, figure, FontRole::Small,
                ColorToken::TextMuted);
        continue;
      }
      if (const double heat = memoryOperationHeat(*row, figure, mostExcess); heat > 0)
        out.addRect(DrawLayer::Data,
                    {.rect = {cell.x, cell.y + 1, cell.width, cell.height - 2},
                     .fill = ColorToken::AsyncExposed,
                     .tint = static_cast<uint8_t>(kHottestTint * std::clamp(heat, 0.0, 1.0))});
      addText(memoryOperationText(*row, figure), box, figure,
              figure == MemoryOperationFigure::Operation ? FontRole::MonoSmall : FontRole::Body,
              ColorToken::Text);
    }
    out.addLine(DrawLayer::Grid, {0, y + height, width, y + height,
                                  row == nullptr ? ColorToken::Border : ColorToken::RowLine});
  };
  drawLine(0, kHeadHeight, nullptr);
  float y = kHeadHeight;
  size_t shown = 0;
  const auto isRoom = [&](size_t row) {
    const float needed = y + kLineHeight + (row + 1 < rows.size() ? kLineHeight : 0);
    return row < rows.size() && needed <= mostHeight;
  };
  for (; isRoom(shown); ++shown, y += kLineHeight)
    drawLine(y, kLineHeight, &rows[shown]);
  if (shown < rows.size()) {
    out.addText(DrawLayer::Label,
                {.box = {kCellInset, y, width, kLineHeight},
                 .font = FontRole::Small,
                 .color = ColorToken::TextMuted},
                countText(rows.size() - shown, "more operation is", "more operations are") +
                    " in the panel");
    y += kLineHeight;
  }
  return y;
}

} // namespace pstudio
