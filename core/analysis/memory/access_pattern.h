// SPDX-License-Identifier: Apache-2.0
// What the addresses of a warp's lanes look like.
#pragma once

#include <cstdint>
#include <string>

#include "core/access/access.h"

namespace pstudio::memory {

/// From the best to the worst for caches, but for Single and Bulk, which say nothing.
enum class PatternClass : uint8_t {
  Single,    ///< one lane takes part
  Bulk,      ///< not by lane
  Broadcast, ///< all lanes name one address
  Coalesced, ///< the lanes' bytes lie side by side, in any order of the lanes; gaps are those of
             ///< idle lanes only
  Strided,   ///< each lane lies `stride` bytes behind the one before, with gaps or overlaps
  Random,    ///< none of these
};
inline constexpr uint8_t kPatternClasses = 6;

/// One access's class.
struct AccessPattern {
  PatternClass kind = PatternClass::Single;
  int64_t stride = 0; ///< of Strided: from each lane to the next, idle lanes counted [bytes]
  bool operator==(const AccessPattern &) const = default;
};

/// `lanes` holds at least one. O(lanes), O(lanes * log) where the stride is not uniform.
AccessPattern patternOf(const LaneAddresses &lanes, const AccessSite &site);

/// "coalesced", "strided by 2048 bytes", ...
std::string patternText(const AccessPattern &pattern);

} // namespace pstudio::memory
