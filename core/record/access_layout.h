// SPDX-License-Identifier: Apache-2.0
// The record of a memory access in the profile buffer: its head, and the slots of addresses behind
// it. Part of the definition in record_layout.h.
#pragma once

#include "core/record/record_layout.h"

namespace pstudio::record {

/// In the key of MemoryAccess: how many Address slots follow, one for each lane that is told.
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
/// Bit 52 is the sign: no address space of a device or host has more bits.
constexpr uint64_t addressOf(uint32_t tag, uint32_t payload) {
  const uint64_t bits =
      uint64_t{tag >> kAddressHighShift & kAddressHighMask} << 32 | uint64_t{payload};
  constexpr uint64_t kSign = uint64_t{1} << 52;
  return (bits ^ kSign) - kSign;
}
constexpr uint32_t addressLaneOf(uint32_t tag) {
  return tag & kAddressLaneMask;
}
constexpr uint32_t addressesOf(uint32_t tag) {
  return keyOf(tag) >> kKeyAddressesShift;
}
/// Words of a bulk access: an address in shared memory and the coordinates of a tile.
inline constexpr uint32_t kMaxToldWords = 6;
/// Nothing that is stored at once is longer: the head of an access and 64 addresses [slots].
inline constexpr uint32_t kMaxAccessSlots = kMaxRecordSlots + 64;

// --- Strategy histogram: slot id * bins + bin is the counter of one bin of one operation. Counters
// that are added to at once, those of different operations, lie in different sectors of the cache:
// in one a transpose on an H200 took 2.0 in place of 1.8 times as long.
//   63                       32 31                          0
//  +----------------------------+----------------------------+
//  |  accesses of the unit      |  lanes that took part      |
//  +----------------------------+----------------------------+
inline constexpr uint32_t kCountedAccessesShift = 32;
/// Most bins of an operation, and the largest piece of memory that one is (2^shift bytes).
inline constexpr uint32_t kMaxCountedBins = 4096;
inline constexpr uint32_t kMaxCountedShift = 52;

} // namespace pstudio::record
