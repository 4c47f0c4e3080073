// SPDX-License-Identifier: Apache-2.0
// Statistics as a table in text and as CSV.
#include "core/statistics/statistics_text.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "core/base/csv_text.h"
#include "core/base/number_text.h"
#include "core/base/text_table.h"

namespace pstudio::statistics {
namespace {

constexpr int kDigits = 6; // of a length in text
constexpr double kPicosecondsPerNs = 1000;

std::string meanDigits(double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.3f", value);
  return text.data();
}

/// The lengths of a row in one unit, as a table lists them: total, self, mean, median, 95 %, 99 %,
/// minimum, maximum.
struct Lengths {
  std::optional<int64_t> total, self;
  std::optional<DurationFigures> figures;
};

Lengths lengthsOf(const StatisticsRow &row, LengthUnit unit) {
  if (unit == LengthUnit::Cycles)
    return {row.totalCycles, row.selfCycles, row.cycles};
  const bool hasWhole = row.time.count > 0;
  return {row.hasLengths() ? std::optional(row.total) : std::nullopt,
          row.hasLengths() ? row.self : std::nullopt,
          hasWhole ? std::optional(row.time) : std::nullopt};
}

/// Calls text(value, scale) for each length that is known and adds `unknown` for the others.
template <class Text>
void addLengths(std::vector<std::string> &fields, const Lengths &lengths, const char *unknown,
                Text text) {
  for (const std::optional<int64_t> &sum : {lengths.total, lengths.self})
    fields.push_back(sum ? text(*sum) : unknown);
  const auto &figures = lengths.figures;
  fields.push_back(figures ? text(figures->mean()) : unknown);
  for (const int64_t DurationFigures::*figure :
       {&DurationFigures::median, &DurationFigures::high95, &DurationFigures::high99,
        &DurationFigures::least, &DurationFigures::most})
    fields.push_back(figures ? text((*figures).*figure) : unknown);
}

std::string csvOf(int64_t value, LengthUnit unit) {
  return unit == LengthUnit::Cycles ? std::to_string(value) : nanosecondDigits(value);
}

std::string csvOf(double value, LengthUnit unit) {
  return meanDigits(unit == LengthUnit::Cycles ? value : value / kPicosecondsPerNs);
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
  TextTable lines("llrrrrrrrrrrrr",
                  {std::string(groupByText(table.query.by)), "kind", "count", "cut", "open",
                   "total", "self", "mean", "median", "p95", "p99", "minimum", "maximum", "share"});
  for (const StatisticsRow &row : table.rows) {
    std::vector<std::string> fields = {row.label, rowKindText(trace, row),
                                       countText(row.time.count), countText(row.cutCount),
                                       countText(row.openCount)};
    addLengths(fields, lengthsOf(row, unit), "-", [inCycles](auto value) {
      return significantText(static_cast<double>(value) / (inCycles ? 1 : kPicosecondsPerNs),
                             kDigits);
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
  std::vector<std::string> heading = {"scope", "kind", "group", "count", "cut", "open"};
  for (const char *unit : {"ns", "cycles"})
    for (const char *figure :
         {"total", "self", "mean", "median", "p95", "p99", "minimum", "maximum"})
      heading.push_back(std::string(figure) + "_" + unit);
  heading.emplace_back("share");
  std::string text;
  addLine(text, heading);
  for (const StatisticsRow &row : table.rows) {
    const bool isScope = row.content == RowContent::Scope;
    std::vector<std::string> fields = {
        csvField(isScope ? trace.string(row.scope.name) : std::string_view(row.label)),
        csvField(rowKindText(trace, row)),
        table.query.by == GroupBy::Scope ? std::string() : csvField(row.label),
        std::to_string(row.time.count),
        std::to_string(row.cutCount),
        std::to_string(row.openCount)};
    for (const LengthUnit unit : {LengthUnit::Nanoseconds, LengthUnit::Cycles})
      addLengths(fields, lengthsOf(row, unit), "",
                 [unit](auto value) { return csvOf(value, unit); });
    std::array<char, 32> share{};
    if (row.share)
      std::snprintf(share.data(), share.size(), "%.6g", *row.share);
    fields.emplace_back(share.data());
    addLine(text, fields);
  }
  return text;
}

} // namespace pstudio::statistics
