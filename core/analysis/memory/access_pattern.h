// SPDX-License-Identifier: Apache-2.0
// What the addresses of a warp's lanes look like.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "core/access/access.h"
#include "core/access/access_site.h"

namespace pstudio::memory {

/// From the best to the worst for caches, but for Single and Bulk, which say nothing.
enum class PatternClass : uint8_t {
  Single,    ///< one lane takes part
  Bulk,      ///< not by lane
  Broadcast, ///< all lanes name one address
  Coalesced, ///< the lanes' bytes lie side by side, in any order of the lanes, equally many of
             ///< which may share theirs; gaps are those of idle lanes only
  Tiled,     ///< the same in several pieces of equal size, like the rows of a tile of a matrix
  Strided,   ///< each lane lies `stride` bytes behind the one before, with gaps or overlaps
  Random,    ///< none of these
};
inline constexpr uint8_t kPatternClasses = 7;

/// One access's class, and what tells it from others of the class.
struct AccessPattern {
  PatternClass kind = PatternClass::Single;
  /// Of Strided: from each lane to the next, idle lanes counted; of Tiled: from the begin of each
  /// piece to that of the next, 0 if they lie at different distances [bytes].
  int64_t stride = 0;
  uint32_t pieces = 0;     ///< of Tiled, at least 2
  uint64_t pieceBytes = 0; ///< of Tiled: of each of them
  auto operator<=>(const AccessPattern &) const = default;
};

/// A single lane's bytes are no piece: such pieces are a tile only where several lanes share each
/// and they lie at one distance, as where each row of a block of threads reads one element of a
/// column. `lanes` holds at least one. O(lanes), O(lanes * log) where the stride is not uniform.
AccessPattern patternOf(const LaneAddresses &lanes, const AccessSite &site);

/// "coalesced", "strided by 2,048 bytes", "tiled: 4 x 128 bytes, 4,096 bytes apart", ...
std::string patternText(const AccessPattern &pattern);

} // namespace pstudio::memory
