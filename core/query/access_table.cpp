// SPDX-License-Identifier: Apache-2.0
// The table `accesses`: every recorded memory access of every launch.
#include <algorithm>
#include <bit>

#include "core/access/access_names.h"
#include "core/access/launch_accesses.h"
#include "core/analysis/memory/cost_cache.h"
#include "core/query/column_table.h"

namespace pstudio::query {
namespace {

using memory::Access;
using memory::AccessCost;
using memory::AccessSite;
using memory::AccessSpace;
using memory::LaneShape;
using memory::LaunchAccesses;

struct LaunchRows {
  uint32_t launch = 0;
  uint64_t begin = 0, end = 0; ///< rows of this table
  const LaunchAccesses *accesses = nullptr;
  std::unique_ptr<memory::CostCache> costs; ///< made by the first cell that needs it
};

const memory::WarpRun &warpOf(const LaunchAccesses &accesses, uint64_t index, ReadHint &hint) {
  const std::span<const memory::WarpRun> warps = accesses.table.warps();
  const auto holds = [&](size_t at) {
    return at < warps.size() && index >= warps[at].begin && index < warps[at].end;
  };
  if (!holds(hint.part))
    hint.part = static_cast<size_t>(
        std::ranges::upper_bound(warps, index, {}, &memory::WarpRun::begin) - warps.begin() - 1);
  return warps[hint.part];
}

struct AccessRow {
  LaunchRows &rows;
  uint64_t index; ///< in the table of the launch
  ReadHint &hint;

  const LaunchAccesses &accesses() const { return *rows.accesses; }
  Access access() const { return accesses().table[index]; }
  const AccessSite &site() const { return accesses().table.sites()[access().site]; }
  const LaneShape &shape() const { return accesses().table.shapes()[access().shape]; }
  const memory::WarpRun &warp() const { return warpOf(accesses(), index, hint); }
  uint64_t address() const { return accesses().table.firstAddress(access()); }
  const memory::Buffer *buffer() const {
    const uint32_t found = accesses().buffers.find(site().space, address());
    return found == memory::BufferMap::kNone ? nullptr : &accesses().buffers.buffers()[found];
  }
  const AccessCost &cost() const {
    if (!rows.costs)
      rows.costs = std::make_unique<memory::CostCache>(rows.accesses->table, rows.accesses->model);
    return rows.costs->of(access());
  }
  /// A figure of the sectors, which are known of global memory.
  template <class Figure> std::optional<Figure> sectors(Figure memory::SectorCost::*figure) const {
    return site().space == AccessSpace::Global ? std::optional(cost().sectors.*figure)
                                               : std::nullopt;
  }
  /// A figure of the banks, which are known of accesses by lane to shared memory.
  template <class Figure> std::optional<Figure> banks(Figure memory::BankCost::*figure) const {
    return site().space != AccessSpace::Global && isByLane(site().kind)
               ? std::optional(cost().banks.*figure)
               : std::nullopt;
  }
};

constexpr Column<AccessRow> kAccessColumns[] = {
    {"launch_id", "launch, launches.id", [](const AccessRow &row) { return row.rows.launch; }},
    {"ts", "time [ns]", [](const AccessRow &row) { return row.access().time; }},
    {"cta", "linear number of the CTA (workgroup)",
     [](const AccessRow &row) { return row.warp().cta; }},
    {"warp", "number of the warp (wavefront) in its CTA",
     [](const AccessRow &row) { return row.warp().warp; }},
    {"operation", "number of the memory operation of the launch",
     [](const AccessRow &row) { return row.access().site; }},
    {"name", "its name, such as load A",
     [](const AccessRow &row) { return textOrNull(row.site().name); }},
    {"location", "its source line, file:line:column",
     [](const AccessRow &row) { return textOrNull(row.site().location); }},
    {"kind", "load, store, atomic, bulk load or bulk store",
     [](const AccessRow &row) { return nameOf(row.site().kind); }},
    {"space", "global or shared", [](const AccessRow &row) { return nameOf(row.site().space); }},
    {"address", "address of the first active lane",
     [](const AccessRow &row) { return row.address(); }},
    {"buffer", "buffer that contains the address",
     [](const AccessRow &row) {
       const memory::Buffer *buffer = row.buffer();
       return buffer ? std::optional(std::string_view(buffer->name)) : std::nullopt;
     }},
    {"buffer_offset", "address in that buffer [bytes]",
     [](const AccessRow &row) {
       const memory::Buffer *buffer = row.buffer();
       return buffer ? std::optional(row.address() - buffer->base) : std::nullopt;
     }},
    {"lanes", "active lanes", [](const AccessRow &row) { return std::popcount(row.shape().mask); }},
    {"lane_bytes", "bytes of a lane", [](const AccessRow &row) { return row.site().bytesPerLane; }},
    {"stride", "bytes between neighbouring lanes; NULL where it differs",
     [](const AccessRow &row) {
       const LaneShape &shape = row.shape();
       return shape.form == LaneShape::Form::Affine ? std::optional(int64_t{shape.stride})
                                                    : std::nullopt;
     }},
    {"bytes", "different bytes of all lanes",
     [](const AccessRow &row) { return row.cost().sectors.bytes; }},
    {"sectors", "sectors that global memory moves",
     [](const AccessRow &row) { return row.sectors(&memory::SectorCost::sectors); }},
    {"ideal_sectors", "fewest sectors for as many bytes",
     [](const AccessRow &row) { return row.sectors(&memory::SectorCost::ideal); }},
    {"wavefronts", "wavefronts of shared memory",
     [](const AccessRow &row) { return row.banks(&memory::BankCost::wavefronts); }},
    {"ideal_wavefronts", "wavefronts without bank conflicts",
     [](const AccessRow &row) { return row.banks(&memory::BankCost::phases); }},
    {"conflict_degree", "most words of one bank in one wavefront; 1: no conflict",
     [](const AccessRow &row) { return row.banks(&memory::BankCost::degree); }},
};
constexpr auto kAccessColumnFacts = factsOf(kAccessColumns);
constexpr TableFacts kAccessFacts{"accesses", "a memory access of a warp", kAccessColumnFacts};
constexpr int kAccessLaunch = columnIndex(kAccessColumns, "launch_id");

/// Indexed by launch.
class AccessTableOfSql : public ColumnTable<AccessRow> {
public:
  explicit AccessTableOfSql(const TableSources &sources)
      : ColumnTable(kAccessFacts, kAccessColumns) {
    uint64_t rows = 0;
    for (uint32_t i = 0; i < sources.trace.launches().size(); ++i) {
      const LaunchAccesses *accesses = sources.trace.launches()[i].accesses.get();
      if (!accesses || accesses->table.size() == 0)
        continue;
      m_launches.push_back({i, rows, rows + accesses->table.size(), accesses, nullptr});
      rows += accesses->table.size();
    }
  }

  uint64_t rowCount() override { return m_launches.empty() ? 0 : m_launches.back().end; }
  bool isIndexed(const Condition &condition) const override {
    return condition.column == kAccessLaunch;
  }

  ScanEstimate estimate(std::span<const Condition> conditions) const override {
    const double all = m_launches.empty() ? 1 : static_cast<double>(m_launches.back().end);
    const double rows = hasEqual(conditions, kAccessLaunch)
                            ? all / static_cast<double>(std::max<size_t>(1, m_launches.size()))
                            : all;
    return {rows, rows};
  }

  RowSelection select(std::span<const Bound> bounds) override {
    const NumberRange launches = numberRange(bounds, kAccessLaunch);
    RowSelection selection;
    for (const LaunchRows &rows : m_launches)
      if (rows.launch >= launches.least && rows.launch <= launches.most)
        selection.ranges.push_back({rows.begin, rows.end});
    return selection;
  }

private:
  AccessRow rowAt(uint64_t row, ReadHint &hint) override {
    LaunchRows &rows = *std::ranges::upper_bound(m_launches, row, {}, &LaunchRows::end);
    return {rows, row - rows.begin, hint};
  }

  std::vector<LaunchRows> m_launches; ///< with accesses, in the order of the trace
};

} // namespace

const TableDeclaration &accessTable() {
  static constexpr TableDeclaration kTable = declare<AccessTableOfSql>(kAccessFacts);
  return kTable;
}

} // namespace pstudio::query
