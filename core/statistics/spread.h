// SPDX-License-Identifier: Apache-2.0
// The spread of one scope across warps and across iterations.
#pragma once

#include <span>
#include <string>

#include "core/statistics/scope_instances.h"

namespace pstudio::statistics {

/// Meaning of a box of a spread.
enum class SpreadBy : uint8_t {
  Track,   ///< a warp, or another track
  Ordinal, ///< the n-th instance of each track: an iteration of a loop
};

/// Five figures of some instances, in the unit of the lengths.
struct SpreadBox {
  uint32_t first = 0; ///< position among the tracks with instances, or ordinal
  uint32_t last = 0;  ///< inclusive
  uint64_t count = 0;
  int64_t least = 0;
  int64_t q1 = 0;
  int64_t median = 0;
  int64_t q3 = 0;
  int64_t most = 0;
};

/// Boxes in order; all but the last are of `perBox` tracks or ordinals.
struct Spread {
  SpreadBy by = SpreadBy::Track;
  std::vector<SpreadBox> boxes;
  uint32_t perBox = 1;
  std::vector<TrackId> tracks; ///< with instances, ascending
};

/// The most boxes that a panel of usual width shows.
inline constexpr uint32_t kMaxBoxes = 64;

/// O(instances). \param instances  as instancesOf() orders them.
Spread makeSpread(const Trace &trace, std::span<const ScopeInstance> instances, SpreadBy by,
                  bool inCycles, uint32_t mostBoxes = kMaxBoxes);

/// The box of an instance; the number of boxes if there is none. O(log tracks).
size_t boxOf(const Spread &spread, const ScopeInstance &instance);

} // namespace pstudio::statistics
