// SPDX-License-Identifier: Apache-2.0
// Converts recorded bulk and tensor copies to accesses: the reads and the writes of each copy.
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

/// Data about a launch's copies that their records do not contain.
struct CopyPlaces {
  std::span<const memory::TensorMap> tensorMaps; ///< maps that are not usable are left out
  uint64_t sharedBase = 0; ///< start of a CTA's shared memory in records [bytes]
};

/// Makes two accesses of each copy: one in global memory, one of shared memory. Of a tile the
/// first has a lane for each row, and is split into several accesses if there are more rows than
/// kMaxLanes. A copy whose length differs from that of its operation, because the end of a tensor
/// cuts it off, has a site of its own. [not thread-safe]
class BulkWriter {
public:
  /// `operations`, `table` and the tensor maps must outlive this.
  BulkWriter(const OperationTable &operations, const CopyPlaces &places,
             memory::AccessTable &table);

  /// Adds the sites of operation `id`, which is a bulk access, if its length is known. Sites are in
  /// the order of these calls.
  void addSites(uint32_t id);
  /// Adds a copy of operation `id`, which is a bulk access, with the words that
  /// core/record/FORMAT.md defines. The lanes of `mask` issue it. Requires
  /// AccessTable::beginWarp(). O(rows).
  void add(uint32_t id, std::span<const LaneAddress> told, memory::LaneMask mask, Picoseconds time);

  /// Copies that are not in the table. addNotes() reports the reasons.
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
  uint64_t m_mapless = 0;    ///< copies whose tensor map is unknown or not usable
  uint64_t m_odd = 0;        ///< copies with a wrong number of words, or without a site
  uint64_t m_otherLanes = 0; ///< copies of lanes other than the recorded one
};

} // namespace pstudio::record
