// SPDX-License-Identifier: Apache-2.0
// From recorded bulk and tensor copies to accesses: what they read and what they write.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "core/access/access_table.h"
#include "core/access/tensor_map.h"
#include "core/record/operation_table.h"
#include "core/record/record.h"
#include "core/trace/trace_builder.h"

namespace pstudio::record {

/// Where a launch's copies go, as far as their records do not say it.
struct CopyPlaces {
  std::span<const memory::TensorMap> tensorMaps; ///< those that are not usable are left out
  uint64_t sharedBase = 0; ///< at which a CTA's shared memory starts, in records [bytes]
};

/// Makes two accesses of each copy: one in global memory, one of shared memory. Of a tile the first
/// has a lane for each row, and goes on in further accesses where they are more than kMaxLanes. A
/// copy with other lengths than its operation's, one that the end of a tensor cuts off, has a site
/// of its own. [not thread-safe]
class BulkWriter {
public:
  /// What is passed outlives this.
  BulkWriter(const OperationTable &operations, const CopyPlaces &places,
             memory::AccessTable &table);

  /// Adds the sites of operation `id`, which is a bulk access, if its length is known: in the order
  /// of these calls.
  void addSites(uint32_t id);
  /// A copy by operation `id`, likewise, as core/record/FORMAT.md has it; by the lanes of
  /// `mask`. A warp was begun. O(rows).
  void add(uint32_t id, std::span<const LaneAddress> told, memory::LaneMask mask, Picoseconds time);

  /// Copies that are not in the table, for reasons that addNotes() tells.
  uint64_t missing() const { return m_mapless + m_odd + m_otherLanes; }
  void addNotes(TraceBuilder &trace) const;

private:
  enum class Side : uint8_t { Global, Shared };
  using SiteKey = std::pair<std::pair<uint32_t, Side>, uint32_t>; ///< operation, side, bytes

  void addTile(uint32_t id, const memory::TensorMap &map, std::span<const LaneAddress> told,
               Picoseconds time);
  void addPiece(uint32_t id, std::span<const LaneAddress> told, Picoseconds time);
  void addAt(uint32_t id, Side side, uint32_t bytes, std::span<const uint64_t> addresses,
             Picoseconds time);
  /// Null beyond AccessTable::kMaxSites.
  const uint16_t *site(uint32_t id, Side side, uint32_t bytes);
  uint64_t inShared(const LaneAddress &told) const;
  const memory::TensorMap *mapOf(const AccessFacts &facts) const;

  const OperationTable &m_operations;
  const uint64_t m_sharedBase;
  memory::AccessTable &m_table;
  std::map<uint32_t, const memory::TensorMap *> m_maps; ///< by argument
  std::map<SiteKey, uint16_t> m_sites;
  uint64_t m_mapless = 0;    ///< whose tensor map is not known
  uint64_t m_odd = 0;        ///< that say too little or too much
  uint64_t m_otherLanes = 0; ///< by lanes that did not tell theirs
};

} // namespace pstudio::record
