// SPDX-License-Identifier: Apache-2.0
// The table `launches`: the launches of instrumented kernels.
#include <array>

#include "core/access/launch_accesses.h"
#include "core/query/column_table.h"
#include "core/trace/record_counts.h"
#include "core/trace/slices_range.h"
#include "core/trace/trace_text.h"

namespace pstudio::query {
namespace {

struct LaunchRow {
  const Trace &trace;
  uint64_t id;
  const Launch &launch;
  std::optional<TimeRange> time; ///< of its slices

  template <class Value> std::optional<Value> timeOf(Value (*part)(const TimeRange &)) const {
    return time ? std::optional(part(*time)) : std::nullopt;
  }
  std::optional<uint64_t> records(uint64_t RecordCounts::*count) const {
    const auto counts = recordCounts(launch);
    return counts ? std::optional((*counts).*count) : std::nullopt;
  }
};

/// An extent of a grid or a block; 0 is unknown.
std::optional<uint32_t> extent(const std::array<uint32_t, 3> &extents, size_t axis) {
  return extents[axis] == 0 ? std::nullopt : std::optional(extents[axis]);
}

constexpr Column<LaunchRow> kLaunchColumns[] = {
    {"id", "number of the launch", [](const LaunchRow &row) { return row.id; }},
    {"kernel", "name of the kernel",
     [](const LaunchRow &row) { return row.trace.string(row.launch.kernel); }},
    {"target", "device",
     [](const LaunchRow &row) { return textOrNull(row.trace.string(row.launch.target)); }},
    {"ts", "begin of its first slice [ns]",
     [](const LaunchRow &row) {
       return row.timeOf<Picoseconds>([](const TimeRange &time) { return time.begin; });
     }},
    {"dur", "to the end of its last slice [ns]",
     [](const LaunchRow &row) {
       return row.timeOf<Picoseconds>([](const TimeRange &time) { return time.length(); });
     }},
    {"grid_x", "CTAs in x", [](const LaunchRow &row) { return extent(row.launch.grid, 0); }},
    {"grid_y", "CTAs in y", [](const LaunchRow &row) { return extent(row.launch.grid, 1); }},
    {"grid_z", "CTAs in z", [](const LaunchRow &row) { return extent(row.launch.grid, 2); }},
    {"block_x", "threads of a CTA in x",
     [](const LaunchRow &row) { return extent(row.launch.block, 0); }},
    {"block_y", "threads of a CTA in y",
     [](const LaunchRow &row) { return extent(row.launch.block, 1); }},
    {"block_z", "threads of a CTA in z",
     [](const LaunchRow &row) { return extent(row.launch.block, 2); }},
    {"dynamic_shared_bytes", "dynamic shared memory of a CTA [bytes]",
     [](const LaunchRow &row) { return row.launch.dynamicSharedBytes; }},
    {"time_base", "measured, model or assumed",
     [](const LaunchRow &row) { return timeBaseName(row.launch.timeBase); }},
    {"records_written", "records of the kernel, kept or not",
     [](const LaunchRow &row) { return row.records(&RecordCounts::written); }},
    {"records_dropped", "records that were not kept",
     [](const LaunchRow &row) { return row.records(&RecordCounts::dropped); }},
    {"records_unmatched", "records without their begin or end",
     [](const LaunchRow &row) { return row.records(&RecordCounts::unmatched); }},
    {"record_cycles", "cost of a record [cycles]",
     [](const LaunchRow &row) {
       const auto &cost = row.launch.recordingCost;
       return cost ? std::optional(double{cost->record}) : std::nullopt;
     }},
    {"is_cost_subtracted", "1: times without the cost of recording",
     [](const LaunchRow &row) { return row.launch.isCostSubtracted; }},
    {"access_count", "recorded memory accesses; NULL where none were to be recorded",
     [](const LaunchRow &row) {
       const auto &accesses = row.launch.accesses;
       return accesses ? std::optional(uint64_t{accesses->table.size()}) : std::nullopt;
     }},
    {"arg_set_id", "its arguments, args.arg_set_id",
     [](const LaunchRow &row) { return row.launch.args; }},
};
constexpr auto kLaunchColumnFacts = factsOf(kLaunchColumns);
constexpr TableFacts kLaunchFacts{"launches", "a launch of an instrumented kernel",
                                  kLaunchColumnFacts};

std::vector<std::optional<TimeRange>> launchTimes(const Trace &trace) {
  std::vector<std::optional<TimeRange>> times(trace.launches().size());
  for (const Row &row : trace.rows()) {
    const LaunchId launch = trace.track(row.track).launch;
    if (const auto own = slicesRange(trace, row); own && launch.isValid()) {
      std::optional<TimeRange> &time = times[launch.value];
      time = time ? hullOf(*time, *own) : *own;
    }
  }
  return times;
}

class LaunchTable : public ColumnTable<LaunchRow> {
public:
  explicit LaunchTable(const TableSources &sources)
      : ColumnTable(kLaunchFacts, kLaunchColumns), m_trace(sources.trace) {}

  uint64_t rowCount() override { return m_trace.launches().size(); }

private:
  LaunchRow rowAt(uint64_t row, ReadHint &) override {
    if (m_times.empty())
      m_times = launchTimes(m_trace);
    return {m_trace, row, m_trace.launches()[row], m_times[row]};
  }

  const Trace &m_trace;
  std::vector<std::optional<TimeRange>> m_times; ///< made by the first cell
};

} // namespace

const TableDeclaration &launchTable() {
  static constexpr TableDeclaration kTable = declare<LaunchTable>(kLaunchFacts);
  return kTable;
}

} // namespace pstudio::query
