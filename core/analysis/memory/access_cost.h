// SPDX-License-Identifier: Apache-2.0
// The cost of one access of a warp: sectors and lines of global memory, wavefronts of shared
// memory.
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
  uint64_t sectors = 0; ///< distinct sectors with a touched byte
  uint64_t ideal = 0;   ///< fewest sectors for as many bytes: bytes / sectorBytes, rounded up
  uint64_t lines = 0;   ///< distinct lines with a touched byte
  uint64_t bytes = 0;   ///< distinct bytes that are touched
  /// Contiguous bytes that would fit into `ideal` sectors if they began at a sector.
  bool isMisaligned = false;
  bool operator==(const SectorCost &) const = default;
};
SectorCost sectorCost(const BytePieces &pieces, const MemoryModel &model);

/// Bank conflicts of one access. A wavefront is one pass in which each bank serves one word.
struct BankCost {
  uint32_t wavefronts = 0; ///< wavefronts needed: the sum of the degrees of all phases
  uint32_t phases = 0;     ///< phases with a lane: wavefronts without conflicts
  uint32_t degree = 0;     ///< most words of one bank in one phase; 1: no conflict
  bool operator==(const BankCost &) const = default;
};
/// `kind` is by lane; for bulk accesses all counts are 0. O(lanes * log).
BankCost bankCost(const LaneAddresses &lanes, uint32_t bytesPerLane, AccessKind kind,
                  const BankRules &rules);

/// Load of each bank for one access.
struct BankLoad {
  std::array<uint32_t, 64> words{}; ///< by bank: words served, in all phases
  std::array<uint32_t, 64> extra{}; ///< of those, words beyond the first of a phase
};
/// As bankCost(), bank by bank.
BankLoad bankLoad(const LaneAddresses &lanes, uint32_t bytesPerLane, AccessKind kind,
                  const BankRules &rules);

} // namespace pstudio::memory
