// SPDX-License-Identifier: Apache-2.0
// The table `accesses`: every recorded memory access of every launch.
#pragma once

#include <memory>

#include "core/access/launch_accesses.h"
#include "core/analysis/memory/cost_cache.h"
#include "core/query/query_table.h"
#include "core/trace/trace.h"

namespace pstudio::query {

/// Indexed by launch. The trace must outlive it.
class AccessRows : public QueryTable {
public:
  explicit AccessRows(const Trace &trace);
  ~AccessRows() override;

  static const TableFacts &tableFacts();
  const TableFacts &facts() const override { return tableFacts(); }
  uint64_t rowCount() override { return m_launches.empty() ? 0 : m_launches.back().end; }
  Cell cell(uint64_t row, int column, ReadHint &hint) override;
  bool isIndexed(const Condition &condition) const override;
  ScanEstimate estimate(std::span<const Condition> conditions) const override;
  RowSelection select(std::span<const Bound> bounds) override;

private:
  struct LaunchRows {
    uint32_t launch = 0;
    uint64_t begin = 0, end = 0; ///< rows of this table
    const memory::LaunchAccesses *accesses = nullptr;
    std::unique_ptr<memory::CostCache> costs; ///< made by the first cell that needs it
  };
  const memory::AccessCost &costOf(LaunchRows &rows, const memory::Access &access);

  std::vector<LaunchRows> m_launches; ///< with accesses, in the order of the trace
};

} // namespace pstudio::query
