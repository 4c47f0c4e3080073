// SPDX-License-Identifier: Apache-2.0
// Results as text: cells, lines of CSV, lines of JSON, a table.
#include "core/query/result_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/csv_text.h"
#include "core/base/json_text.h"
#include "core/base/number_text.h"
#include "core/base/text_table.h"
#include "core/base/utf8.h"
#include "core/query/sql_functions.h"

namespace pstudio::query {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMaxCharacters = 60; // of a cell of a table
constexpr std::string_view kUnknownCell = "-";

std::string realText(double value) {
  std::array<char, 32> buffer{};
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), written.ptr};
}

/// An empty text in quotes: a field without them is an unknown value.
std::string csvTextField(std::string_view text) {
  return text.empty() ? "\"\"" : csvField(text);
}

/// Where the character with this number begins; the size if there are fewer.
size_t characterAt(std::string_view text, size_t number) {
  for (size_t i = 0; i < text.size(); ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80 && number-- == 0)
      return i;
  return text.size();
}

/// The text without control characters and, if it is long, without its middle: a path keeps its
/// line.
std::string shortText(std::string_view text) {
  constexpr size_t kHead = kMaxCharacters / 2 - 2, kTail = kMaxCharacters - kHead - 3;
  std::string shown(text);
  if (characterAt(text, kMaxCharacters) < text.size()) {
    size_t tail = text.size();
    for (size_t left = kTail; left > 0; --left)
      do
        --tail;
      while ((static_cast<unsigned char>(text[tail]) & 0xc0) == 0x80);
    shown = std::string(text.substr(0, characterAt(text, kHead))) + "..." +
            std::string(text.substr(tail));
  }
  return printableText(shown);
}

bool isText(const Cell &cell) {
  return std::holds_alternative<std::string_view>(cell) ||
         std::holds_alternative<std::string>(cell);
}

std::vector<std::string> columnLabels(std::span<const ResultColumn> columns) {
  std::vector<std::string> labels;
  for (const ResultColumn &column : columns)
    labels.push_back(shortText(column.name));
  return labels;
}

/// 'l' for columns with a text, 'r' for numbers.
std::string alignmentOf(const ResultSet &result) {
  std::string alignment(result.columns().size(), 'r');
  for (size_t column = 0; column < alignment.size(); ++column)
    for (uint64_t row = 0; row < result.rowCount() && alignment[column] == 'r'; ++row)
      if (isText(result.cell(row, column)))
        alignment[column] = 'l';
  return alignment;
}

} // namespace

std::string cellText(const Cell &cell) {
  if (const auto *whole = std::get_if<int64_t>(&cell))
    return std::to_string(*whole);
  if (const auto *real = std::get_if<double>(&cell))
    return realText(*real);
  if (const auto *view = std::get_if<std::string_view>(&cell))
    return std::string(*view);
  if (const auto *text = std::get_if<std::string>(&cell))
    return *text;
  return {};
}

std::string shownText(const Cell &cell) {
  if (std::holds_alternative<std::monostate>(cell))
    return std::string(kUnknownCell);
  const auto *real = std::get_if<double>(&cell);
  if (!real)
    return shortText(cellText(cell));
  constexpr int kDigits = 10;
  std::array<char, 32> buffer{};
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), *real,
                                     std::chars_format::general, kDigits);
  return {buffer.data(), written.ptr};
}

std::string csvHeading(std::span<const ResultColumn> columns) {
  std::string line;
  for (const ResultColumn &column : columns)
    line += (line.empty() ? "" : ",") + csvTextField(column.name);
  return line + '\n';
}

std::string csvLine(std::span<const Cell> row) {
  std::string line;
  for (size_t i = 0; i < row.size(); ++i) {
    line += i == 0 ? "" : ",";
    line += isText(row[i]) ? csvTextField(cellText(row[i])) : cellText(row[i]);
  }
  return line + '\n';
}

std::string csvText(const ResultSet &result) {
  std::string text = csvHeading(result.columns());
  std::vector<Cell> row(result.columns().size());
  for (uint64_t i = 0; i < result.rowCount(); ++i) {
    for (size_t column = 0; column < row.size(); ++column)
      row[column] = result.cell(i, column);
    text += csvLine(row);
  }
  return text;
}

std::vector<std::string> jsonKeys(std::span<const ResultColumn> columns) {
  std::vector<std::string> keys;
  for (const ResultColumn &column : columns) {
    std::string key = column.name;
    for (int number = 2; std::ranges::find(keys, key) != keys.end(); ++number)
      key = column.name + "_" + std::to_string(number);
    keys.push_back(std::move(key));
  }
  return keys;
}

std::string jsonLine(std::span<const std::string> keys, std::span<const Cell> row) {
  Json line = Json::object();
  for (size_t i = 0; i < row.size(); ++i) {
    if (const auto *whole = std::get_if<int64_t>(&row[i]))
      line[keys[i]] = *whole;
    else if (const auto *real = std::get_if<double>(&row[i]))
      line[keys[i]] = std::isfinite(*real) ? Json(*real) : Json();
    else
      line[keys[i]] = isText(row[i]) ? Json(cellText(row[i])) : Json();
  }
  return jsonText(std::move(line)) + '\n';
}

std::string tableText(const ResultSet &result) {
  const std::string alignment = alignmentOf(result);
  TextTable table(alignment, columnLabels(result.columns()));
  for (uint64_t row = 0; row < result.rowCount(); ++row) {
    std::vector<std::string> cells;
    for (size_t column = 0; column < alignment.size(); ++column) {
      cells.push_back(shownText(result.cell(row, column)));
    }
    table.add(std::move(cells));
  }
  if (!table.isEmpty())
    return table.text();
  std::string heading;
  for (const std::string &label : columnLabels(result.columns()))
    heading += (heading.empty() ? "  " : "   ") + label;
  return heading + "\n  no rows\n";
}

std::string schemaText() {
  std::string text;
  for (const TableFacts &table : queryTables()) {
    text += std::string(table.name) + ": " + std::string(table.meaning) + '\n';
    TextTable columns("lll", {"column", "type", "meaning"});
    for (const ColumnFacts &column : table.columns)
      columns.add({std::string(column.name), column.type.empty() ? "any" : std::string(column.type),
                   std::string(column.meaning)});
    text += columns.text() + '\n';
  }
  text += "functions, beside those of SQLite:\n";
  TextTable functions("ll", {"function", "value"});
  for (const FunctionFacts &function : sqlFunctions())
    functions.add({std::string(function.call), std::string(function.meaning)});
  return text + functions.text() +
         "\nTimes are nanoseconds, with a fraction, on the axis of the timeline. NULL is "
         "unknown.\n";
}

std::string leftOutText(const QueryEnd &end) {
  if (end.leftOut == 0)
    return {};
  const std::string rows = countText(end.leftOut, "further row is", "further rows are");
  return end.isComplete ? rows + " left out" : "at least " + rows + " left out";
}

} // namespace pstudio::query
