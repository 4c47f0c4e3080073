// SPDX-License-Identifier: Apache-2.0
// Tables of the loops around sites, and comparison of call paths.
#include "collector/runtime/cpu/program_places.h"

namespace pstudio::cpu {
namespace {

/// The place of the call at `depth`, or of the thread itself in the function called last.
Place placeAt(const CtaThread &thread, size_t depth) {
  if (depth == thread.callPath.size())
    return {thread.position, thread.iterations};
  const CallFrame &frame = thread.callPath[depth];
  return {frame.site, frame.iterations.data()};
}

} // namespace

ProgramPlaces::ProgramPlaces(const ProgramMap &map) {
  std::vector<Range> loops;
  for (uint32_t loop = 0; loop < map.loops.size(); ++loop) {
    const uint32_t parent = map.loops[loop].parent;
    const Range outer = parent < loop ? loops[parent] : Range();
    const auto first = static_cast<uint32_t>(m_enclosing.size());
    for (uint32_t i = 0; i < outer.count; ++i)
      m_enclosing.push_back(uint32_t{m_enclosing[outer.first + i]});
    m_enclosing.push_back(loop);
    loops.push_back({first, outer.count + 1});
  }
  for (const Site &site : map.sites)
    m_loopsOfSite.push_back(site.loop < loops.size() ? loops[site.loop] : Range());
}

std::strong_ordering ProgramPlaces::compareCallPaths(const CtaThread &a, const CtaThread &b) const {
  const size_t depth = std::min(a.callPath.size(), b.callPath.size());
  for (size_t i = 0; i <= depth; ++i) {
    const auto order = compare(placeAt(a, i), placeAt(b, i));
    if (order != std::strong_ordering::equal)
      return order;
  }
  return a.callPath.size() <=> b.callPath.size();
}

} // namespace pstudio::cpu
