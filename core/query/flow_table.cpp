// SPDX-License-Identifier: Apache-2.0
// The table `flows`: arrows between events.
#include "core/query/column_table.h"

namespace pstudio::query {
namespace {

std::optional<uint32_t> endAt(const EventRef &end, EventRef::Kind kind) {
  return end.kind == kind ? std::optional(uint32_t{end.index}) : std::nullopt;
}

constexpr Column<const Flow *> kFlowColumns[] = {
    {"id", "number of the arrow; arrows that belong together share it",
     [](const Flow *const &flow) { return flow->id; }},
    {"from_slice_id", "slice that it starts at, slices.id",
     [](const Flow *const &flow) { return endAt(flow->from, EventRef::Kind::Slice); }},
    {"from_instant_id", "instant that it starts at, instants.id",
     [](const Flow *const &flow) { return endAt(flow->from, EventRef::Kind::Instant); }},
    {"to_slice_id", "slice that it ends at, slices.id",
     [](const Flow *const &flow) { return endAt(flow->to, EventRef::Kind::Slice); }},
    {"to_instant_id", "instant that it ends at, instants.id",
     [](const Flow *const &flow) { return endAt(flow->to, EventRef::Kind::Instant); }},
};
constexpr auto kFlowColumnFacts = factsOf(kFlowColumns);
constexpr TableFacts kFlowFacts{"flows", "an arrow between two events", kFlowColumnFacts};

class FlowTable : public ColumnTable<const Flow *> {
public:
  explicit FlowTable(const TableSources &sources)
      : ColumnTable(kFlowFacts, kFlowColumns), m_trace(sources.trace) {}

  uint64_t rowCount() override { return m_trace.flows().size(); }

private:
  const Flow *rowAt(uint64_t row, ReadHint &) override { return &m_trace.flows()[row]; }

  const Trace &m_trace;
};

} // namespace

const TableDeclaration &flowTable() {
  static constexpr TableDeclaration kTable = declare<FlowTable>(kFlowFacts);
  return kTable;
}

} // namespace pstudio::query
