// SPDX-License-Identifier: Apache-2.0
// Sets of ids in the form that code asks: is an id in the set, and how many are before it?
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/id_ranges.h"
#include "llvm/ADT/ArrayRef.h"

namespace pstudio {

/// The ids first, first + 2^shift, ..., last. `first` is number `rank` of the whole set.
struct IdProgression {
  uint32_t first = 0;
  uint32_t last = 0;
  uint32_t shift = 0;
  uint32_t rank = 0;
};

/// The ids, which ascend and are not negative, as few progressions. O(ids).
std::vector<IdProgression> progressionsOf(llvm::ArrayRef<int32_t> ids);
/// One for each range.
std::vector<IdProgression> progressionsOf(const IdRanges &ids);

} // namespace pstudio
