// SPDX-License-Identifier: Apache-2.0
// The recorded memory accesses of each thread, to compare targets with warps of different sizes.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace pstudio::test {

/// One access of one thread, without its time.
struct ThreadAccess {
  uint32_t cta = 0;
  uint32_t thread = 0; ///< linear number within the CTA
  uint8_t kind = 0;    ///< memory::AccessKind
  uint8_t space = 0;   ///< memory::AccessSpace
  uint32_t bytes = 0;
  uint64_t buffer = 0; ///< a hash of its name; 0 in shared memory, whose layout each target has
  uint64_t offset = 0; ///< in the buffer
  auto operator<=>(const ThreadAccess &) const = default;
};

/// All accesses of a launch that has some, sorted. `lanes`: threads of a warp. O(n log n).
std::vector<ThreadAccess> accessesOf(const Launch &launch, uint32_t lanes);

/// The first access that only one of the lists has, with both; empty if there is none.
std::string firstDifference(const std::vector<ThreadAccess> &found,
                            const std::vector<ThreadAccess> &expected);

} // namespace pstudio::test
