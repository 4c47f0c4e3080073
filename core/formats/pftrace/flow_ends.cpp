// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/flow_ends.h"

#include <numeric>

namespace pstudio {

FlowEnds::FlowEnds(const Trace &trace)
    : m_slices(makeTable(trace, EventRef::Kind::Slice, trace.sliceCount())),
      m_instants(makeTable(trace, EventRef::Kind::Instant, trace.instants().size())) {}

FlowEnds::Table FlowEnds::makeTable(const Trace &trace, EventRef::Kind kind, size_t eventCount) {
  Table table;
  const auto forEachEnd = [&](auto &&visit) {
    uint32_t flow = 0;
    for (const Flow &f : trace.flows()) {
      if (f.from.kind == kind)
        visit(f.from.index, End{flow, true});
      if (f.to.kind == kind)
        visit(f.to.index, End{flow, false});
      ++flow;
    }
  };
  size_t count = 0;
  forEachEnd([&](uint32_t, End) { ++count; });
  if (count == 0)
    return table;
  table.offsets.assign(eventCount + 1, 0);
  forEachEnd([&](uint32_t index, End) { ++table.offsets[index + 1]; });
  std::partial_sum(table.offsets.begin(), table.offsets.end(), table.offsets.begin());
  std::vector<uint32_t> next(table.offsets.begin(), table.offsets.end() - 1);
  table.ends.resize(count);
  forEachEnd([&](uint32_t index, End end) { table.ends[next[index]++] = end; });
  return table;
}

std::span<const FlowEnds::End> FlowEnds::at(EventRef::Kind kind, uint32_t index) const {
  const Table &table = kind == EventRef::Kind::Slice ? m_slices : m_instants;
  if (table.offsets.empty())
    return {};
  return std::span(table.ends)
      .subspan(table.offsets[index], table.offsets[index + 1] - table.offsets[index]);
}

} // namespace pstudio
