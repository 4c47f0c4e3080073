// SPDX-License-Identifier: Apache-2.0
#include "core/access/access_counts.h"

#include <algorithm>
#include <bit>

namespace pstudio::memory {

bool isUsable(const CountedBins &counted) {
  constexpr uint32_t kMaxBins = 1 << 16; // AccessCount::bin
  constexpr uint32_t kMaxShift = 52;
  return std::has_single_bit(counted.bins) && counted.bins <= kMaxBins &&
         counted.shift <= kMaxShift;
}

uint32_t shiftFor(uint64_t bytes, uint32_t bins) {
  const auto widthOfLast = static_cast<uint32_t>(std::bit_width(bytes == 0 ? 0 : bytes - 1));
  const auto widthOfBin = static_cast<uint32_t>(std::bit_width(bins) - 1);
  return widthOfLast > widthOfBin ? widthOfLast - widthOfBin : 0;
}

namespace {

/// The part of a piece that is in [base, last].
ByteRange rangeWithin(uint64_t piece, uint32_t shift, uint64_t base, uint64_t last) {
  const uint64_t first = piece << shift;
  const uint64_t lastOfPiece = first + ((uint64_t{1} << shift) - 1);
  return {std::max(first, base), std::min(lastOfPiece, last) + 1};
}

ByteRange largerOf(const ByteRange &a, const ByteRange &b) {
  return b.end - b.first > a.end - a.first ? b : a;
}

} // namespace

std::optional<ByteRange> bytesOfBin(const CountedBins &counted, uint32_t bin, uint64_t base,
                                    uint64_t bytes) {
  const uint64_t begin = base + counted.start, last = begin + (bytes - 1);
  if (bytes == 0 || !isUsable(counted) || begin < base || last < begin || last == UINT64_MAX)
    return std::nullopt;
  const uint64_t firstPiece = begin >> counted.shift, lastPiece = last >> counted.shift;
  const uint64_t pieces = lastPiece - firstPiece;                           // after the first
  const uint64_t steps = (bin - firstPiece) & (uint64_t{counted.bins} - 1); // to that of the bin
  if (pieces > counted.bins || steps > pieces)
    return std::nullopt;
  ByteRange found = rangeWithin(firstPiece + steps, counted.shift, begin, last);
  if (steps + counted.bins <= pieces)
    found =
        largerOf(found, rangeWithin(firstPiece + steps + counted.bins, counted.shift, begin, last));
  return ByteRange{found.first - counted.start, found.end - counted.start};
}

} // namespace pstudio::memory
