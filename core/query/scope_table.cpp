// SPDX-License-Identifier: Apache-2.0
// The table `scopes`: the slices of the trace, added up by name.
#include "core/query/scope_table.h"

#include <algorithm>

namespace pstudio::query {
namespace {

constexpr ColumnFacts kScopeColumns[] = {
    {"name", "TEXT", "name of the slices"},
    {"is_async", "INTEGER", "1: operations in flight, 0: scopes"},
    {"count", "INTEGER", "slices"},
    {"total", "REAL", "sum of their durations [ns]"},
    {"self", "REAL", "the same without the slices that they contain [ns]"},
    {"mean", "REAL", "mean duration [ns]"},
    {"min", "REAL", "shortest duration [ns]"},
    {"max", "REAL", "longest duration [ns]"},
    {"cut", "INTEGER", "slices whose begin or end was not recorded; they are in all sums"},
    {"unknown", "INTEGER", "slices of unknown length; they are in no sum"},
};
constexpr TableFacts kScopeFacts = {"scopes", "all slices of one name", kScopeColumns};

} // namespace

const TableFacts &ScopeTable::tableFacts() {
  return kScopeFacts;
}

void ScopeTable::add(uint32_t slice, std::vector<uint32_t> &scopeOf) {
  const StringId name = m_trace.sliceNames()[slice];
  const uint8_t flags = m_trace.sliceFlags()[slice];
  const bool isAsync = (flags & kSliceAsync) != 0;
  const size_t key = size_t{name.value} * 2 + (isAsync ? 1 : 0);
  if (key >= scopeOf.size())
    scopeOf.resize(key * 2 + 1);
  if (scopeOf[key] == 0) {
    m_scopes.push_back({.name = name, .isAsync = isAsync});
    scopeOf[key] = static_cast<uint32_t>(m_scopes.size());
  }
  const int64_t duration = m_trace.sliceDurations()[slice];
  Scope &scope = m_scopes[scopeOf[key] - 1];
  ++scope.count;
  if ((flags & kSliceLengthUnknown) != 0) {
    ++scope.unknown;
    return;
  }
  scope.cut += (flags & (kSliceNoEnd | kSliceNoStart)) != 0 ? 1 : 0;
  scope.total += duration;
  scope.self += duration;
  scope.least = std::min(scope.least, duration);
  scope.most = std::max(scope.most, duration);
}

void ScopeTable::addUp() {
  m_isMade = true;
  std::vector<uint32_t> scopeOf; // by name and is_async: 1 + index, 0: none
  const auto slices = static_cast<uint32_t>(m_trace.sliceCount());
  for (uint32_t i = 0; i < slices; ++i)
    add(i, scopeOf);
  for (uint32_t i = 0; i < slices; ++i) {
    const SliceId parent = m_trace.sliceParents()[i];
    if (!parent.isValid() ||
        (m_trace.sliceFlags()[parent.value] & kSliceLengthUnknown) != 0)
      continue;
    const bool isAsync = (m_trace.sliceFlags()[parent.value] & kSliceAsync) != 0;
    const size_t key = size_t{m_trace.sliceNames()[parent.value].value} * 2 + (isAsync ? 1 : 0);
    m_scopes[scopeOf[key] - 1].self -= m_trace.sliceDurations()[i];
  }
}

uint64_t ScopeTable::rowCount() {
  if (!m_isMade)
    addUp();
  return m_scopes.size();
}

Cell ScopeTable::cell(uint64_t row, int column, ReadHint &) {
  const Scope &scope = m_scopes[row];
  const int64_t known = scope.count - scope.unknown;
  constexpr int kTotal = 3, kMost = 7;
  if (known == 0 && column >= kTotal && column <= kMost)
    return {};
  switch (column) {
  case 0:
    return m_trace.string(scope.name);
  case 1:
    return int64_t{scope.isAsync};
  case 2:
    return scope.count;
  case 3:
    return nanoseconds(scope.total);
  case 4:
    return nanoseconds(scope.self);
  case 5:
    return static_cast<double>(scope.total) / static_cast<double>(known) / 1000.0;
  case 6:
    return nanoseconds(scope.least);
  case 7:
    return nanoseconds(scope.most);
  case 8:
    return scope.cut;
  default:
    return scope.unknown;
  }
}

} // namespace pstudio::query
