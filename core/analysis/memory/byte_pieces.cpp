// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/byte_pieces.h"

#include <algorithm>

namespace pstudio::memory {

void BytePieces::append(uint64_t first, uint64_t last) {
  if (m_count > 0) {
    BytePiece &before = m_pieces[m_count - 1];
    // Ranges are in order of their first bytes; `before.last + 1` cannot wrap if `first` is
    // greater.
    if (first <= before.last || first == before.last + 1) {
      before.last = std::max(before.last, last);
      return;
    }
  }
  m_pieces[m_count++] = {first, last};
}

BytePieces BytePieces::of(std::span<const uint64_t> addresses, uint32_t bytesPerLane) {
  BytePieces pieces;
  std::array<uint64_t, kMaxLanes> ordered;
  const size_t count = std::min<size_t>(addresses.size(), kMaxLanes);
  std::copy_n(addresses.begin(), count, ordered.begin());
  const auto end = ordered.begin() + static_cast<std::ptrdiff_t>(count);
  if (!std::is_sorted(ordered.begin(), end))
    std::sort(ordered.begin(), end);
  // The bytes of all lanes beyond 2^64 are one range from 0 on: that of the highest lane.
  const uint64_t width = bytesPerLane - 1;
  if (count > 0 && ordered[count - 1] + width < ordered[count - 1])
    pieces.append(0, ordered[count - 1] + width);
  for (size_t i = 0; i < count; ++i) {
    const uint64_t last = ordered[i] + width;
    pieces.append(ordered[i], last < ordered[i] ? UINT64_MAX : last);
  }
  return pieces;
}

uint64_t BytePieces::bytes() const {
  uint64_t sum = 0;
  for (const BytePiece &piece : pieces())
    sum += piece.last - piece.first + 1;
  return sum;
}

uint64_t BytePieces::units(uint32_t shift) const {
  uint64_t sum = 0;
  forUnits(shift, [&](uint64_t first, uint64_t last) { sum += last - first + 1; });
  return sum;
}

} // namespace pstudio::memory
