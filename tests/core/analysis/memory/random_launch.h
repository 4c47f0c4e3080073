// SPDX-License-Identifier: Apache-2.0
// A random launch for a seed, whose CTAs and warps share sectors.
#pragma once

#include <map>
#include <random>
#include <vector>

#include "core/access/access_table.h"
#include "core/access/buffer_map.h"

namespace pstudio::test {

struct LaunchOptions {
  uint32_t ctas = 5;
  uint32_t warpsPerCta = 3;
  uint32_t accessesPerWarp = 60;
  uint64_t span = 3000; ///< of the addresses, from 4096 on; also before and after the buffers
};

inline memory::AccessTable randomLaunch(std::mt19937_64 &random, const LaunchOptions &options) {
  using memory::AccessKind;
  using memory::AccessSpace;
  memory::AccessTable table;
  const uint32_t widths[] = {1, 4, 8, 16};
  for (const AccessSpace space : {AccessSpace::Global, AccessSpace::Shared})
    for (const AccessKind kind : {AccessKind::Load, AccessKind::Store, AccessKind::Atomic})
      static_cast<void>(
          table.addSite({.kind = kind, .space = space, .bytesPerLane = widths[random() % 4]}));
  for (uint32_t cta = 0; cta < options.ctas; ++cta)
    for (uint32_t warp = 0; warp < options.warpsPerCta; ++warp) {
      static_cast<void>(table.beginWarp(cta * 7 + 1, warp));
      for (uint32_t i = 0; i < options.accessesPerWarp; ++i) {
        const auto site = static_cast<uint16_t>(random() % table.sites().size());
        const auto time = Picoseconds(static_cast<int64_t>(random() % 5000) - 1000);
        const memory::LaneMask mask = random() % 2 == 0 ? 0xff : random() & 0xffffffff;
        const uint64_t base = 4096 + random() % options.span;
        if (random() % 3 != 0) {
          table.addAffine(site, time, mask, base, static_cast<int64_t>(random() % 20));
          continue;
        }
        std::vector<uint64_t> addresses(static_cast<size_t>(std::popcount(mask)));
        for (uint64_t &address : addresses)
          address = 4096 + random() % options.span;
        table.addLanes(site, time, mask, addresses);
      }
    }
  return table;
}

/// Two buffers with a gap between them, and one of shared memory.
inline memory::BufferMap randomBuffers() {
  using memory::AccessSpace;
  return *memory::BufferMap::make({
      {.name = "A", .base = 4500, .dtype = "f32", .elementBytes = 4, .shape = {10, 16}},
      {.name = "tile", .space = AccessSpace::Shared, .base = 0, .elementBytes = 4, .shape = {100}},
      {.name = "B", .base = 6016, .dtype = "f32", .elementBytes = 4, .shape = {100}},
  });
}

} // namespace pstudio::test
