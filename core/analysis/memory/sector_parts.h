// SPDX-License-Identifier: Apache-2.0
// The sectors of an access, each with its touched bytes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/access/access_table.h"
#include "core/analysis/memory/byte_pieces.h"

namespace pstudio::memory {

/// Calls visit(number of the sector, mask of its bytes) for each sector that contains a byte of
/// the pieces, by rising number. O(sectors).
template <class Visit>
void forSectorParts(const BytePieces &pieces, uint32_t sectorBytes, const Visit &visit) {
  const auto shift = static_cast<uint32_t>(std::countr_zero(sectorBytes));
  uint64_t open = 0; // sector whose mask is not complete yet
  uint64_t mask = 0;
  for (const BytePiece &piece : pieces.pieces()) {
    for (uint64_t sector = piece.first >> shift;; ++sector) {
      if (mask != 0 && sector != open) {
        visit(open, mask);
        mask = 0;
      }
      const uint64_t begin = sector << shift;
      const auto from = static_cast<uint32_t>(std::max(piece.first, begin) - begin);
      const auto to =
          static_cast<uint32_t>(std::min(piece.last, begin + (sectorBytes - 1)) - begin);
      mask |= ~uint64_t{0} >> (63 - (to - from)) << from;
      open = sector;
      if (sector == piece.last >> shift)
        break;
    }
  }
  if (mask != 0)
    visit(open, mask);
}

/// forSectorParts() for many accesses of a table, which must outlive this. Affine accesses with the
/// same site, mask and stride have the same sectors, relative to their first address, if these
/// addresses have the same offset within a sector. A few thousand of the newest kinds are cached.
/// [not thread-safe: one for each thread]
class SectorParts {
public:
  SectorParts(const AccessTable &table, uint32_t sectorBytes)
      : m_table(table), m_sectorBytes(sectorBytes),
        m_shift(static_cast<uint32_t>(std::countr_zero(sectorBytes))), m_entries(kEntries) {}

  /// visit as in forSectorParts(); any order. O(sectors).
  template <class Visit> void forEach(const Access &access, const Visit &visit) {
    const AccessSite &site = m_table.sites()[access.site];
    const bool isAffine = m_table.shapes()[access.shape].form == LaneShape::Form::Affine;
    if (!isAffine || site.bytesPerLane > kMaxRememberedBytes) {
      forSectorParts(piecesOf(access), m_sectorBytes, visit);
      return;
    }
    const Entry &entry = entryOf(access);
    const uint64_t first = access.base >> m_shift;
    const uint64_t sectorMask = ~uint64_t{0} >> m_shift;
    for (const Part &part : entry.parts)
      visit((first + part.offset) & sectorMask, part.mask);
  }

private:
  static constexpr size_t kEntries = 2048;
  static constexpr uint32_t kMaxRememberedBytes = 256;
  struct Part {
    uint64_t offset; // of the sector from that of the base, modulo the number of sectors
    uint64_t mask;
  };
  struct Entry {
    uint64_t key = 0; // 0: empty
    std::vector<Part> parts;
  };

  BytePieces piecesOf(const Access &access) const {
    const auto lanes = m_table.lanesOf(access);
    return BytePieces::of(lanes.addresses(), m_table.sites()[access.site].bytesPerLane);
  }
  const Entry &entryOf(const Access &access) {
    const uint64_t key = (uint64_t{access.shape} << 22 | uint64_t{access.site} << 6 |
                          (access.base & (m_sectorBytes - 1))) +
                         1;
    Entry &entry = m_entries[key * 0x9e3779b97f4a7c15u >> 53];
    if (entry.key != key) {
      entry.key = key;
      entry.parts.clear();
      const uint64_t first = access.base >> m_shift;
      forSectorParts(piecesOf(access), m_sectorBytes, [&](uint64_t sector, uint64_t mask) {
        entry.parts.push_back({sector - first, mask});
      });
    }
    return entry;
  }

  const AccessTable &m_table;
  uint32_t m_sectorBytes;
  uint32_t m_shift;
  std::vector<Entry> m_entries;
};

} // namespace pstudio::memory
