// SPDX-License-Identifier: Apache-2.0
// All results of the analysis of one launch's accesses, for reports.
#pragma once

#include <vector>

#include "core/access/launch_accesses.h"
#include "core/analysis/memory/findings.h"
#include "core/analysis/memory/footprint.h"
#include "core/analysis/memory/reuse.h"
#include "core/analysis/memory/sector_touches.h"
#include "core/analysis/memory/site_statistics.h"

namespace pstudio::memory {

/// Results by value, without references to the input.
struct LaunchMemory {
  static constexpr uint32_t kColumns = 10; ///< equal parts of the time

  std::vector<SiteStatistics> sites; ///< by index of the site
  SectorTouches touches;
  std::vector<Finding> findings;
  LineReuse lines; ///< of all buffers and outside of them
  ReuseDistances distances;
  std::vector<Wave> waves;
  Footprints ofWaves; ///< by wave
  Footprints ofTimes; ///< working sets of kColumns equal parts of the time
};

/// On `threads` threads (0: all). O(accesses * sectors): README.md has figures.
LaunchMemory analyzeMemory(const LaunchAccesses &accesses, unsigned threads = 0);

} // namespace pstudio::memory
