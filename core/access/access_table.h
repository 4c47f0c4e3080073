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

/// How much of what happened is in the table.
struct RecordedShare {
  uint64_t dropped = 0; ///< accesses that were recorded and lost
  uint64_t noLanes = 0; ///< accesses without an active lane: they touch nothing
  uint64_t joined = 0; ///< accesses that have the time of an earlier one, whose record implies them
  double sampledPart = 1; ///< of all accesses, those that were to be recorded, in (0, 1]
};

/// The accesses of a launch, warp by warp, CTA by CTA. Columns: 22 bytes an affine access, 4 per
/// lane more for others, 8 if they lie more than 4 GiB apart. [not thread-safe while it is filled;
/// reading from several threads is fine]
class AccessTable {
public:
  /// At most this many sites and, beyond it, no further ones.
  static constexpr size_t kMaxSites = 0x10000;

  /// InvalidInput for a width of 0 and beyond kMaxSites. Returns the index.
  Result<uint16_t> addSite(AccessSite site);
  /// What is added from now on is this warp's. All of a CTA come one after the other, and no warp
  /// comes twice: InvalidInput.
  Result<void> beginWarp(uint32_t cta, uint32_t warp);
  /// Lane l of `mask` at base + (l - first lane) * stride, modulo 2^64. `site` is known, a warp was
  /// begun.
  void addAffine(uint16_t site, Picoseconds time, LaneMask mask, uint64_t base, int64_t stride);
  /// The addresses of the lanes of `mask`, by rising lane; as many as it has. Stored as affine if
  /// they are. O(lanes).
  void addLanes(uint16_t site, Picoseconds time, LaneMask mask,
                std::span<const uint64_t> addresses);
  /// Adds accesses that were collected apart, whose sites are those of this table, all known.
  /// `runs` says whose they are, in this order, as places in `part`; one of the warp that was last
  /// in the table goes on with it. A run that beginWarp() would reject is left out: returns how
  /// many accesses were. O(part).
  uint64_t append(const AccessColumns &part, std::span<const WarpRun> runs);
  void setShare(const RecordedShare &share);
  /// Memory for this many affine accesses at once.
  void reserve(uint64_t accesses) { m_columns.reserve(accesses); }
  /// Every time later by `shift`, modulo 2^64. O(accesses).
  void shiftTimes(Picoseconds shift) { m_columns.shiftTimes(shift); }

  uint64_t size() const { return m_columns.size(); }
  Access operator[](uint64_t index) const { return m_columns[index]; }
  LaneAddresses lanesOf(const Access &access) const { return m_columns.lanesOf(access); }
  /// Of the first active lane.
  uint64_t firstAddress(const Access &access) const { return m_columns.firstAddress(access); }

  std::span<const AccessSite> sites() const { return m_sites; }
  std::span<const WarpRun> warps() const { return m_warps; }
  std::span<const LaneShape> shapes() const { return m_columns.shapes(); }
  const RecordedShare &share() const { return m_share; }
  /// Of all accesses that happened, the part that the table holds: [0, 1].
  double recordedPart() const;
  /// What the columns take [bytes].
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
