// SPDX-License-Identifier: Apache-2.0
// The address space of a launch: allocations with bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

namespace pstudio::test::amdgpu {

/// Regions by address. They do not overlap; their bytes belong to the caller.
class Memory {
public:
  void add(uint64_t begin, std::byte *bytes, size_t size, bool isWritable = true);

  /// The bytes [address, address + size), which lie in one region; null if they do not, or if the
  /// region may not be written. O(log regions), O(1) for the region of the last call.
  std::byte *find(uint64_t address, size_t size, bool writes);

private:
  struct Region {
    std::byte *bytes;
    size_t size;
    bool isWritable;
  };
  std::map<uint64_t, Region> m_regions;
  uint64_t m_lastBegin = 0;
  Region m_last{nullptr, 0, false};
};

} // namespace pstudio::test::amdgpu
