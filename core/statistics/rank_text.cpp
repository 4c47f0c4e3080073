// SPDX-License-Identifier: Apache-2.0
#include "core/statistics/rank_text.h"

#include <nlohmann/json.hpp>

#include "core/base/csv_text.h"
#include "core/base/number_text.h"
#include "core/base/text_table.h"

namespace pstudio::statistics {
namespace {

std::string rankCell(const table::Value &value) {
  if (const auto *number = std::get_if<int64_t>(&value))
    return std::to_string(*number);
  if (const auto *number = std::get_if<double>(&value))
    return fixedText(*number, 0);
  if (const auto *text = std::get_if<std::string_view>(&value))
    return std::string(*text);
  if (const auto *text = std::get_if<std::string>(&value))
    return *text;
  return "-";
}

std::string rankField(const table::Value &value) {
  if (const auto *number = std::get_if<double>(&value))
    return csvNumberText(*number);
  return std::holds_alternative<std::monostate>(value) ? std::string() : csvField(rankCell(value));
}

nlohmann::ordered_json rankValue(const table::Value &value) {
  if (const auto *number = std::get_if<int64_t>(&value))
    return *number;
  if (const auto *number = std::get_if<double>(&value))
    return *number;
  return std::holds_alternative<std::monostate>(value) ? nlohmann::ordered_json()
                                                       : nlohmann::ordered_json(rankCell(value));
}

std::vector<RankStart> rowsOf(const Trace &trace, std::string_view kernel) {
  std::vector<RankStart> rows = rankStartsOf(trace);
  if (!kernel.empty())
    std::erase_if(rows, [kernel](const RankStart &row) { return row.kernel != kernel; });
  return rows;
}

} // namespace

std::string rankCountText(const RankCount &count) {
  if (count.processes == 0)
    return {};
  if (count.ranks == 0)
    return countText(count.processes, "process", "processes") + " recorded";
  return count.worldSize ? countText(count.ranks) + " of " +
                               countText(*count.worldSize, "rank", "ranks") + " recorded"
                         : countText(count.ranks, "rank", "ranks") + " recorded";
}

std::string rankText(const Trace &trace, std::string_view kernel) {
  std::vector<std::string> heading;
  std::string alignment;
  for (const auto &column : kRankColumns) {
    heading.emplace_back(column.name);
    alignment += column.type == "TEXT" ? 'l' : 'r';
  }
  TextTable table(alignment, std::move(heading));
  for (const RankStart &row : rowsOf(trace, kernel)) {
    std::vector<std::string> cells;
    for (const auto &column : kRankColumns)
      cells.push_back(rankCell(column.value(row)));
    table.add(std::move(cells));
  }
  const std::string count = rankCountText(rankCountOf(trace));
  if (table.isEmpty())
    return count.empty()
               ? std::string()
               : "ranks: " + count + ", " +
                     (kernel.empty() ? "no kernel" : std::string(kernel) + " is no kernel that") +
                     " starts in two of them\n";
  return "ranks: " + count +
         "; starts of the same kernel, times in ns; - of late_by and wait: within the "
         "uncertainty\n" +
         table.text();
}

std::string rankCsv(const Trace &trace, std::string_view kernel) {
  std::string text;
  const auto addLine = [&text](auto fieldOf) {
    for (size_t i = 0; i < std::size(kRankColumns); ++i)
      text += (i == 0 ? "" : ",") + fieldOf(kRankColumns[i]);
    text += "\r\n";
  };
  addLine([](const auto &column) { return std::string(column.name); });
  for (const RankStart &row : rowsOf(trace, kernel))
    addLine([&row](const auto &column) { return rankField(column.value(row)); });
  return text;
}

nlohmann::ordered_json rankJson(const Trace &trace, std::string_view kernel) {
  const RankCount count = rankCountOf(trace);
  nlohmann::ordered_json json = {{"recorded", count.ranks > 0 ? count.ranks : count.processes}};
  json["of"] =
      count.worldSize ? nlohmann::ordered_json(*count.worldSize) : nlohmann::ordered_json();
  json["rows"] = nlohmann::ordered_json::array();
  for (const RankStart &row : rowsOf(trace, kernel)) {
    nlohmann::ordered_json &line = json["rows"].emplace_back(nlohmann::ordered_json::object());
    for (const auto &column : kRankColumns)
      line[std::string(column.name)] = rankValue(column.value(row));
  }
  return json;
}

} // namespace pstudio::statistics
