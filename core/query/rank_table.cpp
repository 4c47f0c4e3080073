// SPDX-License-Identifier: Apache-2.0
// The table `ranks`: starts of the same kernel in the ranks of a merged trace.
#include "core/query/column_table.h"
#include "core/statistics/rank_lateness.h"

namespace pstudio::query {
namespace {

using statistics::kRankColumns;
using statistics::RankStart;

constexpr auto kRankColumnFacts = factsOf(kRankColumns);
constexpr TableFacts kRankFacts{"ranks", "a kernel that several ranks start, in one of them",
                                kRankColumnFacts};

/// Computed at its first use.
class RankTable : public ColumnTable<RankStart> {
public:
  explicit RankTable(const TableSources &sources)
      : ColumnTable(kRankFacts, kRankColumns), m_trace(sources.trace) {}

  /// O(slices * log(slices)) at first.
  uint64_t rowCount() override {
    if (!m_rows)
      m_rows = statistics::rankStartsOf(m_trace);
    return m_rows->size();
  }

private:
  RankStart rowAt(uint64_t row, ReadHint &) override { return (*m_rows)[row]; }

  const Trace &m_trace;
  std::optional<std::vector<RankStart>> m_rows;
};

} // namespace

const TableDeclaration &rankTable() {
  static constexpr TableDeclaration kTable = declare<RankTable>(kRankFacts);
  return kTable;
}

} // namespace pstudio::query
