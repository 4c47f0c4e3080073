// SPDX-License-Identifier: Apache-2.0
// Who touched a cell of a heat map: operations, warps, CTAs, first and last.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/analysis/memory/address_map.h"

namespace pstudio::memory {

/// One access, and the warp that made it.
struct Toucher {
  uint64_t access = 0; ///< into the table
  uint32_t run = 0;    ///< into AccessTable::warps()
  uint16_t site = 0;
  Picoseconds time;
};

/// Of the accesses that touch a part of memory.
struct Touchers {
  struct Site {
    uint16_t site = 0;
    uint64_t accesses = 0;
  };
  uint64_t accesses = 0;
  uint64_t warps = 0, ctas = 0;       ///< different ones
  std::vector<Site> sites;            ///< most accesses first
  std::optional<Toucher> first, last; ///< by time; of equals the first in the table
  /// Counts one access; those of a warp, and the warps of a CTA, come one after the other.
  void add(const AccessTable &table, const Toucher &toucher);
  /// Puts the sites into their order; after the last add().
  void finish();

private:
  std::optional<uint32_t> m_run, m_cta; // of the one added last
};

/// Which bytes, and what of them.
struct TouchedBytes {
  AccessSpace space = AccessSpace::Global;
  uint64_t first = 0, last = 0; ///< closed
  uint32_t sectorBytes = 32;    ///< whose touches count as touches of all its bytes
  /// Only sectors for which this is true of their first address; all if it is empty.
  std::function<bool(uint64_t)> accepts = {};
};

/// Of the accesses that touch a sector which holds a byte of the window; its columns and rows do
/// not matter. `accepts` as TouchedBytes::accepts. `map` is of `table`. Once `stop` is requested
/// the rest is left out. O(accesses near the window).
Touchers touchersOf(const AddressMap &map, const AccessTable &table, const MemoryModel &model,
                    const MapWindow &window, std::stop_token stop = {},
                    const std::function<bool(uint64_t)> &accepts = {});

/// Of all accesses of a table that touch the bytes, whenever. Once `stop` is requested the rest is
/// left out. O(accesses).
Touchers touchersOf(const AccessTable &table, const TouchedBytes &bytes, std::stop_token stop = {});

} // namespace pstudio::memory
