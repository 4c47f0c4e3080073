// SPDX-License-Identifier: Apache-2.0
// Text in columns as wide as they need.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/utf8.h"

namespace pstudio {

/// Rows of equal length, the first one a heading. [not thread-safe]
class TextTable {
public:
  /// `alignment` has a letter for each column: 'l' or 'r'. `indent` precedes each line, `gap`
  /// separates columns.
  TextTable(std::string alignment, std::vector<std::string> heading, std::string_view indent = "  ",
            std::string_view gap = "   ")
      : m_alignment(std::move(alignment)), m_indent(indent), m_gap(gap) {
    add(std::move(heading));
  }

  /// Cells become printableText(): a cell never leaves its line.
  void add(std::vector<std::string> row) {
    for (std::string &cell : row)
      cell = printableText(cell);
    m_rows.push_back(std::move(row));
  }
  bool isEmpty() const { return m_rows.size() == 1; }

  /// Lines without blanks at their ends; empty if there is only the heading.
  std::string text() const {
    std::vector<size_t> widths(m_alignment.size(), 0);
    for (const auto &row : m_rows)
      for (size_t i = 0; i < row.size(); ++i)
        widths[i] = std::max(widths[i], widthOf(row[i]));
    std::string text;
    for (const auto &row : m_rows) {
      std::string line;
      for (size_t i = 0; i < row.size(); ++i) {
        const std::string padding(widths[i] - widthOf(row[i]), ' ');
        line += i == 0 ? m_indent : m_gap;
        line += m_alignment[i] == 'l' ? row[i] + padding : padding + row[i];
      }
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + '\n';
    }
    return isEmpty() ? "" : text;
  }

private:
  /// Characters of UTF-8 text: bytes that do not continue one.
  static size_t widthOf(std::string_view text) {
    return static_cast<size_t>(
        std::ranges::count_if(text, [](char byte) { return (byte & 0xC0) != 0x80; }));
  }

  std::string m_alignment;
  std::string_view m_indent, m_gap;
  std::vector<std::vector<std::string>> m_rows;
};

} // namespace pstudio
