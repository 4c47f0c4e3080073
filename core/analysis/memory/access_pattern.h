// SPDX-License-Identifier: Apache-2.0
// The pattern of the addresses of a warp's lanes.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "core/access/access.h"
#include "core/access/access_site.h"

namespace pstudio::memory {

/// From the best to the worst for caches, except Single and Bulk, which are not rated.
enum class PatternClass : uint8_t {
  Single,    ///< one lane takes part
  Bulk,      ///< not by lane
  Broadcast, ///< all lanes have one address
  Coalesced, ///< the lanes' bytes are contiguous, in any order of the lanes, except gaps of idle
             ///< lanes; equal numbers of lanes may share each address
  Tiled,     ///< the same in several pieces of equal size, such as the rows of a tile
  Strided,   ///< each lane is `stride` bytes after the previous one, with gaps or overlaps
  Random,    ///< none of these
};
inline constexpr uint8_t kPatternClasses = 7;

/// The class of one access, and its properties within the class.
struct AccessPattern {
  PatternClass kind = PatternClass::Single;
  /// Of Strided: from each lane to the next, idle lanes counted; of Tiled: from the begin of each
  /// piece to that of the next, 0 if the distances vary [bytes].
  int64_t stride = 0;
  uint32_t pieces = 0;     ///< of Tiled, at least 2
  uint64_t pieceBytes = 0; ///< of Tiled: of each of them
  auto operator<=>(const AccessPattern &) const = default;
};

/// Pieces with the size of a single lane form a tile only if several lanes share each piece and the
/// pieces have one distance, for example if each row of a block of threads reads one element of a
/// column. `lanes` has at least one lane. O(lanes), O(lanes * log) where the stride is not uniform.
AccessPattern patternOf(const LaneAddresses &lanes, const AccessSite &site);

/// "coalesced", "strided by 2,048 bytes", "tiled: 4 x 128 bytes, 4,096 bytes apart", ...
std::string patternText(const AccessPattern &pattern);

} // namespace pstudio::memory
