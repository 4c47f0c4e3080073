// SPDX-License-Identifier: Apache-2.0
// Lexicographic comparison of iterations and sites.
#include "collector/runtime/cpu/program_places.h"

#include <algorithm>

#include "collector/runtime/cpu/cta_thread.h"

namespace pstudio::cpu {
namespace {

Place placeOf(const CtaThread &thread, size_t loops) {
  return {thread.position, {thread.iterations, thread.iterations ? loops : 0}};
}

/// The place of the call at `depth`, or of the thread itself in the function called last.
Place placeAt(const CtaThread &thread, size_t depth, size_t loops) {
  if (depth == thread.callPath.size())
    return placeOf(thread, loops);
  const CallFrame &frame = thread.callPath[depth];
  return {frame.site, frame.iterations};
}

} // namespace

ProgramPlaces::ProgramPlaces(const ProgramMap &map) {
  for (const Site &site : map.sites)
    m_loopOfSite.push_back(site.loop);
  for (uint32_t loop = 0; loop < map.loops.size(); ++loop) {
    const uint32_t parent = map.loops[loop].parent;
    m_enclosing.push_back(parent < loop ? m_enclosing[parent] : std::vector<uint32_t>());
    m_enclosing.back().push_back(loop);
  }
}

std::strong_ordering ProgramPlaces::compare(const Place &a, const Place &b) const {
  const uint32_t loopOfA = m_loopOfSite[a.site], loopOfB = m_loopOfSite[b.site];
  if (loopOfA != kNoLoop && loopOfB != kNoLoop) {
    const std::vector<uint32_t> &ofA = m_enclosing[loopOfA], &ofB = m_enclosing[loopOfB];
    const size_t depth = std::min(ofA.size(), ofB.size());
    for (size_t i = 0; i < depth && ofA[i] == ofB[i]; ++i)
      if (a.counters[ofA[i]] != b.counters[ofA[i]])
        return a.counters[ofA[i]] <=> b.counters[ofA[i]];
  }
  return a.site <=> b.site;
}

std::strong_ordering ProgramPlaces::compare(const CtaThread &a, const CtaThread &b) const {
  const size_t loops = m_enclosing.size();
  const size_t depth = std::min(a.callPath.size(), b.callPath.size());
  for (size_t i = 0; i <= depth; ++i) {
    const auto order = compare(placeAt(a, i, loops), placeAt(b, i, loops));
    if (order != std::strong_ordering::equal)
      return order;
  }
  return a.callPath.size() <=> b.callPath.size();
}

} // namespace pstudio::cpu
