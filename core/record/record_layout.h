// SPDX-License-Identifier: Apache-2.0
// The one definition of the profile buffer, for the lowering that writes it and the decoder that
// reads it. Drawn in FORMAT.md. Little-endian. No other code may spell out an offset or a bit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/record/strategies.h"

namespace pstudio::record {

/// 'PSTU' as a little-endian word. 0 means that the CTA never reached its initialize.
inline constexpr uint32_t kBlockMagic = 0x55545350u;
inline constexpr uint16_t kLayoutVersion = 2;
inline constexpr uint16_t kWideLayoutVersion = 3;   ///< where warps have 64 lanes: wider masks
inline constexpr uint16_t kOldestLayoutVersion = 1; ///< known to readers; no values of 64 bits

/// Bytes of one slot: a tag word and a payload word.
inline constexpr uint32_t kSlotBytes = 8;
/// A block starts, and its size is, a multiple of this [bytes]: one L2 line of current GPUs.
inline constexpr uint32_t kBlockAlignment = 128;

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

/// What a slot holds. Payload is the 32-bit clock unless said otherwise.
enum class Kind : uint32_t {
  Unwritten = 0,    ///< never stored (buffers start zeroed)
  ScopeStart = 1,   ///< key bit 0: part of the lanes, a Continuation with their mask follows
  ScopeEnd = 2,     ///< as ScopeStart
  EventStart = 3,   ///< key: instance of the operation (stage, phase, iteration; mod 2^16)
  EventEnd = 4,     ///< as EventStart
  Value = 5,        ///< + 1 Continuation: bits 31..0; + 1 more: bits 63..32 (key bit 1 set)
  MemoryAccess = 6, ///< head of an access: as ScopeStart; key bits 15..8: Address slots behind it
  ClockEpoch = 7,   ///< + 1 Continuation: clock bits 63..32 (this slot: bits 31..0)
  Continuation = 8, ///< further slot of the record before it; key: 1 for the first, 2, ...
  Address = 9,      ///< address of one lane, see access_layout.h; no operation, no key
};
/// In the key of ScopeStart, ScopeEnd and MemoryAccess: a Continuation with the lane mask follows.
inline constexpr uint32_t kKeyPartialMask = 1;
inline constexpr uint32_t kKeyWideMask = 2; ///< beside it: a second one, lanes 32..63
inline constexpr uint32_t kKeyWide = 2;     ///< in the key of Value: a second one, bits 63..32
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
    break;
  }
  return 0;
}
/// No record is longer [slots].
inline constexpr uint32_t kMaxRecordSlots = 3;

// --- Block: one per CTA, at index x + gridX * (y + gridY * z)
//  header (kHeaderBytes) | unit table (unitCount * kUnitBytes) | segments (unitCount * slotsPerUnit
//  * kSlotBytes) | zero padding to kBlockAlignment

/// Byte offsets in the header.
enum HeaderOffset : uint32_t {
  kMagic = 0,         ///< u32 kBlockMagic; stored by initialize
  kVersion = 4,       ///< u16 kLayoutVersion
  kHeaderSize = 6,    ///< u16 kHeaderBytes
  kProgramX = 8,      ///< u32 CTA coordinates
  kProgramY = 12,     ///< u32
  kProgramZ = 16,     ///< u32
  kHardwareId = 20,   ///< u32 SM / CU
  kUnitCount = 24,    ///< u32 segments in this block
  kSlotsPerUnit = 28, ///< u32 capacity of a segment [slots], a power of two
  kFlags = 32,        ///< u32 see HeaderFlag
  kFlushedSlots = 36, ///< u32 strategies flush and stream: slots handed over at once, a power of
                      ///< two; else zero
  kBeginCycle = 40,   ///< u64 cycle counter, read by initialize ...
  kBeginTime = 48,    ///< u64 ... together with the global timer [ns]
  kEndCycle = 56, ///< u64 the same pair, read by finalize on the same thread; 0 if never reached
  kEndTime = 64,  ///< u64
  kStreamChunks = 72,   ///< u32 strategy stream: chunks of a unit's ring; else zero
  kHeaderReserved = 76, ///< u32 zero
};
inline constexpr uint32_t kHeaderBytes = 80;

/// kFlags: bits 3..0 strategy, bits 7..4 granularity, bits 11..8 metric.
enum class Granularity : uint32_t {
  Thread = 0,
  Warp = 1,
  Warp2 = 2,
  Warp4 = 3,
  Warp8 = 4,
  Cta = 5,
  WarpGroup = 6,
  WarpGroup2 = 7,
  WarpGroup4 = 8,
  WarpGroup8 = 9,
};
/// What a record's clock word is.
enum class Metric : uint32_t {
  Cycle = 0, ///< low 32 bits of the cycle counter
  Time = 1,  ///< low 32 bits of the global timer [ns]
};
constexpr uint32_t makeFlags(Strategy strategy, Granularity granularity,
                             Metric metric = Metric::Cycle) {
  return static_cast<uint32_t>(strategy) | static_cast<uint32_t>(granularity) << 4 |
         static_cast<uint32_t>(metric) << 8;
}

constexpr Strategy strategyOf(uint32_t flags) {
  return static_cast<Strategy>(flags & 0xf);
}
constexpr Granularity granularityOf(uint32_t flags) {
  return static_cast<Granularity>(flags >> 4 & 0xf);
}
constexpr Metric metricOf(uint32_t flags) {
  return static_cast<Metric>(flags >> 8 & 0xf);
}

/// The strategies flush and stream hand a segment over by halves. Behind each they record what that
/// took: a scope, with stream a clock epoch within it [slots].
inline constexpr uint32_t kFlushRecordSlots = 2;
inline constexpr uint32_t kStreamRecordSlots = 4;
/// Fewest slots of a half: a record that is partly in it and what the handover of the one before
/// records must not fill it.
inline constexpr uint32_t kMinFlushedSlots = 8;
static_assert(kMaxRecordSlots - 1 + kStreamRecordSlots < kMinFlushedSlots);

/// True if what brought a unit's count to `written` was the first to reach the end of a half of
/// `half` slots, which is then handed over. Asked behind each record, and each access with all its
/// addresses: of that `slots` is the exact number, at most `half`.
constexpr bool fillsHalf(uint32_t written, uint32_t half, uint32_t slots = kMaxRecordSlots) {
  // What a handover records and the next record lie behind the first slots of a half.
  static_assert(kFlushRecordSlots + 1 >= kMaxRecordSlots);
  return written >= half && (written & (half - 1)) < slots;
}

/// One entry of the unit table.
enum UnitOffset : uint32_t {
  kUnitWritten = 0, ///< u32 slots ever stored by the unit, not modulo the capacity
  kUnitState = 4,   ///< u32 kUnitIdle until the unit's finalize
};
inline constexpr uint32_t kUnitBytes = 8;
inline constexpr uint32_t kUnitIdle =
    0; ///< never finalised: `written` is what had been stored so far
inline constexpr uint32_t kUnitFinalized = 1; ///< `written` is final

/// Bytes from the start of a block to unit `unit`'s table entry / first slot, and of the whole
/// block.
constexpr uint64_t unitEntryOffset(uint32_t unit) {
  return kHeaderBytes + uint64_t{unit} * kUnitBytes;
}
constexpr uint64_t segmentOffset(uint32_t unitCount, uint32_t slotsPerUnit, uint32_t unit) {
  return kHeaderBytes + uint64_t{unitCount} * kUnitBytes +
         uint64_t{unit} * slotsPerUnit * kSlotBytes;
}
constexpr uint64_t blockBytes(uint32_t unitCount, uint32_t slotsPerUnit) {
  const uint64_t used = segmentOffset(unitCount, slotsPerUnit, unitCount);
  return (used + kBlockAlignment - 1) / kBlockAlignment * kBlockAlignment;
}

static_assert(kHeaderBytes % kSlotBytes == 0 && kUnitBytes % kSlotBytes == 0,
              "slots must stay 8-byte aligned");
static_assert(kHeaderReserved + 4 == kHeaderBytes);

} // namespace pstudio::record
