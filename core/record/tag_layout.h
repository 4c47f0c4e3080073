// SPDX-License-Identifier: Apache-2.0
// The tag word of a slot. Part of the definition in record_layout.h.
#pragma once

#include <cstdint>

namespace pstudio::record {

// --- Tag word (word 0 of a slot)
//   31    28 27              16 15                    0
//  +--------+------------------+-----------------------+
//  |  kind  |   operation id   |          key          |
//  +--------+------------------+-----------------------+
inline constexpr uint32_t kKindShift = 28;
inline constexpr uint32_t kOperationShift = 16;
inline constexpr uint32_t kOperationMask = 0xfff;
inline constexpr uint32_t kKeyMask = 0xffff;
/// Operation ids are 0..4095; the pass that assigns them rejects more.
inline constexpr uint32_t kMaxOperations = kOperationMask + 1;

/// Content of a slot. The payload is the 32-bit clock unless stated otherwise.
enum class Kind : uint32_t {
  Unwritten = 0,    ///< never stored (buffers start zeroed)
  ScopeStart = 1,   ///< key bit 0: part of the lanes, a Continuation with their mask follows
  ScopeEnd = 2,     ///< as ScopeStart
  EventStart = 3,   ///< key: instance of the operation (stage, phase, iteration; mod 2^16)
  EventEnd = 4,     ///< as EventStart
  Value = 5,        ///< + 1 Continuation: bits 31..0; + 1 more: bits 63..32 (key bit 1 set)
  MemoryAccess = 6, ///< head of an access: as ScopeStart; key bits 15..8: following Address slots
  ClockEpoch = 7,   ///< + 1 Continuation: clock bits 63..32 (this slot: bits 31..0); key: see below
  Continuation = 8, ///< further slot of the record before it; key: 1 for the first, 2, ...
  Address = 9,      ///< address of one lane, see access_layout.h; no operation, no key
  Group = 10,       ///< several records, see group_layout.h; key: their group in the kernel's table
};
/// In the key of ScopeStart, ScopeEnd and MemoryAccess: a Continuation with the lane mask follows.
inline constexpr uint32_t kKeyPartialMask = 1;
inline constexpr uint32_t kKeyWideMask = 2; ///< beside it: a second one, lanes 32..63
inline constexpr uint32_t kKeyWide = 2;     ///< in the key of Value: a second one, bits 63..32
/// In the key of ClockEpoch: since the epoch before it, or the begin of the block, each record but
/// the next one comes less than 2^32 - kMaxBackstep cycles after the one before it ...
inline constexpr uint32_t kKeyEpochAfterWait = 1;
/// ... or any record may come later than that. Without a key the epoch is one of a pair that
/// encloses a long distance.
inline constexpr uint32_t kKeyEpochAfterLoop = 2;
inline constexpr uint32_t kKeyEpochMask = 3;
/// In the key of Value: the lane of the warp whose value was recorded.
inline constexpr uint32_t kKeyLaneShift = 8;
constexpr uint32_t makeTag(Kind kind, uint32_t operation, uint32_t key) {
  return static_cast<uint32_t>(kind) << kKindShift |
         (operation & kOperationMask) << kOperationShift | (key & kKeyMask);
}
constexpr Kind kindOf(uint32_t tag) {
  return static_cast<Kind>(tag >> kKindShift);
}
constexpr uint32_t operationOf(uint32_t tag) {
  return tag >> kOperationShift & kOperationMask;
}
constexpr uint32_t keyOf(uint32_t tag) {
  return tag & kKeyMask;
}
/// Slots of the record that starts with this tag, without those of addresses; 0 for a tag that
/// starts none.
constexpr uint32_t slotsOf(uint32_t tag) {
  switch (kindOf(tag)) {
  case Kind::ScopeStart:
  case Kind::ScopeEnd:
  case Kind::MemoryAccess:
    return keyOf(tag) & kKeyPartialMask ? (keyOf(tag) & kKeyWideMask ? 3 : 2) : 1;
  case Kind::EventStart:
  case Kind::EventEnd:
    return 1;
  case Kind::Value:
    return keyOf(tag) & kKeyWide ? 3 : 2;
  case Kind::ClockEpoch:
    return 2;
  case Kind::Unwritten:
  case Kind::Continuation:
  case Kind::Address:
  case Kind::Group:
    break;
  }
  return 0;
}
/// Length of the longest record, without addresses [slots].
inline constexpr uint32_t kMaxRecordSlots = 3;

} // namespace pstudio::record
