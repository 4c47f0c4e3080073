// SPDX-License-Identifier: Apache-2.0
// Statistics as a table in text, as CSV and as JSON.
#include "core/statistics/statistics_text.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "core/base/csv_text.h"
#include "core/base/json_text.h"
#include "core/base/number_text.h"
#include "core/base/text_table.h"
#include "core/statistics/rank_text.h"

namespace pstudio::statistics {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kDigits = 6; // of a length in text
constexpr double kPicosecondsPerNs = 1000;

std::string meanDigits(double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.3f", value);
  return text.data();
}

/// Calls visit(column) for the columns of a kind.
template <class Visit> void forColumns(FigureKind kind, Visit visit) {
  for (const StatisticsColumn &column : kStatisticsColumns)
    if (column.kind == kind)
      visit(column);
}

/// Text of a length; `unknown` if there is none.
std::string lengthText(const table::Value &value, LengthUnit unit) {
  const double scale = unit == LengthUnit::Cycles ? 1 : kPicosecondsPerNs;
  if (const auto *whole = std::get_if<int64_t>(&value))
    return significantText(static_cast<double>(*whole) / scale, kDigits);
  const auto *mean = std::get_if<double>(&value);
  return mean ? significantText(*mean / scale, kDigits) : "-";
}

std::string lengthField(const table::Value &value, LengthUnit unit) {
  const bool inCycles = unit == LengthUnit::Cycles;
  if (const auto *whole = std::get_if<int64_t>(&value))
    return inCycles ? std::to_string(*whole) : nanosecondDigits(*whole);
  const auto *mean = std::get_if<double>(&value);
  return mean ? meanDigits(inCycles ? *mean : *mean / kPicosecondsPerNs) : std::string();
}

Json lengthJson(const table::Value &value, LengthUnit unit) {
  const double scale = unit == LengthUnit::Cycles ? 1 : kPicosecondsPerNs;
  if (const auto *whole = std::get_if<int64_t>(&value))
    return scale == 1 ? Json(*whole) : Json(static_cast<double>(*whole) / scale);
  const auto *mean = std::get_if<double>(&value);
  return mean ? Json(*mean / scale) : Json();
}

/// A count is known of every row.
int64_t countOf(const StatisticsColumn &column, const StatisticsCell &cell) {
  return std::get<int64_t>(column.value(cell));
}

std::string_view scopeOf(const Trace &trace, const StatisticsRow &row) {
  return row.content == RowContent::Scope ? trace.string(row.scope.name)
                                          : std::string_view(row.label);
}

Json rowJson(const Trace &trace, const StatisticsTable &table, const StatisticsRow &row) {
  Json json = {{"scope", scopeOf(trace, row)}, {"kind", rowKindText(trace, row)}};
  if (table.query.by != GroupBy::Scope)
    json["group"] = row.label;
  const StatisticsCell inTime{trace, row, LengthUnit::Nanoseconds};
  const StatisticsCell inCycles{trace, row, LengthUnit::Cycles};
  forColumns(FigureKind::Count, [&](const StatisticsColumn &column) {
    json[std::string(column.name)] = countOf(column, inTime);
  });
  json["ns"] = Json::object();
  json["cycles"] = Json();
  forColumns(FigureKind::Length, [&](const StatisticsColumn &column) {
    const std::string name(column.name);
    json["ns"][name] = lengthJson(column.value(inTime), inTime.unit);
    if (row.totalCycles || row.cycles)
      json["cycles"][name] = lengthJson(column.value(inCycles), inCycles.unit);
  });
  json["share"] = row.share ? Json(*row.share) : Json();
  return json;
}

void addLine(std::string &text, const std::vector<std::string> &fields) {
  for (size_t i = 0; i < fields.size(); ++i)
    text += (i == 0 ? "" : ",") + fields[i];
  text += "\r\n";
}

} // namespace

std::string nanosecondDigits(int64_t picoseconds) {
  std::string digits = std::to_string(picoseconds / 1000);
  const int64_t rest = std::abs(picoseconds % 1000);
  if (picoseconds < 0 && picoseconds > -1000)
    digits.insert(0, "-");
  if (rest == 0)
    return digits;
  std::string decimals = std::to_string(1000 + rest).substr(1);
  decimals.erase(decimals.find_last_not_of('0') + 1);
  return digits + "." + decimals;
}

std::string rowKindText(const Trace &trace, const StatisticsRow &row) {
  return row.content == RowContent::Scope ? scopeKindText(trace, row.scope) : "not recorded";
}

std::string_view groupByText(GroupBy by) {
  static constexpr std::array<std::string_view, 4> kWords = {"scope", "warp", "CTA", "SM"};
  return kWords[static_cast<size_t>(by)];
}

std::string statisticsRemarks(const StatisticsTable &table) {
  uint64_t cut = 0, open = 0;
  for (const StatisticsRow &row : table.rows) {
    cut += row.cutCount;
    open += row.openCount;
  }
  std::string text;
  if (cut > 0)
    text += countText(cut, "instance is", "instances are") +
            " cut by an edge of the range: total, self and share contain the part inside, the "
            "other figures do not\n";
  if (open > 0)
    text += countText(open, "instance has", "instances have") +
            " no recorded begin or end: only counted, in the column open\n";
  return text;
}

std::string statisticsText(const Trace &trace, const StatisticsTable &table, LengthUnit unit) {
  const bool isByScope = table.query.by == GroupBy::Scope;
  const bool inCycles = unit == LengthUnit::Cycles;
  std::vector<std::string> heading = {std::string(groupByText(table.query.by)), "kind"};
  for (const FigureKind kind : {FigureKind::Count, FigureKind::Length, FigureKind::Share})
    forColumns(kind, [&](const StatisticsColumn &column) { heading.emplace_back(column.name); });
  const std::string alignment = "ll" + std::string(heading.size() - 2, 'r');
  TextTable lines(alignment, std::move(heading));
  for (const StatisticsRow &row : table.rows) {
    const StatisticsCell cell{trace, row, unit};
    std::vector<std::string> fields = {row.label, rowKindText(trace, row)};
    forColumns(FigureKind::Count, [&](const StatisticsColumn &column) {
      fields.push_back(countText(static_cast<uint64_t>(countOf(column, cell))));
    });
    forColumns(FigureKind::Length, [&](const StatisticsColumn &column) {
      fields.push_back(lengthText(column.value(cell), unit));
    });
    fields.push_back(row.share ? percentText(*row.share, 3) : "-");
    lines.add(std::move(fields));
  }
  const std::string name = isByScope || table.rows.empty()
                               ? std::string()
                               : ", " + std::string(trace.string(table.rows[0].scope.name));
  std::string text = "statistics" + name + ": " + countText(table.trackCount, "track", "tracks") +
                     ", lengths in " + (inCycles ? "cycles" : "ns") + '\n';
  text += table.rows.empty() ? "  no slices\n" : lines.text();
  if (table.isCostSubtracted && inCycles)
    text += "cycles are as recorded: the recording cost is not subtracted from them\n";
  return text + statisticsRemarks(table);
}

std::string statisticsCsv(const Trace &trace, const StatisticsTable &table) {
  std::vector<std::string> heading = {"scope", "kind", "group"};
  forColumns(FigureKind::Count,
             [&](const StatisticsColumn &column) { heading.emplace_back(column.name); });
  for (const char *unit : {"_ns", "_cycles"})
    forColumns(FigureKind::Length, [&](const StatisticsColumn &column) {
      heading.push_back(std::string(column.name) + unit);
    });
  heading.emplace_back("share");
  std::string text;
  addLine(text, heading);
  for (const StatisticsRow &row : table.rows) {
    std::vector<std::string> fields = {
        csvField(scopeOf(trace, row)), csvField(rowKindText(trace, row)),
        table.query.by == GroupBy::Scope ? std::string() : csvField(row.label)};
    forColumns(FigureKind::Count, [&](const StatisticsColumn &column) {
      fields.push_back(std::to_string(countOf(column, {trace, row, LengthUnit::Nanoseconds})));
    });
    for (const LengthUnit unit : {LengthUnit::Nanoseconds, LengthUnit::Cycles})
      forColumns(FigureKind::Length, [&](const StatisticsColumn &column) {
        fields.push_back(lengthField(column.value({trace, row, unit}), unit));
      });
    std::array<char, 32> share{};
    if (row.share)
      std::snprintf(share.data(), share.size(), "%.6g", *row.share);
    fields.emplace_back(share.data());
    addLine(text, fields);
  }
  return text;
}

std::string statisticsJson(const Trace &trace, const StatisticsTable &table) {
  Json json = {{"by", groupByText(table.query.by)}};
  json["range_ns"] = Json();
  if (const auto &range = table.query.range)
    json["range_ns"] = {static_cast<double>(range->begin.value) / kPicosecondsPerNs,
                        static_cast<double>(range->end.value) / kPicosecondsPerNs};
  json["tracks"] = table.trackCount;
  json["warp_time_ns"] = static_cast<double>(table.warpTime.whole) / kPicosecondsPerNs;
  json["outside_of_scopes_ns"] = static_cast<double>(table.warpTime.outside) / kPicosecondsPerNs;
  json["not_recorded_ns"] = static_cast<double>(table.warpTime.notRecorded) / kPicosecondsPerNs;
  json["cost_subtracted"] = table.isCostSubtracted;
  json["rows"] = jsonList<Json>(
      table.rows, [&](const StatisticsRow &row) { return rowJson(trace, table, row); });
  if (table.query.by == GroupBy::Scope && !table.query.range && rankCountOf(trace).processes > 0)
    json["ranks"] = rankJson(trace, table.query.name.isValid() ? trace.string(table.query.name)
                                                               : std::string_view());
  return jsonText(std::move(json));
}

} // namespace pstudio::statistics
