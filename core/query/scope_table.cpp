// SPDX-License-Identifier: Apache-2.0
// The table `scopes`: the statistics of every scope of the trace.
#include <algorithm>
#include <utility>

#include "core/query/column_table.h"
#include "core/statistics/statistics.h"

namespace pstudio::query {
namespace {

using statistics::StatisticsRow;

struct ScopeRow {
  const Trace &trace;
  const StatisticsRow &figures;

  /// A figure of whole instances [ps].
  std::optional<Picoseconds> length(int64_t statistics::DurationFigures::*figure) const {
    return figures.time.count == 0 ? std::nullopt
                                   : std::optional(Picoseconds(figures.time.*figure));
  }
  std::optional<Picoseconds> sum(std::optional<int64_t> picoseconds) const {
    return figures.hasLengths() && picoseconds ? std::optional(Picoseconds(*picoseconds))
                                               : std::nullopt;
  }
};

constexpr Column<ScopeRow> kScopeColumns[] = {
    {"name", "name of the slices",
     [](const ScopeRow &row) { return row.trace.string(row.figures.scope.name); }},
    {"kind", "issue, wait, in flight, or the category of another program; empty: a scope",
     [](const ScopeRow &row) { return statistics::scopeKindText(row.trace, row.figures.scope); }},
    {"is_async", "1: operations in flight, 0: scopes",
     [](const ScopeRow &row) { return row.figures.scope.isAsync; }},
    {"count", "slices, also those of unknown duration",
     [](const ScopeRow &row) { return row.figures.time.count + row.figures.openCount; }},
    {"total", "sum of their durations [ns]",
     [](const ScopeRow &row) { return row.sum(row.figures.total); }},
    {"self", "the same without the slices that they contain [ns]; not of operations",
     [](const ScopeRow &row) { return row.sum(row.figures.self); }},
    {"share", "of the time of all warps, 0 to 1; not of operations",
     [](const ScopeRow &row) { return row.figures.share; }},
    {"mean", "mean duration [ns]",
     [](const ScopeRow &row) {
       const statistics::DurationFigures &time = row.figures.time;
       return time.count == 0 ? std::nullopt : std::optional(time.mean() / 1000.0);
     }},
    {"min", "shortest duration [ns]",
     [](const ScopeRow &row) { return row.length(&statistics::DurationFigures::least); }},
    {"median", "median duration [ns]",
     [](const ScopeRow &row) { return row.length(&statistics::DurationFigures::median); }},
    {"max", "longest duration [ns]",
     [](const ScopeRow &row) { return row.length(&statistics::DurationFigures::most); }},
    {"open", "slices whose begin or end is not recorded; no other figure contains them",
     [](const ScopeRow &row) { return row.figures.openCount; }},
};
constexpr auto kScopeColumnFacts = factsOf(kScopeColumns);
constexpr TableFacts kScopeFacts{"scopes", "all slices of one scope, as in Statistics",
                                 kScopeColumnFacts};

/// The rows of scopes of statistics::makeStatistics() over the whole trace. Computed at the first
/// use.
class ScopeTable : public ColumnTable<ScopeRow> {
public:
  explicit ScopeTable(const TableSources &sources)
      : ColumnTable(kScopeFacts, kScopeColumns), m_trace(sources.trace) {}

  /// O(slices) at first.
  uint64_t rowCount() override {
    if (!std::exchange(m_isMade, true)) {
      m_scopes = statistics::makeStatistics(m_trace, {}).rows;
      std::erase_if(m_scopes, [](const StatisticsRow &row) {
        return row.content != statistics::RowContent::Scope;
      });
    }
    return m_scopes.size();
  }

private:
  ScopeRow rowAt(uint64_t row, ReadHint &) override { return {m_trace, m_scopes[row]}; }

  const Trace &m_trace;
  std::vector<StatisticsRow> m_scopes;
  bool m_isMade = false;
};

} // namespace

const TableDeclaration &scopeTable() {
  static constexpr TableDeclaration kTable = declare<ScopeTable>(kScopeFacts);
  return kTable;
}

} // namespace pstudio::query
