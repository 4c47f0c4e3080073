// SPDX-License-Identifier: Apache-2.0
// The table `accesses`: every recorded memory access of every launch.
#include "core/query/access_rows.h"

#include <algorithm>
#include <bit>

#include "core/access/access_names.h"

namespace pstudio::query {
namespace {

using memory::Access;
using memory::AccessCost;
using memory::AccessSite;
using memory::AccessSpace;
using memory::LaneShape;
using memory::LaunchAccesses;

enum AccessColumn : int {
  kAccessLaunch,
  kAccessTs,
  kAccessCta,
  kAccessWarp,
  kAccessOperation,
  kAccessName,
  kAccessLocation,
  kAccessKindName,
  kAccessSpaceName,
  kAccessAddress,
  kAccessBuffer,
  kAccessOffset,
  kAccessLanes,
  kAccessLaneBytes,
  kAccessStride,
  kAccessBytes,
  kAccessSectors,
  kAccessIdealSectors,
  kAccessWavefronts,
  kAccessIdealWavefronts,
  kAccessDegree,
};

constexpr ColumnFacts kAccessColumns[] = {
    {"launch_id", "INTEGER", "launch, launches.id"},
    {"ts", "REAL", "time [ns]"},
    {"cta", "INTEGER", "linear number of the CTA (workgroup)"},
    {"warp", "INTEGER", "number of the warp (wavefront) in its CTA"},
    {"operation", "INTEGER", "number of the memory operation of the launch"},
    {"name", "TEXT", "its name, such as load A"},
    {"location", "TEXT", "its source line, file:line:column"},
    {"kind", "TEXT", "load, store, atomic, bulk load or bulk store"},
    {"space", "TEXT", "global or shared"},
    {"address", "INTEGER", "address of the first active lane"},
    {"buffer", "TEXT", "buffer that contains the address"},
    {"buffer_offset", "INTEGER", "address in that buffer [bytes]"},
    {"lanes", "INTEGER", "active lanes"},
    {"lane_bytes", "INTEGER", "bytes of a lane"},
    {"stride", "INTEGER", "bytes between neighbouring lanes; NULL where it differs"},
    {"bytes", "INTEGER", "different bytes of all lanes"},
    {"sectors", "INTEGER", "sectors that global memory moves"},
    {"ideal_sectors", "INTEGER", "fewest sectors for as many bytes"},
    {"wavefronts", "INTEGER", "wavefronts of shared memory"},
    {"ideal_wavefronts", "INTEGER", "wavefronts without bank conflicts"},
    {"conflict_degree", "INTEGER", "most words of one bank in one wavefront; 1: no conflict"},
};
constexpr TableFacts kAccessFacts = {"accesses", "a memory access of a warp", kAccessColumns};

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

Cell bufferCell(const LaunchAccesses &accesses, AccessSpace space, uint64_t address, int column) {
  const uint32_t buffer = accesses.buffers.find(space, address);
  if (buffer == memory::BufferMap::kNone)
    return {};
  const memory::Buffer &found = accesses.buffers.buffers()[buffer];
  return column == kAccessBuffer ? Cell(std::string_view(found.name))
                                 : Cell(static_cast<int64_t>(address - found.base));
}

Cell siteCell(const AccessSite &site, int column) {
  switch (column) {
  case kAccessName:
    return textOrNull(site.name);
  case kAccessLocation:
    return textOrNull(site.location);
  case kAccessKindName:
    return nameOf(site.kind);
  case kAccessSpaceName:
    return nameOf(site.space);
  default:
    return int64_t{site.bytesPerLane};
  }
}

/// Sectors are known of global memory, wavefronts of accesses by lane to shared memory.
Cell costCell(const AccessCost &cost, const AccessSite &site, int column) {
  const bool isGlobal = site.space == AccessSpace::Global;
  const bool hasBanks = !isGlobal && isByLane(site.kind);
  switch (column) {
  case kAccessBytes:
    return static_cast<int64_t>(cost.sectors.bytes);
  case kAccessSectors:
    return isGlobal ? Cell(static_cast<int64_t>(cost.sectors.sectors)) : Cell();
  case kAccessIdealSectors:
    return isGlobal ? Cell(static_cast<int64_t>(cost.sectors.ideal)) : Cell();
  case kAccessWavefronts:
    return hasBanks ? Cell(int64_t{cost.banks.wavefronts}) : Cell();
  case kAccessIdealWavefronts:
    return hasBanks ? Cell(int64_t{cost.banks.phases}) : Cell();
  default:
    return hasBanks ? Cell(int64_t{cost.banks.degree}) : Cell();
  }
}

} // namespace

AccessRows::AccessRows(const Trace &trace) {
  uint64_t rows = 0;
  for (uint32_t i = 0; i < trace.launches().size(); ++i) {
    const LaunchAccesses *accesses = trace.launches()[i].accesses.get();
    if (!accesses || accesses->table.size() == 0)
      continue;
    m_launches.push_back({i, rows, rows + accesses->table.size(), accesses, nullptr});
    rows += accesses->table.size();
  }
}

AccessRows::~AccessRows() = default;

const TableFacts &AccessRows::tableFacts() {
  return kAccessFacts;
}

const AccessCost &AccessRows::costOf(LaunchRows &rows, const Access &access) {
  if (!rows.costs)
    rows.costs = std::make_unique<memory::CostCache>(rows.accesses->table, rows.accesses->model);
  return rows.costs->of(access);
}

Cell AccessRows::cell(uint64_t row, int column, ReadHint &hint) {
  LaunchRows &rows = *std::ranges::upper_bound(m_launches, row, {}, &LaunchRows::end);
  const LaunchAccesses &accesses = *rows.accesses;
  const uint64_t index = row - rows.begin;
  const Access access = accesses.table[index];
  const AccessSite &site = accesses.table.sites()[access.site];
  switch (column) {
  case kAccessLaunch:
    return int64_t{rows.launch};
  case kAccessTs:
    return nanoseconds(access.time.value);
  case kAccessCta:
    return int64_t{warpOf(accesses, index, hint).cta};
  case kAccessWarp:
    return int64_t{warpOf(accesses, index, hint).warp};
  case kAccessOperation:
    return int64_t{access.site};
  case kAccessAddress:
    return static_cast<int64_t>(accesses.table.firstAddress(access));
  case kAccessBuffer:
  case kAccessOffset:
    return bufferCell(accesses, site.space, accesses.table.firstAddress(access), column);
  case kAccessLanes:
    return int64_t{std::popcount(accesses.table.shapes()[access.shape].mask)};
  case kAccessStride: {
    const LaneShape &shape = accesses.table.shapes()[access.shape];
    return shape.form == LaneShape::Form::Affine ? Cell(shape.stride) : Cell();
  }
  case kAccessName:
  case kAccessLocation:
  case kAccessKindName:
  case kAccessSpaceName:
  case kAccessLaneBytes:
    return siteCell(site, column);
  default:
    return costCell(costOf(rows, access), site, column);
  }
}

bool AccessRows::isIndexed(const Condition &condition) const {
  return condition.column == kAccessLaunch;
}

ScanEstimate AccessRows::estimate(std::span<const Condition> conditions) const {
  const double all = m_launches.empty() ? 1 : static_cast<double>(m_launches.back().end);
  const double rows = hasEqual(conditions, kAccessLaunch)
                          ? all / static_cast<double>(std::max<size_t>(1, m_launches.size()))
                          : all;
  return {rows, rows};
}

RowSelection AccessRows::select(std::span<const Bound> bounds) {
  const NumberRange launches = numberRange(bounds, kAccessLaunch);
  RowSelection selection;
  for (const LaunchRows &rows : m_launches)
    if (rows.launch >= launches.least && rows.launch <= launches.most)
      selection.ranges.push_back({rows.begin, rows.end});
  return selection;
}

} // namespace pstudio::query
