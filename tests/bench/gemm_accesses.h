// SPDX-License-Identifier: Apache-2.0
// The accesses of a tiled matrix product, in any number.
#pragma once

#include <cstdint>
#include <random>

#include "core/access/access_table.h"

namespace pstudio::bench {

inline constexpr uint64_t kA = uint64_t{1} << 40, kB = uint64_t{2} << 40, kC = uint64_t{3} << 40;
inline constexpr int64_t kSize = 8192; // rows and columns of the matrices
inline constexpr uint32_t kWarps = 8, kStepsPerTile = 6;

/// The accesses of C = A B in tiles, similar to gemm_tiled: in each step a row of A, a row of B, a
/// store and two loads of the tiles in shared memory, one of them by columns, and a row of C, which
/// odd CTAs store by columns. Each access is late by up to `jitter` cycles of 1.98 GHz.
inline memory::AccessTable gemmAccesses(uint64_t accesses, uint32_t jitter = 0) {
  memory::AccessTable table;
  std::minstd_rand random(20261122);
  table.reserve(accesses);
  for (const memory::AccessKind kind : {memory::AccessKind::Load, memory::AccessKind::Load})
    static_cast<void>(table.addSite({.kind = kind, .bytesPerLane = 4}));
  for (const memory::AccessKind kind :
       {memory::AccessKind::Store, memory::AccessKind::Load, memory::AccessKind::Load})
    static_cast<void>(table.addSite({.kind = kind, .space = memory::AccessSpace::Shared}));
  static_cast<void>(table.addSite({.kind = memory::AccessKind::Store}));
  const uint32_t tiles = kSize / 32;
  for (uint32_t cta = 0; table.size() + kStepsPerTile < accesses; ++cta) {
    const uint64_t row = uint64_t{cta} / tiles % tiles * 32, column = uint64_t{cta} % tiles * 32;
    for (uint32_t warp = 0; warp < kWarps && table.size() + kStepsPerTile < accesses; ++warp) {
      static_cast<void>(table.beginWarp(cta, warp));
      for (uint32_t k = 0; k < tiles && table.size() + kStepsPerTile < accesses; ++k) {
        int64_t time = (cta / 528 * int64_t{tiles} + k) * 400'000 + warp * 1000;
        const auto next = [&] {
          const uint64_t late = jitter == 0 ? 0 : random() % jitter;
          return Picoseconds(time += 40'000 + static_cast<int64_t>(late * 1'000'000 / 1980));
        };
        const uint64_t inA = kA + ((row + warp) * kSize + k * 32) * 4;
        const uint64_t inB = kB + ((k * 32 + warp) * kSize + column) * 4;
        table.addAffine(0, next(), 0xffffffff, inA, 4);
        table.addAffine(1, next(), 0xffffffff, inB, 4);
        table.addAffine(2, next(), 0xffffffff, warp * 128, 4);
        table.addAffine(3, next(), 0xffffffff, warp * 4, 132);
        table.addAffine(4, next(), 0xffffffff, 4224 + warp * 128, 0);
        table.addAffine(5, next(), 0xffffffff, kC + ((row + warp) * kSize + column) * 4,
                        cta % 2 == 0 ? 4 : kSize * 4);
      }
    }
  }
  return table;
}

} // namespace pstudio::bench
