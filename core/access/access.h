// SPDX-License-Identifier: Apache-2.0
// One memory access of a warp: its kind, and the bytes that each lane touches.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "core/base/units.h"

namespace pstudio::memory {

/// Effect of an access on its bytes.
enum class AccessKind : uint8_t {
  Load,
  Store,
  Atomic,    ///< reads and writes, independently per lane
  BulkLoad,  ///< a copy engine of the chip reads: one lane, any number of bytes
  BulkStore, ///< likewise, writes
};
inline constexpr uint8_t kAccessKinds = 5;

/// True if the bytes may have changed.
constexpr bool isWrite(AccessKind kind) {
  return kind == AccessKind::Store || kind == AccessKind::Atomic || kind == AccessKind::BulkStore;
}
/// True if the lanes of a warp provide the addresses, not a descriptor.
constexpr bool isByLane(AccessKind kind) {
  return kind != AccessKind::BulkLoad && kind != AccessKind::BulkStore;
}

/// The address space. Addresses in shared memory are relative to the start of the CTA's memory.
enum class AccessSpace : uint8_t { Global, Shared };
inline constexpr uint8_t kAccessSpaces = 2;

/// Bit i: lane i takes part. Lanes beyond a warp's own are zero.
using LaneMask = uint64_t;
/// Lanes of the widest wavefronts.
inline constexpr uint32_t kMaxLanes = 64;

/// The addresses of the lanes that take part, by rising lane.
class LaneAddresses {
public:
  /// Has no effect beyond kMaxLanes.
  void push(uint32_t lane, uint64_t address) {
    if (m_count == kMaxLanes)
      return;
    m_lanes[m_count] = static_cast<uint8_t>(lane);
    m_addresses[m_count++] = address;
  }
  uint32_t count() const { return m_count; }
  uint64_t address(uint32_t index) const { return m_addresses[index]; } ///< index < count()
  uint32_t lane(uint32_t index) const { return m_lanes[index]; }        ///< index < count()
  std::span<const uint64_t> addresses() const & { return {m_addresses.data(), m_count}; }
  std::span<const uint64_t> addresses() const && = delete; ///< the span would dangle

private:
  std::array<uint64_t, kMaxLanes> m_addresses;
  std::array<uint8_t, kMaxLanes> m_lanes;
  uint32_t m_count = 0;
};

/// Lane l of `mask` at base + (l - first lane of `mask`) * stride, modulo 2^64. O(lanes).
inline LaneAddresses affineLanes(LaneMask mask, uint64_t base, int64_t stride) {
  LaneAddresses lanes;
  const auto first = static_cast<uint32_t>(std::countr_zero(mask));
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    lanes.push(lane, base + static_cast<uint64_t>(stride) * (lane - first));
  }
  return lanes;
}

} // namespace pstudio::memory
