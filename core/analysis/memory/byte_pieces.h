// SPDX-License-Identifier: Apache-2.0
// The bytes of an access as the fewest ranges: what everything that counts bytes, sectors or lines
// goes through.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/access/access.h"

namespace pstudio::memory {

/// Bytes [first, last]: closed, so that the last byte of the address space can be named.
struct BytePiece {
  uint64_t first = 0;
  uint64_t last = 0;
  bool operator==(const BytePiece &) const = default;
};

/// The bytes that some lane touches, as ranges that rise and neither overlap nor adjoin. A lane's
/// bytes that reach beyond 2^64 go on at 0.
class BytePieces {
public:
  /// `bytesPerLane` >= 1. O(lanes) if the addresses rise, else O(lanes * log).
  static BytePieces of(std::span<const uint64_t> addresses, uint32_t bytesPerLane);

  std::span<const BytePiece> pieces() const { return {m_pieces.data(), m_count}; }
  /// How many bytes: each counts once, however many lanes touch it.
  uint64_t bytes() const;
  /// How many units of 2^shift bytes hold one of them. O(pieces).
  uint64_t units(uint32_t shift) const;

  /// Calls visit(first, last) for the units of 2^shift bytes that hold one of the bytes, as rising
  /// closed ranges in which each unit is once. O(pieces).
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

  std::array<BytePiece, kMaxLanes + 1> m_pieces; // one lane at most wraps
  uint32_t m_count = 0;
};

} // namespace pstudio::memory
