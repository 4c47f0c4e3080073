// SPDX-License-Identifier: Apache-2.0
// The table `scopes`: the statistics of every scope of the trace.
#pragma once

#include <vector>

#include "core/query/query_table.h"
#include "core/statistics/statistics.h"
#include "core/trace/trace.h"

namespace pstudio::query {

/// The rows of statistics::makeStatistics() over the whole trace. Computed at its first use. The
/// trace must outlive it.
class ScopeTable : public QueryTable {
public:
  explicit ScopeTable(const Trace &trace) : m_trace(trace) {}

  static const TableFacts &tableFacts();
  const TableFacts &facts() const override { return tableFacts(); }
  uint64_t rowCount() override; ///< O(slices) at first
  Cell cell(uint64_t row, int column, ReadHint &hint) override;

private:
  const Trace &m_trace;
  std::vector<statistics::StatisticsRow> m_scopes;
  bool m_isMade = false;
};

} // namespace pstudio::query
