// SPDX-License-Identifier: Apache-2.0
// The table `scopes`: the statistics of every scope of the trace.
#include "core/query/scope_table.h"

#include <algorithm>
#include <utility>

namespace pstudio::query {
namespace {

using statistics::StatisticsRow;

enum ScopeColumn : int {
  kScopeName,
  kScopeKind,
  kScopeIsAsync,
  kScopeCount,
  kScopeTotal,
  kScopeSelf,
  kScopeShare,
  kScopeMean,
  kScopeMin,
  kScopeMedian,
  kScopeMax,
  kScopeOpen,
};

constexpr ColumnFacts kScopeColumns[] = {
    {"name", "TEXT", "name of the slices"},
    {"kind", "TEXT", "issue, wait, in flight, or the category of another program; empty: a scope"},
    {"is_async", "INTEGER", "1: operations in flight, 0: scopes"},
    {"count", "INTEGER", "slices, also those of unknown duration"},
    {"total", "REAL", "sum of their durations [ns]"},
    {"self", "REAL", "the same without the slices that they contain [ns]; not of operations"},
    {"share", "REAL", "of the time of all warps, 0 to 1; not of operations"},
    {"mean", "REAL", "mean duration [ns]"},
    {"min", "REAL", "shortest duration [ns]"},
    {"median", "REAL", "median duration [ns]"},
    {"max", "REAL", "longest duration [ns]"},
    {"open", "INTEGER", "slices whose begin or end is not recorded; no other figure contains them"},
};
constexpr TableFacts kScopeFacts = {"scopes", "all slices of one scope, as in Statistics",
                                    kScopeColumns};

Cell durationCell(const StatisticsRow &scope, int64_t picoseconds) {
  return scope.time.count == 0 ? Cell() : Cell(nanoseconds(picoseconds));
}

Cell totalCell(const StatisticsRow &scope, std::optional<int64_t> picoseconds) {
  return scope.hasLengths() && picoseconds ? Cell(nanoseconds(*picoseconds)) : Cell();
}

} // namespace

const TableFacts &ScopeTable::tableFacts() {
  return kScopeFacts;
}

uint64_t ScopeTable::rowCount() {
  if (!std::exchange(m_isMade, true)) {
    m_scopes = statistics::makeStatistics(m_trace, {}).rows;
    std::erase_if(m_scopes, [](const StatisticsRow &row) {
      return row.content != statistics::RowContent::Scope;
    });
  }
  return m_scopes.size();
}

Cell ScopeTable::cell(uint64_t row, int column, ReadHint &) {
  const StatisticsRow &scope = m_scopes[row];
  switch (column) {
  case kScopeName:
    return m_trace.string(scope.scope.name);
  case kScopeKind:
    return statistics::scopeKindText(m_trace, scope.scope);
  case kScopeIsAsync:
    return int64_t{scope.scope.isAsync};
  case kScopeCount:
    return static_cast<int64_t>(scope.time.count + scope.openCount);
  case kScopeTotal:
    return totalCell(scope, scope.total);
  case kScopeSelf:
    return totalCell(scope, scope.self);
  case kScopeShare:
    return scope.share ? Cell(*scope.share) : Cell();
  case kScopeMean:
    return scope.time.count == 0 ? Cell() : Cell(scope.time.mean() / 1000.0);
  case kScopeMin:
    return durationCell(scope, scope.time.least);
  case kScopeMedian:
    return durationCell(scope, scope.time.median);
  case kScopeMax:
    return durationCell(scope, scope.time.most);
  default:
    return static_cast<int64_t>(scope.openCount);
  }
}

} // namespace pstudio::query
