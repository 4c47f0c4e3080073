// SPDX-License-Identifier: Apache-2.0
// The table `overlap`: asynchronous operations and the waits for them.
#pragma once

#include <vector>

#include "core/analysis/overlap/overlap.h"
#include "core/query/query_table.h"

namespace pstudio::query {

/// One row for each wait of each operation, and one for an operation without a wait. Analysed at
/// its first use, in times as recorded. The trace must outlive it.
class OverlapTable : public QueryTable {
public:
  /// \param recorded  the trace with times as recorded
  explicit OverlapTable(const Trace &recorded) : m_trace(recorded) {}

  static const TableFacts &tableFacts();
  const TableFacts &facts() const override { return tableFacts(); }
  uint64_t rowCount() override; ///< O(slices) at first
  Cell cell(uint64_t row, int column, ReadHint &hint) override;

private:
  struct WaitRow {
    uint32_t launch = 0;
    uint32_t operation = 0;
    uint32_t visit = analysis::kNoIndex; ///< none: no wait saw it complete
  };
  void analyze();
  Cell operationCell(const WaitRow &row, int column) const;
  Cell waitCell(const WaitRow &row, int column) const;

  const Trace &m_trace;
  std::vector<analysis::LaunchOverlap> m_launches;
  std::vector<WaitRow> m_rows;
  bool m_isMade = false;
};

} // namespace pstudio::query
