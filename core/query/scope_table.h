// SPDX-License-Identifier: Apache-2.0
// The table `scopes`: the slices of the trace, added up by name.
#pragma once

#include "core/query/query_table.h"
#include "core/trace/trace.h"

namespace pstudio::query {

/// Computed at its first use. The trace must outlive it.
class ScopeTable : public QueryTable {
public:
  explicit ScopeTable(const Trace &trace) : m_trace(trace) {}

  static const TableFacts &tableFacts();
  const TableFacts &facts() const override { return tableFacts(); }
  uint64_t rowCount() override; ///< O(slices) at first
  Cell cell(uint64_t row, int column, ReadHint &hint) override;

private:
  struct Scope {
    StringId name;
    bool isAsync = false;
    int64_t count = 0, cut = 0, unknown = 0;
    int64_t total = 0, self = 0, least = INT64_MAX, most = 0; // [ps]
  };
  void addUp();
  void add(uint32_t slice, std::vector<uint32_t> &scopeOf);

  const Trace &m_trace;
  std::vector<Scope> m_scopes;
  bool m_isMade = false;
};

} // namespace pstudio::query
