// SPDX-License-Identifier: Apache-2.0
// Random memory accesses of a launch for a seed, and the difference between two sets of accesses.
#pragma once

#include <algorithm>
#include <bit>
#include <random>
#include <string>

#include "core/access/launch_accesses.h"
#include "tests/core/access/random_access.h"

namespace pstudio::test {

struct RandomAccessesOptions {
  uint32_t mostCtas = 4;
  uint32_t mostWarps = 3;          ///< of a CTA, some of them without an access
  uint32_t mostAccesses = 12;      ///< of a warp
  uint32_t mostBytes = UINT32_MAX; ///< of a lane
};

/// Accesses of every kind and form, at any time, with buffers of any size.
inline memory::LaunchAccesses randomAccesses(std::mt19937_64 &random,
                                             const RandomAccessesOptions &options = {}) {
  using memory::AccessKind, memory::AccessSpace, memory::BufferMap;
  memory::LaunchAccesses accesses;
  const auto sites = static_cast<uint32_t>(1 + random() % 5);
  for (uint32_t i = 0; i < sites; ++i)
    static_cast<void>(accesses.table.addSite(
        {.kind = static_cast<AccessKind>(random() % memory::kAccessKinds),
         .space = static_cast<AccessSpace>(random() % memory::kAccessSpaces),
         .bytesPerLane = 1 + static_cast<uint32_t>(random() % 7 == 0 ? random() % options.mostBytes
                                                                     : random() % 16),
         .name = i % 2 == 0 ? "load \"A\"" : "",
         .location = i % 3 == 0 ? "" : "folder/kernel.mlir:" + std::to_string(i) + ":1"}));
  for (uint64_t ctas = random() % (options.mostCtas + 1), c = 0; c < ctas; ++c) {
    const auto cta = static_cast<uint32_t>(c * 0x10000007u + random() % 3);
    for (uint64_t warps = random() % (options.mostWarps + 1), w = 0; w < warps; ++w) {
      if (!accesses.table.beginWarp(cta, static_cast<uint32_t>(w)))
        continue;
      for (uint64_t count = random() % (options.mostAccesses + 1), i = 0; i < count; ++i) {
        const RandomAccess access = randomAccess(random);
        const uint64_t time = random() % 9 == 0 ? random() : i * 1000 + random() % 2000;
        accesses.table.addLanes(static_cast<uint16_t>(random() % sites),
                                Picoseconds(static_cast<int64_t>(time)), access.mask,
                                access.addresses);
      }
    }
  }
  accesses.table.setShare({.dropped = random() % 3 == 0 ? random() : 0,
                           .noLanes = random() % 10,
                           .joined = random() % 3 == 0 ? random() % 100 : 0,
                           .sampledPart = random() % 2 == 0 ? 1.0 : 1.0 / 7});
  if (random() % 4 != 0)
    accesses.buffers = *BufferMap::make(
        {{.name = "A", .base = random() >> 16, .dtype = "f32", .elementBytes = 4, .shape = {3, 9}},
         {.name = "ünd", .space = AccessSpace::Shared, .elementBytes = 16, .shape = {0, 5}},
         {.name = "", .base = 1, .shape = {int64_t{100} << 30}}});
  if (random() % 2 == 0)
    accesses.model = *memory::memoryModelOf(random() % 2 == 0 ? "gfx942" : "gfx906");
  return accesses;
}

/// The first difference, in one line; empty if both are equal. Compares each access lane by lane.
inline std::string difference(const memory::LaunchAccesses &a, const memory::LaunchAccesses &b) {
  using memory::AccessTable, memory::Buffer, memory::LaneAddresses, memory::WarpRun;
  const AccessTable &one = a.table, &other = b.table;
  if (!std::ranges::equal(one.sites(), other.sites()))
    return "sites";
  const auto isSameRun = [](const WarpRun &x, const WarpRun &y) {
    return x.cta == y.cta && x.warp == y.warp && x.begin == y.begin && x.end == y.end;
  };
  if (one.size() != other.size() || !std::ranges::equal(one.warps(), other.warps(), isSameRun))
    return "warps";
  for (uint64_t i = 0; i < one.size(); ++i) {
    const LaneAddresses x = one.lanesOf(one[i]), y = other.lanesOf(other[i]);
    if (one[i].site != other[i].site || one[i].time != other[i].time ||
        one.shapes()[one[i].shape] != other.shapes()[other[i].shape] ||
        !std::ranges::equal(x.addresses(), y.addresses()))
      return "access " + std::to_string(i);
  }
  if (one.share().dropped != other.share().dropped ||
      one.share().noLanes != other.share().noLanes ||
      one.share().joined != other.share().joined ||
      std::bit_cast<uint64_t>(one.share().sampledPart) !=
          std::bit_cast<uint64_t>(other.share().sampledPart))
    return "share";
  const auto isSameBuffer = [](const Buffer &x, const Buffer &y) {
    return x.name == y.name && x.space == y.space && x.base == y.base && x.dtype == y.dtype &&
           x.elementBytes == y.elementBytes && x.shape == y.shape;
  };
  if (!std::ranges::equal(a.buffers.buffers(), b.buffers.buffers(), isSameBuffer))
    return "buffers";
  return a.model == b.model ? "" : "model";
}

} // namespace pstudio::test
