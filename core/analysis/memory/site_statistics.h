// SPDX-License-Identifier: Apache-2.0
// Memory efficiency of each memory operation of the source.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/access/access_table.h"
#include "core/access/buffer_map.h"
#include "core/access/memory_model.h"
#include "core/analysis/memory/access_pattern.h"
#include "core/analysis/memory/cost_cache.h"

namespace pstudio::memory {

/// 0 if `whole` is 0.
constexpr double ratio(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// The sums over the recorded accesses of one site.
struct SiteStatistics {
  uint64_t accesses = 0; ///< of warps
  uint64_t lanes = 0;    ///< active lanes
  uint64_t bytes = 0;    ///< distinct within each access
  uint64_t sectors = 0;  ///< this and the next three: of global memory, as SectorCost
  uint64_t ideal = 0;
  uint64_t lines = 0;
  uint64_t misaligned = 0; ///< accesses
  uint64_t wavefronts = 0; ///< this and the next two: of shared memory, as BankCost
  uint64_t phases = 0;
  uint32_t worstDegree = 0;
  std::array<uint64_t, 65> degrees{}; ///< accesses by degree; degrees above 64 count as 64
  std::array<uint64_t, kPatternClasses> patterns{}; ///< accesses by PatternClass
  /// Excess cost by PatternClass: sectors beyond the ideal, or wavefronts beyond the phases.
  std::array<uint64_t, kPatternClasses> waste{};
  /// Strided and Tiled accesses by their full pattern; only the first kMaxShapes patterns.
  std::map<AccessPattern, uint64_t> shapes;
  /// Accesses by the buffer of their first active lane.
  std::map<uint32_t, uint64_t> buffers;
  uint64_t outside = 0;        ///< accesses whose first active lane is in no buffer
  uint64_t outsideExample = 0; ///< one such address, if there are any
  static constexpr size_t kMaxShapes = 64;

  void add(const AccessCost &cost, AccessSpace space);
  SiteStatistics &operator+=(const SiteStatistics &other);

  /// ideal / sectors; 1 without sectors.
  double efficiency() const;
  /// Sectors beyond the ideal, in bytes.
  uint64_t excessBytes(const MemoryModel &model) const;
  /// wavefronts / phases: 1 is without conflicts; 1 without phases.
  double wavefrontsPerPhase() const;
  /// The class with the most accesses, its most frequent stride or tile, and the part of all
  /// accesses that have it. Single is returned only if no other class occurs.
  struct Dominant {
    AccessPattern pattern;
    double part = 0; ///< [0, 1]
  };
  Dominant dominant() const;
  /// The same for the class with the largest excess cost; dominant() if there is none.
  Dominant worst() const;

private:
  void addShape(const AccessPattern &pattern, uint64_t count);
  Dominant describe(PatternClass kind) const;
};

/// "misaligned" if all accesses of the site are, "25 % misaligned", or empty if none is.
std::string misalignedText(const SiteStatistics &site);

/// The description of a site's access pattern in all views and files: patternText(), and
/// misalignedText() if it is not empty: "coalesced", "coalesced, misaligned", "coalesced, 25 %
/// misaligned".
std::string patternWords(const SiteStatistics &site, const AccessPattern &pattern);

/// The statistics by index of the site. O(accesses), on `threads` threads (0: all).
std::vector<SiteStatistics> siteStatistics(const AccessTable &table, const BufferMap &buffers,
                                           const MemoryModel &model, unsigned threads = 0);

} // namespace pstudio::memory
