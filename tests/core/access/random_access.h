// SPDX-License-Identifier: Apache-2.0
// Accesses of every kind, drawn from a seed; and their bytes, counted one by one.
#pragma once

#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "core/access/access.h"

namespace pstudio::test {

struct RandomAccess {
  memory::LaneMask mask = 0;
  std::vector<uint64_t> addresses; // of the lanes of `mask`, by rising lane
  uint32_t bytesPerLane = 4;

  memory::LaneAddresses lanes() const {
    memory::LaneAddresses lanes;
    size_t next = 0;
    for (uint32_t lane = 0; lane < memory::kMaxLanes; ++lane)
      if (mask >> lane & 1)
        lanes.push(lane, addresses[next++]);
    return lanes;
  }
  /// Each byte that a lane touches, modulo 2^64.
  std::set<uint64_t> bytes() const {
    std::set<uint64_t> touched;
    for (const uint64_t address : addresses)
      for (uint32_t i = 0; i < bytesPerLane; ++i)
        touched.insert(address + i);
    return touched;
  }
};

/// Affine, scattered, overlapping and far apart, aligned or not, over the end of the address space
/// now and then.
inline RandomAccess randomAccess(std::mt19937_64 &random) {
  RandomAccess access;
  const uint32_t widths[] = {1, 2, 4, 8, 16, 3, 64};
  access.bytesPerLane = widths[random() % 7];
  access.mask = random() % 3 == 0   ? random()
                : random() % 2 == 0 ? 0xffffffffu
                                    : random() & random();
  if (access.mask == 0)
    access.mask = 1;
  const uint64_t bases[] = {0, 0x7f0000000000, ~uint64_t{0} - random() % 300, random()};
  const uint64_t base = bases[random() % 4] + random() % 200;
  const int64_t strides[] = {0, access.bytesPerLane, -int64_t{access.bytesPerLane},
                             static_cast<int64_t>(random() % 300) - 150,
                             static_cast<int64_t>(random())};
  const int64_t stride = strides[random() % 5];
  const uint64_t spans[] = {1, 64, 4096, uint64_t{1} << 34, ~uint64_t{0}};
  const uint64_t span = spans[random() % 5];
  const bool isAffine = random() % 2 == 0;
  for (uint32_t lane = 0; lane < memory::kMaxLanes; ++lane)
    if (access.mask >> lane & 1)
      access.addresses.push_back(
          base + (isAffine ? static_cast<uint64_t>(stride) * lane : random() % span));
  return access;
}

} // namespace pstudio::test
