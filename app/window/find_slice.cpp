// SPDX-License-Identifier: Apache-2.0
// The next slice whose name was searched for.
#include "app/window/find_slice.h"

#include <tuple>
#include <vector>

#include "viewer/geometry/timeline_scene.h"

namespace pstudio {

SliceId findNextSlice(const Trace &trace, std::string_view text, SliceId from) {
  const std::vector<bool> wanted = namesContaining(trace, text);
  if (wanted.empty())
    return {};
  const auto begins = trace.sliceBegins();
  const auto names = trace.sliceNames();
  const auto comesBefore = [&](uint32_t a, uint32_t b) {
    return std::tie(begins[a], a) < std::tie(begins[b], b);
  };
  SliceId earliest;
  SliceId next;
  for (uint32_t at = 0; at < names.size(); ++at) {
    if (names[at].value >= wanted.size() || !wanted[names[at].value])
      continue;
    if (!earliest.isValid() || comesBefore(at, earliest.value))
      earliest = SliceId(at);
    const bool isAfter = from.isValid() && comesBefore(from.value, at);
    if (isAfter && (!next.isValid() || comesBefore(at, next.value)))
      next = SliceId(at);
  }
  return next.isValid() ? next : earliest;
}

} // namespace pstudio
