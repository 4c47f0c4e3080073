// SPDX-License-Identifier: Apache-2.0
#include "core/formats/import/time_origin.h"

#include <algorithm>

#include "core/trace/trace_span.h"

namespace pstudio {

bool fitInOneTrace(int64_t first, int64_t last) {
  int64_t length = 0;
  return !__builtin_sub_overflow(last, first, &length) && length <= kFarthestNs;
}

int64_t originOf(std::vector<int64_t> times) {
  if (times.empty())
    return 0;
  const auto [first, last] = std::ranges::minmax_element(times);
  if (fitInOneTrace(*first, *last))
    return *first;
  std::ranges::sort(times);
  size_t best = 0, bestCount = 0;
  for (size_t begin = 0, end = 0; begin < times.size(); ++begin) {
    while (end < times.size() && fitInOneTrace(times[begin], times[end]))
      ++end;
    if (end - begin > bestCount) {
      best = begin;
      bestCount = end - begin;
    }
  }
  return times[best];
}

} // namespace pstudio
