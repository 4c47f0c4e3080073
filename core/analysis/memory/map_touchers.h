// SPDX-License-Identifier: Apache-2.0
// The accesses to a cell of a heat map: operations, warps, CTAs, first and last access.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/analysis/memory/address_map.h"

namespace pstudio::memory {

/// One access and its warp.
struct Toucher {
  uint64_t access = 0; ///< into the table
  uint32_t run = 0;    ///< into AccessTable::warps()
  uint16_t site = 0;
  Picoseconds time;
};

/// Counts of the accesses that touch a part of memory.
struct Touchers {
  struct Site {
    uint16_t site = 0;
    uint64_t accesses = 0;
  };
  uint64_t accesses = 0;
  uint64_t warps = 0, ctas = 0;       ///< distinct ones
  std::vector<Site> sites;            ///< most accesses first
  std::optional<Toucher> first, last; ///< by time; of equals the first in the table
  /// Counts one access. The accesses of a warp, and the warps of a CTA, must be added in sequence.
  void add(const AccessTable &table, const Toucher &toucher);
  /// Sorts the sites. Required after the last add().
  void finish();

private:
  std::optional<uint32_t> m_run, m_cta; // of the last added access
};

/// The bytes of a query, and a filter of their sectors.
struct TouchedBytes {
  AccessSpace space = AccessSpace::Global;
  uint64_t first = 0, last = 0; ///< closed
  uint32_t sectorBytes = 32;    ///< a touch of a sector counts for all its bytes
  /// Selects sectors by their first address; all sectors if empty.
  std::function<bool(uint64_t)> accepts = {};
};

/// The accesses that touch a sector with a byte of the window; its columns and rows are ignored.
/// `accepts` as TouchedBytes::accepts. `map` is of `table`. After a stop request the remaining
/// accesses are left out. O(accesses near the window).
Touchers touchersOf(const AddressMap &map, const AccessTable &table, const MemoryModel &model,
                    const MapWindow &window, std::stop_token stop = {},
                    const std::function<bool(uint64_t)> &accepts = {});

/// All accesses of a table that touch the bytes, at any time. After a stop request the remaining
/// accesses are left out. O(accesses).
Touchers touchersOf(const AccessTable &table, const TouchedBytes &bytes, std::stop_token stop = {});

} // namespace pstudio::memory
