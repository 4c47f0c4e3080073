// SPDX-License-Identifier: Apache-2.0
// Reuse of lines: touches, warps and CTAs per line, and the reuse distance.
#pragma once

#include <array>
#include <cstdint>

#include "core/access/access_table.h"
#include "core/access/memory_model.h"
#include "core/analysis/memory/sector_touches.h"

namespace pstudio::memory {

/// Counts of 64-bit numbers by magnitude: bin 0 is 0, bin i is [2^(i-1), 2^i).
using LogHistogram = std::array<uint64_t, 65>;

/// Counts of the touched lines in a range of addresses, in the pages that `touches` keeps.
struct LineReuse {
  uint64_t lines = 0;     ///< distinct ones
  uint64_t touches = 0;   ///< of them all
  LogHistogram perLine{}; ///< lines by their touches
  LogHistogram warps{};   ///< lines by the warps that touched them
  LogHistogram ctas{};    ///< lines by the CTAs that touched them
};
/// Reuse of the lines that contain a byte of [first, last]. O(pages of the range).
LineReuse lineReuse(const SectorTouches &touches, uint64_t first, uint64_t last);

/// The distance of a touch of a line is the number of other lines that the same CTA touched since
/// its last touch of that line. A private LRU cache of the CTA with more lines than this distance
/// keeps the line (Mattson, Gecsei, Slutz, Traiger, IBM Systems Journal 1970).
struct ReuseDistances {
  uint64_t first = 0;     ///< touches of lines that the CTA had not touched yet
  LogHistogram again{};   ///< touches of others, by their distance
  double countedPart = 1; ///< counted part of the lines, selected by a hash; the counts are of
                          ///< these lines, the distances are estimates for all
};

/// By CTA, in the order of time; lines of one access by rising address. At most about `maxTouches`
/// touches are counted. O(touches * log).
ReuseDistances reuseDistances(const AccessTable &table, const MemoryModel &model,
                              uint64_t maxTouches = 4'000'000, unsigned threads = 0);

} // namespace pstudio::memory
