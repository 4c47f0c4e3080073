// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench_text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/number_text.h"

namespace pstudio::cli {

using namespace bench;
namespace {

std::string headingOf(const Column &column) {
  return column.unit.empty() ? column.name : column.name + " [" + column.unit + "]";
}

bool isNumber(const Cell &cell) {
  return std::holds_alternative<double>(cell) || std::holds_alternative<int64_t>(cell);
}

/// A last text longer than this does not widen its column: it is a reason, and the rest of its row
/// is empty.
constexpr size_t kWidestText = 40;

/// The cells of a row as texts.
struct Line {
  std::vector<std::string> texts;
  size_t reason = SIZE_MAX; ///< which of them is one
};

/// All lines, the headings first, and how wide each column is.
struct Layout {
  std::vector<Line> lines;
  std::vector<size_t> widths;
};

Line lineOf(const Table &table, const std::vector<Cell> &row) {
  Line line;
  size_t last = 0;
  for (size_t i = 0; i < row.size(); ++i) {
    line.texts.push_back(
        cellText(row[i], i < table.columns.size() ? table.columns[i].decimals : 1));
    if (!std::holds_alternative<std::monostate>(row[i]))
      last = i;
  }
  if (!row.empty() && std::holds_alternative<std::string>(row[last]) &&
      line.texts[last].size() > kWidestText)
    line.reason = last;
  return line;
}

Layout layOut(const Table &table) {
  Layout layout;
  layout.lines.emplace_back();
  for (const Column &column : table.columns)
    layout.lines.front().texts.push_back(headingOf(column));
  for (const std::vector<Cell> &row : table.rows)
    layout.lines.push_back(lineOf(table, row));
  layout.widths.resize(table.columns.size());
  for (const Line &line : layout.lines)
    for (size_t i = 0; i < std::min(line.texts.size(), layout.widths.size()); ++i)
      if (i < line.reason)
        layout.widths[i] = std::max(layout.widths[i], line.texts[i].size());
  return layout;
}

/// Numbers to the right, text to the left. Nothing follows a reason but empty cells.
std::string lineText(const Layout &layout, const Line &line,
                     const std::vector<bool> &rightAligned) {
  std::string text = " ";
  for (size_t i = 0; i < line.texts.size(); ++i) {
    text += ' ';
    if (i == line.reason)
      return text + line.texts[i] + "\n";
    const std::string padding(layout.widths[i] - line.texts[i].size(), ' ');
    text += rightAligned[i] ? padding + line.texts[i] : line.texts[i] + padding;
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

std::string tableText(const Table &table) {
  const Layout layout = layOut(table);
  std::vector<bool> rightAligned(table.columns.size(), false);
  for (const std::vector<Cell> &row : table.rows)
    for (size_t i = 0; i < std::min(row.size(), rightAligned.size()); ++i)
      if (isNumber(row[i]))
        rightAligned[i] = true;
  std::string text = "  " + table.title + "\n";
  for (const Line &line : layout.lines)
    text += lineText(layout, line, rightAligned);
  for (const std::string &note : table.notes)
    text += "  * " + note + "\n";
  return text + "\n";
}

std::string verdictOf(const Target &target) {
  if (!target.measured)
    return "not measured: " + target.missing;
  const std::string measured =
      fixedText(*target.measured, 2) + " " + target.unit + ", target " + fixedText(target.limit, 2);
  if (target.isMet())
    return "met: " + measured;
  return "missed by " + fixedText(*target.measured - target.limit, 2) + ": " + measured;
}

} // namespace

std::string cellText(const Cell &cell, int decimals) {
  if (const auto *real = std::get_if<double>(&cell))
    return std::isfinite(*real) ? fixedText(*real, decimals) : "not a number";
  if (const auto *whole = std::get_if<int64_t>(&cell))
    return std::to_string(*whole);
  if (const auto *text = std::get_if<std::string>(&cell))
    return *text;
  return "-";
}

std::string environmentText(const Report &report) {
  std::string text;
  for (const auto &[name, value] : report.environment)
    text += name + ": " + value + "\n";
  return text + "\n";
}

std::string sectionText(const Section &section) {
  std::string text =
      section.name + ": " + section.title + " (" + fixedText(section.seconds, 1) + " s)\n\n";
  for (const Table &table : section.tables)
    text += tableText(table);
  if (section.failure)
    text += "  FAILED: " + section.failure->toString() + "\n\n";
  return text;
}

std::string targetsText(const Report &report) {
  std::string text;
  for (const Section &section : report.sections)
    for (const Target &target : section.targets)
      text += "  " + target.what + "\n      " + verdictOf(target) + "\n";
  return text.empty() ? text : "targets\n\n" + text;
}

} // namespace pstudio::cli
