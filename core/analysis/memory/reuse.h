// SPDX-License-Identifier: Apache-2.0
// How often lines are touched again, by whom, and how much lies in between.
#pragma once

#include <array>
#include <cstdint>

#include "core/access/access_table.h"
#include "core/access/memory_model.h"
#include "core/analysis/memory/sector_touches.h"

namespace pstudio::memory {

/// Numbers of 64 bits by magnitude: bin 0 holds 0, bin i holds [2^(i-1), 2^i).
using LogHistogram = std::array<uint64_t, 65>;

/// Of the touched lines of a range of addresses; of the pages that `touches` kept.
struct LineReuse {
  uint64_t lines = 0;     ///< distinct ones
  uint64_t touches = 0;   ///< of them all
  LogHistogram perLine{}; ///< lines by their touches
  LogHistogram warps{};   ///< lines by the warps that touched them
  LogHistogram ctas{};    ///< lines by the CTAs that touched them
};
/// Of lines that hold a byte of [first, last]. O(pages of the range).
LineReuse lineReuse(const SectorTouches &touches, uint64_t first, uint64_t last);

/// The distance of a touch of a line is the number of other lines that the same CTA touched since
/// its last touch of that line: a cache of the CTA's own with more lines, evicting the line unused
/// for longest, would have kept it (Mattson, Gecsei, Slutz, Traiger, IBM Systems Journal 1970).
struct ReuseDistances {
  uint64_t first = 0;     ///< touches of lines that the CTA had not touched yet
  LogHistogram again{};   ///< touches of others, by their distance
  double countedPart = 1; ///< of the lines, those that were counted, chosen by a hash; the counts
                          ///< are of these, the distances are estimates for all
};

/// By CTA, in the order of time; lines of one access by rising address. At most about `maxTouches`
/// touches are counted. O(touches * log).
ReuseDistances reuseDistances(const AccessTable &table, const MemoryModel &model,
                              uint64_t maxTouches = 4'000'000, unsigned threads = 0);

} // namespace pstudio::memory
