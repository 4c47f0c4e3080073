// SPDX-License-Identifier: Apache-2.0
// Footprints in global memory: of concurrent CTAs, and over time.
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
/// ones end, one by one. Here the remaining CTA that ends first defines a wave: all remaining CTAs
/// that have begun by its end. So each CTA is in one wave, the number of waves is minimal, and
/// every two CTAs of a wave overlap in time (the greedy clique cover of intervals: Gupta, Lee,
/// Leung, Networks 1982).
struct Wave {
  std::vector<uint32_t> ctas; ///< linear ids, by their begin
  Picoseconds begin, end;     ///< of the first access and of the last one
};
/// The waves, by the end of the CTA that ends first. CTAs without accesses are in no wave.
/// O(accesses + CTAs * log).
std::vector<Wave> wavesOf(const AccessTable &table);

/// Distinct sectors of global memory.
struct Footprints {
  std::vector<uint64_t> sectors; ///< by group
  double countedPart = 1;        ///< sampled part of the sectors, selected by a hash of their
                                 ///< neighbourhood; the numbers are estimates for all
};
struct FootprintOptions {
  uint64_t maxTouches = 32'000'000; ///< of sectors: approximate limit of the counted touches
  unsigned threads = 0;             ///< 0: all
  bool onlyWrites = false;          ///< only sectors of stores and atomic operations
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
