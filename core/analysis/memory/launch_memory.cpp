// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/launch_memory.h"

namespace pstudio::memory {

LaunchMemory analyzeMemory(const LaunchAccesses &accesses, unsigned threads) {
  const auto &[table, buffers, model, counts] = accesses;
  LaunchMemory memory;
  memory.sites = siteStatistics(table, buffers, model, threads);
  memory.touches = SectorTouches::count(table, model, {.threads = threads});
  memory.findings = findings(table, buffers, memory.sites, memory.touches);
  memory.lines = lineReuse(memory.touches, 0, UINT64_MAX);
  memory.distances = reuseDistances(table, model, 4'000'000, threads);
  memory.waves = wavesOf(table);
  memory.ofWaves = waveFootprints(table, model, memory.waves, {.threads = threads});
  memory.ofTimes = workingSet(table, model, LaunchMemory::kColumns, {.threads = threads});
  return memory;
}

} // namespace pstudio::memory
