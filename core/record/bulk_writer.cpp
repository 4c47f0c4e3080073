// SPDX-License-Identifier: Apache-2.0
#include "core/record/bulk_writer.h"

#include <algorithm>
#include <array>
#include <bit>

namespace pstudio::record {

using memory::AccessKind;
using memory::AccessSpace;
using memory::LaneMask;
using memory::TensorMap;

namespace {

/// Bits of an address within the shared memory of a CTA. If the CTAs of a cluster share one window,
/// the bits above are the number of the CTA.
constexpr uint64_t kSharedWindowMask = 0xffffff;

/// The kind of a copy's access in shared memory, from the kind of its access in global memory.
AccessKind otherSide(AccessKind kind) {
  return kind == AccessKind::BulkLoad ? AccessKind::BulkStore : AccessKind::BulkLoad;
}

} // namespace

BulkWriter::BulkWriter(const OperationTable &operations, const CopyPlaces &places,
                       memory::AccessTable &table)
    : m_operations(operations), m_sharedBase(places.sharedBase), m_table(table) {
  for (const TensorMap &map : places.tensorMaps)
    if (memory::isUsable(map) && !map.isInterleaved)
      m_maps.emplace(map.argument, &map);
}

void BulkWriter::addSites(uint32_t id) {
  const AccessFacts &facts = *m_operations.operations[id].access;
  if (const TensorMap *map = mapOf(facts)) {
    site(id, Side::Global, rowBytes(*map));
    site(id, Side::Shared, tileBytes(*map));
  } else if (!facts.tensorMap && facts.bytesPerLane > 1) {
    site(id, Side::Global, facts.bytesPerLane);
    site(id, Side::Shared, facts.bytesPerLane);
  }
}

const TensorMap *BulkWriter::mapOf(const AccessFacts &facts) const {
  const auto found = facts.tensorMap ? m_maps.find(*facts.tensorMap) : m_maps.end();
  return found == m_maps.end() ? nullptr : found->second;
}

void BulkWriter::add(uint32_t id, std::span<const LaneAddress> told, LaneMask mask,
                     Picoseconds time) {
  const AccessFacts &facts = *m_operations.operations[id].access;
  if (told.empty() || mask == 0 || (mask >> told[0].lane & 1) == 0) {
    ++m_odd;
    return;
  }
  m_otherLanes += static_cast<uint64_t>(std::popcount(mask)) - 1;
  if (!facts.tensorMap)
    addPiece(id, told, time);
  else if (const TensorMap *map = mapOf(facts))
    addTile(id, *map, told, time);
  else
    ++m_mapless;
}

void BulkWriter::addTile(uint32_t id, const TensorMap &map, std::span<const LaneAddress> told,
                         Picoseconds time) {
  if (told.size() != 1 + map.extents.size()) {
    ++m_odd;
    return;
  }
  std::array<int32_t, 5> coordinates{};
  std::ranges::transform(told.subspan(1), coordinates.begin(), [](const LaneAddress &word) {
    return static_cast<int32_t>(static_cast<uint32_t>(word.address));
  });
  const memory::TileRows rows = tileRows(map, std::span(coordinates).first(map.extents.size()));
  addAt(id, Side::Global, rows.bytes, rows.addresses, time);
  const uint64_t tile = inShared(told[0]);
  addAt(id, Side::Shared, tileBytes(map), {&tile, 1}, time);
}

void BulkWriter::addPiece(uint32_t id, std::span<const LaneAddress> told, Picoseconds time) {
  if (told.size() != 2 && told.size() != 3) {
    ++m_odd;
    return;
  }
  const uint32_t bytes = told.size() == 3 ? static_cast<uint32_t>(told[2].address)
                                          : m_operations.operations[id].access->bytesPerLane;
  const uint64_t shared = inShared(told[0]), global = told[1].address;
  if (bytes == 0) // copies nothing
    return;
  addAt(id, Side::Global, bytes, {&global, 1}, time);
  addAt(id, Side::Shared, bytes, {&shared, 1}, time);
}

void BulkWriter::addAt(uint32_t id, Side side, uint32_t bytes, std::span<const uint64_t> addresses,
                       Picoseconds time) {
  if (addresses.empty())
    return;
  const uint16_t *of = site(id, side, bytes);
  if (of == nullptr) {
    ++m_odd;
    return;
  }
  for (size_t first = 0; first < addresses.size(); first += memory::kMaxLanes) {
    const size_t count = std::min<size_t>(addresses.size() - first, memory::kMaxLanes);
    m_table.addLanes(*of, time, ~LaneMask{0} >> (memory::kMaxLanes - count),
                     addresses.subspan(first, count));
  }
}

const uint16_t *BulkWriter::site(uint32_t id, Side side, uint32_t bytes) {
  const SiteKey key{{id, side}, bytes};
  if (const auto found = m_sites.find(key); found != m_sites.end())
    return &found->second;
  const Operation &operation = m_operations.operations[id];
  const bool isShared = side == Side::Shared;
  const bool isLoad = operation.access->kind == AccessKind::BulkLoad;
  const std::string where = !isShared ? "" : isLoad ? " to shared" : " from shared";
  const auto added =
      m_table.addSite({isShared ? otherSide(operation.access->kind) : operation.access->kind,
                       isShared ? AccessSpace::Shared : AccessSpace::Global, bytes,
                       operation.name + where, operation.location});
  return added ? &m_sites.emplace(key, *added).first->second : nullptr;
}

uint64_t BulkWriter::inShared(const LaneAddress &told) const {
  return (told.address & kSharedWindowMask) - m_sharedBase;
}

void BulkWriter::addNotes(TraceBuilder &trace) const {
  trace.addNote(NoteCode::RecordCopyWithoutMap, m_mapless);
  trace.addNote(NoteCode::RecordCopyOdd, m_odd);
  trace.addNote(NoteCode::RecordCopyOtherLanes, m_otherLanes);
}

} // namespace pstudio::record
