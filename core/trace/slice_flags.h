// SPDX-License-Identifier: Apache-2.0
// Properties of the record of a slice, and whether its duration is that of the scope.
#pragma once

#include <cstdint>

namespace pstudio {

/// Properties of the record of a slice; a set of bits.
enum SliceFlag : uint8_t {
  kSliceNoEnd = 1,    ///< the end was never recorded; drawn up to the last known time of its track
  kSliceNoStart = 2,  ///< the start was dropped; drawn from the first known time of its track
  kSliceCrossing = 4, ///< overlaps a neighbour without nesting; has no parent
  kSliceAsync = 8,    ///< an asynchronous operation in flight rather than a scope
  kSliceDivergent = 16, ///< recorded with only part of the warp's lanes active
  /// With kSliceNoStart and kSliceNoEnd: the clock wrapped unseen; what is stored is an upper
  /// bound.
  kSliceLengthUnknown = 32
};

/// Whether both ends of the slice were recorded. If not, its stored duration is the length of its
/// bar and belongs in no sum, mean or quantile of durations.
constexpr bool isWholeSlice(uint8_t flags) {
  return (flags & (kSliceNoEnd | kSliceNoStart)) == 0;
}

} // namespace pstudio
