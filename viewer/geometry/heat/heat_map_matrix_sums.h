// SPDX-License-Identifier: Apache-2.0
// Sums over the sectors of a cell of a matrix.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/analysis/memory/sector_touches.h"

namespace pstudio {

/// Of the touched sectors of a cell.
struct SectorSums {
  uint64_t sectors = 0;
  uint64_t touches = 0, warps = 0, ctas = 0; ///< sums over the sectors
  uint64_t bytes = 0;                        ///< distinct ones of each touch
  uint64_t falselyShared = 0;
  uint32_t firstTouch = 0xffffffffu, lastTouch = 0; ///< SectorTouches::timeOf()
  uint32_t lastRun = 0;

  uint64_t newest = UINT64_MAX; ///< address of the sector that was added last

  /// Rows that share a sector come one after the other: it counts once.
  void add(uint64_t address, const memory::SectorTouch &sector) {
    if (address == newest)
      return;
    newest = address;
    ++sectors;
    touches += sector.touches;
    warps += sector.warps;
    ctas += sector.ctas;
    bytes += sector.bytes;
    falselyShared += sector.isFalselyShared();
    firstTouch = std::min(firstTouch, sector.firstTouch);
    if (sector.lastTouch >= lastTouch) {
      lastTouch = sector.lastTouch;
      lastRun = sector.lastRun;
    }
  }
  double mean(uint64_t sum) const {
    return static_cast<double>(sum) / static_cast<double>(sectors);
  }
  double efficiency(uint32_t sectorBytes) const {
    return static_cast<double>(bytes) / (static_cast<double>(touches) * sectorBytes);
  }
};

} // namespace pstudio
