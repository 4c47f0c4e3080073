// SPDX-License-Identifier: Apache-2.0
// What one access of a warp costs: sectors and lines of global memory, wavefronts of shared memory.
#pragma once

#include <array>
#include <cstdint>

#include "core/access/access.h"
#include "core/access/memory_model.h"
#include "core/analysis/memory/byte_pieces.h"

namespace pstudio::memory {

/// Sectors that one access moves (Nsight Compute documentation, "L2 Theoretical Sectors Global" and
/// its "Ideal"): a sector is moved whole if any byte of it is touched.
struct SectorCost {
  uint64_t sectors = 0; ///< distinct sectors that hold a touched byte
  uint64_t ideal = 0;   ///< the fewest that could hold as many bytes: bytes / sectorBytes, up
  uint64_t lines = 0;   ///< distinct lines that hold a touched byte
  uint64_t bytes = 0;   ///< distinct bytes that are touched
  /// Neighbouring bytes that would fit into `ideal` sectors, had they begun at a sector.
  bool isMisaligned = false;
  bool operator==(const SectorCost &) const = default;
};
SectorCost sectorCost(const BytePieces &pieces, const MemoryModel &model);

/// How banks serve one access. A wavefront is one pass in which each bank serves one word.
struct BankCost {
  uint32_t wavefronts = 0; ///< wavefronts needed: the sum of the degrees of all phases
  uint32_t phases = 0;     ///< wavefronts if no bank were asked for two words: phases with a lane
  uint32_t degree = 0;     ///< most words that one bank is asked for in one phase; 1: no conflict
  bool operator==(const BankCost &) const = default;
};
/// `kind` is by lane; bulk accesses ask no banks (all zero). O(lanes * log).
BankCost bankCost(const LaneAddresses &lanes, uint32_t bytesPerLane, AccessKind kind,
                  const BankRules &rules);

/// What each bank does for one access.
struct BankLoad {
  std::array<uint32_t, 64> words{}; ///< by bank: words served, in all phases
  std::array<uint32_t, 64> extra{}; ///< of those, the ones beyond the first of their phase
};
/// As bankCost(), bank by bank.
BankLoad bankLoad(const LaneAddresses &lanes, uint32_t bytesPerLane, AccessKind kind,
                  const BankRules &rules);

} // namespace pstudio::memory
