// SPDX-License-Identifier: Apache-2.0
// The order of places in the execution of a kernel, which decides the lanes that meet.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "collector/runtime/cpu/cta_thread.h"
#include "collector/runtime/cpu/program_map.h"

namespace pstudio::cpu {

/// Where a thread is within one function: a site, and the iteration of each loop of the program.
struct Place {
  uint32_t site = 0;                    ///< index into ProgramMap::sites
  const uint64_t *iterations = nullptr; ///< ThreadContext::iterations, by loop
};

/// Orders places: the iterations of the loops that contain both decide first, from the outermost
/// loop to the innermost, then the order of the sites in the program. A lane moves from smaller to
/// larger places only. Immutable. [thread: any]
class ProgramPlaces {
public:
  explicit ProgramPlaces(const ProgramMap &map);

  /// O(depth of the loops).
  std::strong_ordering compare(const Place &a, const Place &b) const {
    const std::span<const uint32_t> ofA = loopsOf(a.site), ofB = loopsOf(b.site);
    const size_t depth = std::min(ofA.size(), ofB.size());
    for (size_t i = 0; i < depth && ofA[i] == ofB[i]; ++i)
      if (a.iterations[ofA[i]] != b.iterations[ofA[i]])
        return a.iterations[ofA[i]] <=> b.iterations[ofA[i]];
    return a.site <=> b.site;
  }

  /// The places of two lanes of a warp. Where both are in functions that are not inlined, the
  /// places of the calls decide first. O(depth of calls x depth of loops).
  std::strong_ordering compare(const CtaThread &a, const CtaThread &b) const {
    if (a.callPath.empty() && b.callPath.empty())
      return compare(Place{a.position, a.iterations}, Place{b.position, b.iterations});
    return compareCallPaths(a, b);
  }

private:
  struct Range {
    uint32_t first = 0;
    uint32_t count = 0;
  };

  /// The loops that contain the site, outermost first.
  std::span<const uint32_t> loopsOf(uint32_t site) const {
    const Range range = m_loopsOfSite[site];
    return {m_enclosing.data() + range.first, range.count};
  }
  std::strong_ordering compareCallPaths(const CtaThread &a, const CtaThread &b) const;

  std::vector<uint32_t> m_enclosing; ///< of each loop: outer ones, outermost first, and itself
  std::vector<Range> m_loopsOfSite;  ///< of m_enclosing
};

} // namespace pstudio::cpu
