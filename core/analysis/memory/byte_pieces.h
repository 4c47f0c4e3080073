// SPDX-License-Identifier: Apache-2.0
// The bytes of an access as the fewest ranges: the basis of all counts of bytes, sectors and lines.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/access/access.h"

namespace pstudio::memory {

/// Bytes [first, last]: closed, so that it can contain the last byte of the address space.
struct BytePiece {
  uint64_t first = 0;
  uint64_t last = 0;
  bool operator==(const BytePiece &) const = default;
};

/// The bytes that any lane touches, as ascending ranges that neither overlap nor adjoin. Bytes of a
/// lane beyond 2^64 wrap to 0.
class BytePieces {
public:
  /// `bytesPerLane` >= 1. O(lanes) if the addresses rise, else O(lanes * log).
  static BytePieces of(std::span<const uint64_t> addresses, uint32_t bytesPerLane);

  std::span<const BytePiece> pieces() const { return {m_pieces.data(), m_count}; }
  /// The number of bytes. A byte that several lanes touch counts once.
  uint64_t bytes() const;
  /// The number of units of 2^shift bytes that contain a touched byte. O(pieces).
  uint64_t units(uint32_t shift) const;

  /// Calls visit(first, last) for the units of 2^shift bytes that contain a touched byte, as
  /// ascending closed ranges without duplicates. O(pieces).
  template <class Visit> void forUnits(uint32_t shift, const Visit &visit) const {
    uint64_t next = 0; // first unit that was not visited yet
    for (const BytePiece &piece : pieces()) {
      const uint64_t last = piece.last >> shift;
      uint64_t first = piece.first >> shift;
      if (first < next)
        first = next;
      if (first <= last)
        visit(first, last);
      next = last + 1;
    }
  }

private:
  void append(uint64_t first, uint64_t last);

  std::array<BytePiece, kMaxLanes + 1> m_pieces; // at most one lane wraps
  uint32_t m_count = 0;
};

} // namespace pstudio::memory
