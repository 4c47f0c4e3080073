// SPDX-License-Identifier: Apache-2.0
// How much of global memory is touched: by the CTAs that run together, and while time passes.
#pragma once

#include <cstdint>
#include <vector>

#include "core/access/access_table.h"
#include "core/access/memory_model.h"

namespace pstudio::memory {

/// CTAs that all ran at one moment, each from its first recorded access to its last.
///
/// NVIDIA calls the thread blocks that run concurrently a wave (Deep Learning Performance Guide,
/// "GPU Performance Background", "GPU Execution Model"). Blocks of later waves begin as earlier
/// ones end, one by one; a wave here is what is left over when the CTA that ends first decides: all
/// that had begun by then. So each CTA is in one wave, there are as few waves as possible, and
/// every two of a wave overlapped (the greedy clique cover of intervals: Gupta, Lee, Leung,
/// Networks 1982).
struct Wave {
  std::vector<uint32_t> ctas; ///< linear ids, by their begin
  Picoseconds begin, end;     ///< of the first access and of the last one
};
/// By their first end. CTAs without accesses are in none. O(accesses + CTAs * log).
std::vector<Wave> wavesOf(const AccessTable &table);

/// Sectors of global memory, counted once however often they are touched.
struct Footprints {
  std::vector<uint64_t> sectors; ///< by group
  double countedPart = 1; ///< of the sectors, those that were looked at, chosen by a hash of their
                          ///< neighbourhood; the numbers are estimates for all
};
struct FootprintOptions {
  uint64_t maxTouches = 32'000'000; ///< of sectors: about as many are counted at most
  unsigned threads = 0;             ///< 0: all
  bool onlyWrites = false;          ///< sectors of stores and atomic operations alone
};

/// Distinct sectors that the CTAs of each wave touched together. `model` is usable.
/// O(accesses * sectors).
Footprints waveFootprints(const AccessTable &table, const MemoryModel &model,
                          const std::vector<Wave> &waves, const FootprintOptions &options = {});

/// Distinct sectors touched within each of `columns` (1 to 65536) equal parts of the time from the
/// first access to the last: the working set (Denning, Communications of the ACM 1968).
/// O(accesses * sectors).
Footprints workingSet(const AccessTable &table, const MemoryModel &model, uint32_t columns,
                      const FootprintOptions &options = {});

} // namespace pstudio::memory
