// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/id_progression.h"

#include <bit>

namespace pstudio {

std::vector<IdProgression> progressionsOf(llvm::ArrayRef<int32_t> ids) {
  std::vector<IdProgression> progressions;
  for (size_t i = 0; i < ids.size(); ++i) {
    const auto id = static_cast<uint32_t>(ids[i]);
    if (!progressions.empty()) {
      IdProgression &open = progressions.back();
      const uint32_t step = id - open.last;
      const bool isSecond = open.first == open.last && std::has_single_bit(step);
      if (isSecond)
        open.shift = static_cast<uint32_t>(std::countr_zero(step));
      if (isSecond || (open.first != open.last && step == 1u << open.shift)) {
        open.last = id;
        continue;
      }
    }
    progressions.push_back({id, id, 0, static_cast<uint32_t>(i)});
  }
  return progressions;
}

std::vector<IdProgression> progressionsOf(const IdRanges &ids) {
  std::vector<IdProgression> progressions;
  uint32_t rank = 0;
  for (const IdRanges::Range &range : ids.ranges()) {
    progressions.push_back({range.first, range.last, 0, rank});
    rank += range.last - range.first + 1;
  }
  return progressions;
}

} // namespace pstudio
