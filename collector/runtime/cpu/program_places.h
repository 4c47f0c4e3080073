// SPDX-License-Identifier: Apache-2.0
// The order of places in the execution of a kernel, which decides the lanes that meet.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "collector/runtime/cpu/program_map.h"

namespace pstudio::cpu {

struct CtaThread;

/// Where a thread is within one function: a site, and the iteration of each loop of the program.
struct Place {
  uint32_t site = 0;                  ///< index into ProgramMap::sites
  std::span<const uint64_t> counters; ///< ThreadContext::iterations, by loop
};

/// Orders places: the iterations of the loops that contain both decide first, from the outermost
/// loop to the innermost, then the order of the sites in the program. A lane moves from smaller to
/// larger places only. Immutable. [thread: any]
class ProgramPlaces {
public:
  explicit ProgramPlaces(const ProgramMap &map);

  /// O(depth of the loops).
  std::strong_ordering compare(const Place &a, const Place &b) const;
  /// The places of two lanes of a warp. Where both are in functions that are not inlined, the
  /// places of the calls decide first. O(depth of calls x depth of loops).
  std::strong_ordering compare(const CtaThread &a, const CtaThread &b) const;

private:
  std::vector<uint32_t> m_loopOfSite;
  std::vector<std::vector<uint32_t>>
      m_enclosing; ///< by loop: itself and outer ones, outermost first
};

} // namespace pstudio::cpu
