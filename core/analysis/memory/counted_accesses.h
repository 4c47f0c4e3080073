// SPDX-License-Identifier: Apache-2.0
// Accesses that the device counted: sums by operation, and a map of addresses by CTA.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/access/launch_accesses.h"
#include "core/analysis/memory/address_map.h"
#include "core/analysis/memory/heat_grid.h"

namespace pstudio::memory {

/// Sums of one operation.
struct CountedSite {
  uint64_t accesses = 0;
  uint64_t lanes = 0;                 ///< active lanes
  uint64_t ctas = 0;                  ///< with accesses
  uint32_t buffer = BufferMap::kNone; ///< the buffer of its bins; kNone: unknown
  uint64_t placed = 0;      ///< accesses whose bin is one piece of that buffer; others have no
                            ///< place in a map
  uint32_t pieces = 0;      ///< of the buffer
  uint32_t touched = 0;     ///< of them, in any CTA
  uint64_t mostInPiece = 0; ///< accesses in the busiest piece
  ByteRange busiestPiece{}; ///< its bytes; undefined if `placed` is 0
  uint64_t mostInCta = 0;   ///< accesses of the busiest CTA
  uint32_t busiestCta = 0;  ///< linear id
};

/// The buffer of a site's counts: the buffer with the name in CountedBins in the site's space, else
/// the only buffer in that space. kNone if there is none or several.
uint32_t countedBuffer(const LaunchAccesses &accesses, uint16_t site);

/// By site; empty unless accesses were counted. O(cells).
std::vector<CountedSite> countedSites(const LaunchAccesses &accesses);

/// Accesses by address of global memory and CTA. Immutable; contains copies of its input.
/// [thread: any]
class CountedMap {
public:
  /// O(cells * log).
  explicit CountedMap(const LaunchAccesses &accesses);

  /// Linear ids, ascending; their indices are the places on the axis.
  std::span<const uint32_t> ctas() const { return m_ctas; }
  uint64_t placedCount() const { return m_placed; }     ///< accesses in the map
  uint64_t unplacedCount() const { return m_unplaced; } ///< of global memory, without a place
  /// Accesses of the window, whose axis is places of CTAs. The accesses of a piece count as evenly
  /// spread over its bytes. O(cells of the CTAs in the window).
  HeatGrid grid(const MapWindow &window) const;
  /// The pieces that touch [first, last], with the accesses of the CTAs at places [begin, end), by
  /// falling number.
  struct Piece {
    uint16_t site = 0;
    ByteRange bytes;
    uint64_t accesses = 0;
    uint64_t lanes = 0;
  };
  std::vector<Piece> piecesIn(const MapWindow &window) const;

private:
  struct Cell {
    ByteRange bytes;
    uint32_t place = 0; ///< of the CTA
    uint16_t site = 0;
    uint64_t accesses = 0;
    uint64_t lanes = 0;
  };
  std::span<const Cell> cellsOf(int64_t begin, int64_t end) const;

  std::vector<uint32_t> m_ctas;
  std::vector<Cell> m_cells; ///< by rising place
  uint64_t m_placed = 0;
  uint64_t m_unplaced = 0;
};

/// A heading, the sums, and a table of the operations: accesses, lanes per access, bytes, touched
/// part of the buffer, number of CTAs, accesses of the busiest piece and CTA. Lines end with a line
/// feed.
std::string describeCounted(const LaunchAccesses &accesses, std::span<const CountedSite> sites);

} // namespace pstudio::memory
