// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace pstudio::cli {

using namespace bench;
namespace {

std::string number(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string headingOf(const Column &column) {
  return column.unit.empty() ? column.name : column.name + " [" + column.unit + "]";
}

bool isNumber(const Cell &cell) {
  return std::holds_alternative<double>(cell) || std::holds_alternative<int64_t>(cell);
}

/// Text longer than this does not widen its column: it is a reason, and the rest of its row is
/// empty.
constexpr size_t kWidestText = 40;

/// The texts of all cells, and how wide each column is.
struct Layout {
  std::vector<std::vector<std::string>> rows; ///< the headings first
  std::vector<size_t> widths;
};

Layout layOut(const Table &table) {
  Layout layout;
  layout.rows.emplace_back();
  for (const Column &column : table.columns)
    layout.rows.front().push_back(headingOf(column));
  for (const std::vector<Cell> &row : table.rows) {
    std::vector<std::string> &texts = layout.rows.emplace_back();
    for (size_t i = 0; i < row.size(); ++i)
      texts.push_back(cellText(row[i], i < table.columns.size() ? table.columns[i].decimals : 1));
  }
  layout.widths.resize(table.columns.size());
  for (const auto &texts : layout.rows)
    for (size_t i = 0; i < std::min(texts.size(), layout.widths.size()); ++i)
      if (texts[i].size() <= kWidestText)
        layout.widths[i] = std::max(layout.widths[i], texts[i].size());
  return layout;
}

/// Numbers to the right, text to the left. Nothing follows a reason but empty cells.
std::string rowText(const Layout &layout, const std::vector<std::string> &texts,
                    const std::vector<bool> &rightAligned) {
  std::string line = " ";
  for (size_t i = 0; i < texts.size(); ++i) {
    line += ' ';
    if (texts[i].size() > kWidestText)
      return line + texts[i] + "\n";
    const std::string padding(layout.widths[i] - texts[i].size(), ' ');
    line += rightAligned[i] ? padding + texts[i] : texts[i] + padding;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string tableText(const Table &table) {
  const Layout layout = layOut(table);
  std::vector<bool> rightAligned(table.columns.size(), false);
  for (const std::vector<Cell> &row : table.rows)
    for (size_t i = 0; i < std::min(row.size(), rightAligned.size()); ++i)
      if (isNumber(row[i]))
        rightAligned[i] = true;
  std::string text = "  " + table.title + "\n";
  for (const auto &texts : layout.rows)
    text += rowText(layout, texts, rightAligned);
  for (const std::string &note : table.notes)
    text += "  * " + note + "\n";
  return text + "\n";
}

std::string verdictOf(const Target &target) {
  if (!target.measured)
    return "not measured: " + target.missing;
  const std::string measured =
      number(*target.measured, 2) + " " + target.unit + ", target " + number(target.limit, 2);
  if (target.isMet())
    return "met: " + measured;
  return "missed by " + number(*target.measured - target.limit, 2) + ": " + measured;
}

} // namespace

std::string cellText(const Cell &cell, int decimals) {
  if (const auto *real = std::get_if<double>(&cell))
    return std::isfinite(*real) ? number(*real, decimals) : "not a number";
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
      section.name + ": " + section.title + " (" + number(section.seconds, 1) + " s)\n\n";
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
