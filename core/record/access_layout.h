// SPDX-License-Identifier: Apache-2.0
// The record of a memory access in the profile buffer: its head, then its Address slots. Part of
// the definition in record_layout.h.
#pragma once

#include <bit>

#include "core/access/access_counts.h"
#include "core/record/record_layout.h"

namespace pstudio::record {

/// In the key of MemoryAccess: the number of Address slots that follow, one per recorded address or
/// word of a bulk access.
inline constexpr uint32_t kKeyAddressesShift = 8;

// --- Tag word of an Address; its payload is bits 31..0 of the address
//   31    28 27                         7 6          0
//  +--------+----------------------------+------------+
//  |    9   |    address bits 52..32     |    lane    |
//  +--------+----------------------------+------------+
inline constexpr uint32_t kAddressHighShift = 7;
inline constexpr uint32_t kAddressHighMask = 0x1fffff;
inline constexpr uint32_t kAddressLaneMask = 0x7f;

constexpr uint32_t makeAddressTag(uint64_t address, uint32_t lane) {
  return static_cast<uint32_t>(Kind::Address) << kKindShift |
         (static_cast<uint32_t>(address >> 32) & kAddressHighMask) << kAddressHighShift |
         (lane & kAddressLaneMask);
}
/// Bits without the sign, which is bit 52. No address space of a device or host has more bits.
inline constexpr uint32_t kAddressBits = 52;
constexpr uint64_t addressOf(uint32_t tag, uint32_t payload) {
  const uint64_t bits =
      uint64_t{tag >> kAddressHighShift & kAddressHighMask} << 32 | uint64_t{payload};
  constexpr uint64_t kSign = uint64_t{1} << kAddressBits;
  return (bits ^ kSign) - kSign;
}
constexpr uint32_t addressLaneOf(uint32_t tag) {
  return tag & kAddressLaneMask;
}
constexpr uint32_t addressesOf(uint32_t tag) {
  return keyOf(tag) >> kKeyAddressesShift;
}
/// Slots of the whole record that starts with this tag; 0 for a tag that starts none.
constexpr uint32_t recordSlots(uint32_t tag) {
  return slotsOf(tag) + (kindOf(tag) == Kind::MemoryAccess ? addressesOf(tag) : 0);
}
/// Mask of the address bits from bit 0 up to the highest bit that `xors` (AccessFacts::laneXors)
/// change.
template <class Xors> constexpr uint64_t lowBitsOf(const Xors &xors) {
  uint64_t changed = 0;
  for (const auto bits : xors)
    changed |= static_cast<uint64_t>(bits);
  return changed == 0 ? 0 : ~uint64_t{0} >> std::countl_zero(changed);
}
/// True if the stride changes no bit that the xors may change.
template <class Xors> constexpr bool isAboveXors(int64_t stride, const Xors &xors) {
  return (static_cast<uint64_t>(stride) & lowBitsOf(xors)) == 0;
}
/// Words of a bulk access: an address in shared memory and the coordinates of a tile.
inline constexpr uint32_t kMaxEncodedWords = 6;
/// Length of the longest record: the head of an access and 64 addresses [slots].
inline constexpr uint32_t kMaxAccessSlots = kMaxRecordSlots + 64;

// --- Strategy histogram: slot id * bins + bin is the counter of one bin of one operation. Counters
// of different operations, which warps update at the same time, are in different cache sectors:
// with these counters in one sector a transpose on an H200 took 2.0 instead of 1.8 times as long.
//   63                       32 31                          0
//  +----------------------------+----------------------------+
//  |  accesses of the unit      |  lanes that took part      |
//  +----------------------------+----------------------------+
inline constexpr uint32_t kCountedAccessesShift = 32;
using memory::kMaxCountedBins;
using memory::kMaxCountedShift;

} // namespace pstudio::record
