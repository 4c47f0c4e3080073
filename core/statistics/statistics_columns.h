// SPDX-License-Identifier: Apache-2.0
// The columns of statistics, for text, CSV, JSON and the window.
#pragma once

#include <array>
#include <string_view>

#include "core/statistics/statistics.h"
#include "core/table/value.h"

namespace pstudio::statistics {

/// Unit of lengths in texts.
enum class LengthUnit : uint8_t { Nanoseconds, Cycles };

/// The source of a cell.
struct StatisticsCell {
  const Trace &trace;
  const StatisticsRow &row;
  LengthUnit unit;

  /// Picoseconds or cycles.
  std::optional<int64_t> sum(int64_t picoseconds, std::optional<int64_t> cycles) const {
    if (!row.hasLengths())
      return std::nullopt;
    return unit == LengthUnit::Cycles ? cycles : picoseconds;
  }
  /// A figure of whole instances, in picoseconds or cycles.
  template <class Get> auto figure(Get get) const -> std::optional<decltype(get(row.time))> {
    if (unit == LengthUnit::Cycles)
      return row.cycles ? std::optional(get(*row.cycles)) : std::nullopt;
    return row.time.count > 0 ? std::optional(get(row.time)) : std::nullopt;
  }
};

/// The kind of row: scopeKindText() of a scope, "not recorded" of time without one.
std::string rowKindText(const Trace &trace, const StatisticsRow &row);

enum class FigureKind : uint8_t {
  Text,
  Count,
  Length, ///< picoseconds or cycles: whole numbers, a mean is a real one
  Share,  ///< 0 to 1
};

struct StatisticsColumn {
  std::string_view name;    ///< in text, CSV and JSON; lengths have their unit beside it
  std::string_view heading; ///< in the window
  std::string_view meaning;
  FigureKind kind;
  table::Value (*value)(const StatisticsCell &cell);
};

/// Indices of kStatisticsColumns.
enum StatisticsColumnIndex : int {
  Label,
  Kind,
  Count,
  Total,
  Self,
  Share,
  Mean,
  Median,
  P95,
  P99,
  Minimum,
  Maximum,
  Cut,
  Open,
  ColumnCount
};

/// In the order of the window. Text, CSV and JSON have them by kind: texts, counts, lengths, the
/// share. A new column is an entry here and an index above.
inline constexpr std::array<StatisticsColumn, ColumnCount> kStatisticsColumns{{
    {"label", "Scope", "Name of the scope, or warp, CTA or SM", FigureKind::Text,
     [](const StatisticsCell &cell) -> table::Value { return std::string_view(cell.row.label); }},
    {"kind", "Kind",
     "Issue of an operation, the operation in flight, or a wait for it; empty for a scope",
     FigureKind::Text,
     [](const StatisticsCell &cell) -> table::Value { return rowKindText(cell.trace, cell.row); }},
    {"count", "Count", "Whole instances", FigureKind::Count,
     [](const StatisticsCell &cell) { return table::toValue(cell.row.time.count); }},
    {"total", "Total",
     "Sum of the durations. Of an instance that an edge of the area cuts: the part inside",
     FigureKind::Length,
     [](const StatisticsCell &cell) {
       return table::toValue(cell.sum(cell.row.total, cell.row.totalCycles));
     }},
    {"self", "Self", "Total without the time in scopes inside", FigureKind::Length,
     [](const StatisticsCell &cell) {
       const bool hasNone = cell.unit == LengthUnit::Nanoseconds && !cell.row.self;
       return hasNone ? table::Value()
                      : table::toValue(cell.sum(cell.row.self.value_or(0), cell.row.selfCycles));
     }},
    {"share", "Share",
     "Total, of the time of all warps; by warp, CTA or SM: of its time. Nested scopes count in "
     "each "
     "of their parents. Time outside of scopes has a row of its own: the shares of all self times "
     "and of it add up to 100 %",
     FigureKind::Share, [](const StatisticsCell &cell) { return table::toValue(cell.row.share); }},
    {"mean", "Mean", "Mean duration of whole instances", FigureKind::Length,
     [](const StatisticsCell &cell) {
       return table::toValue(cell.figure([](auto &figures) { return figures.mean(); }));
     }},
    {"median", "Median", "Half of the whole instances take no longer", FigureKind::Length,
     [](const StatisticsCell &cell) {
       return table::toValue(cell.figure([](auto &figures) { return figures.median; }));
     }},
    {"p95", "p95", "95 % of the whole instances take no longer", FigureKind::Length,
     [](const StatisticsCell &cell) {
       return table::toValue(cell.figure([](auto &figures) { return figures.high95; }));
     }},
    {"p99", "p99", "99 % of the whole instances take no longer", FigureKind::Length,
     [](const StatisticsCell &cell) {
       return table::toValue(cell.figure([](auto &figures) { return figures.high99; }));
     }},
    {"minimum", "Min", "Shortest whole instance", FigureKind::Length,
     [](const StatisticsCell &cell) {
       return table::toValue(cell.figure([](auto &figures) { return figures.least; }));
     }},
    {"maximum", "Max", "Longest whole instance; a double click shows it", FigureKind::Length,
     [](const StatisticsCell &cell) {
       return table::toValue(cell.figure([](auto &figures) { return figures.most; }));
     }},
    {"cut", "Cut", "Instances that an edge of the area cuts", FigureKind::Count,
     [](const StatisticsCell &cell) { return table::toValue(cell.row.cutCount); }},
    {"open", "Open", "Instances whose begin or end was not recorded: only counted",
     FigureKind::Count,
     [](const StatisticsCell &cell) { return table::toValue(cell.row.openCount); }},
}};

} // namespace pstudio::statistics
