// SPDX-License-Identifier: Apache-2.0
// All recorded accesses of a launch, as columns.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/access/access.h"
#include "core/access/access_columns.h"
#include "core/access/access_site.h"
#include "core/base/result.h"
#include "core/base/units.h"

namespace pstudio::memory {

/// Accesses of one warp: neighbours in the table.
struct WarpRun {
  uint32_t cta = 0;            ///< linear id
  uint32_t warp = 0;           ///< index in the CTA
  uint64_t begin = 0, end = 0; ///< accesses [begin, end)
};

/// The share of the executed accesses that is in the table.
struct RecordedShare {
  uint64_t dropped = 0;   ///< accesses that were recorded and dropped
  uint64_t noLanes = 0;   ///< accesses without an active lane
  uint64_t joined = 0;    ///< accesses without a record, implied by an earlier one, with its time
  double sampledPart = 1; ///< part of all accesses that sampling selects, in (0, 1]
};

/// The accesses of a launch, warp by warp, CTA by CTA. An affine access takes 22 bytes, others
/// 4 more per lane, or 8 more per lane if their addresses are more than 4 GiB apart. [not
/// thread-safe while it is filled; concurrent reads are allowed]
class AccessTable {
public:
  /// Limit of the number of sites.
  static constexpr size_t kMaxSites = 0x10000;

  /// Returns the index. InvalidInput for a width of 0 and beyond kMaxSites.
  Result<uint16_t> addSite(AccessSite site);
  /// Begins a warp: accesses that are added next belong to it. InvalidInput if the warps of a CTA
  /// are not contiguous, or if the warp was begun before.
  Result<void> beginWarp(uint32_t cta, uint32_t warp);
  /// Lane l of `mask` at base + (l - first lane) * stride, modulo 2^64. Requires a valid `site`
  /// and beginWarp().
  void addAffine(uint16_t site, Picoseconds time, LaneMask mask, uint64_t base, int64_t stride);
  /// The addresses of the lanes of `mask`, by rising lane. Stored as affine if
  /// they are. O(lanes).
  void addLanes(uint16_t site, Picoseconds time, LaneMask mask,
                std::span<const uint64_t> addresses);
  /// Adds accesses that were collected separately and have valid sites of this table. `runs`
  /// contains their warps, in this order, as ranges of `part`; a run of the last warp of the table
  /// continues that warp. A run that beginWarp() rejects is left out. Returns the number of
  /// accesses that were left out. O(part).
  uint64_t append(const AccessColumns &part, std::span<const WarpRun> runs);
  void setShare(const RecordedShare &share);
  /// Allocates memory for this many affine accesses.
  void reserve(uint64_t accesses) { m_columns.reserve(accesses); }
  /// Adds `shift` to every time, modulo 2^64. O(accesses).
  void shiftTimes(Picoseconds shift) { m_columns.shiftTimes(shift); }

  uint64_t size() const { return m_columns.size(); }
  Access operator[](uint64_t index) const { return m_columns[index]; }
  LaneAddresses lanesOf(const Access &access) const { return m_columns.lanesOf(access); }
  /// Address of the first active lane.
  uint64_t firstAddress(const Access &access) const { return m_columns.firstAddress(access); }

  std::span<const AccessSite> sites() const { return m_sites; }
  std::span<const WarpRun> warps() const { return m_warps; }
  std::span<const LaneShape> shapes() const { return m_columns.shapes(); }
  const RecordedShare &share() const { return m_share; }
  /// The part of all executed accesses that the table contains: [0, 1].
  double recordedPart() const;
  /// Memory of the table [bytes].
  uint64_t memoryBytes() const;

private:
  std::vector<AccessSite> m_sites;
  std::vector<WarpRun> m_warps;
  std::unordered_set<uint32_t> m_seenCtas;
  std::unordered_set<uint32_t> m_seenWarps; // of the current CTA
  RecordedShare m_share;
  AccessColumns m_columns;
};

} // namespace pstudio::memory
