// SPDX-License-Identifier: Apache-2.0
// The one definition of the profile buffer, for the lowering that writes it and the decoder that
// reads it. Drawn in FORMAT.md. Little-endian. No other code contains an offset or a bit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/record/strategies.h"
#include "core/record/tag_layout.h"

namespace pstudio::record {

/// 'PSTU' as a little-endian word. 0 means that the CTA never reached its initialize.
inline constexpr uint32_t kBlockMagic = 0x55545350u;
inline constexpr uint16_t kLayoutVersion = 2;
inline constexpr uint16_t kWideLayoutVersion = 3;        ///< where warps have 64 lanes: wider masks
inline constexpr uint16_t kShortGroupsLayoutVersion = 4; ///< groups of 1 to 3 records, all warps
inline constexpr uint16_t kGroupedLayoutVersion = 5;     ///< groups of up to 63 records, all warps
inline constexpr uint16_t kOldestLayoutVersion = 1;      ///< readable; no values of 64 bits

/// Bytes of one slot: a tag word and a payload word.
inline constexpr uint32_t kSlotBytes = 8;
/// A block starts, and its size is, a multiple of this [bytes]: one L2 line of current GPUs.
inline constexpr uint32_t kBlockAlignment = 128;

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

/// kFlags: bits 3..0 strategy, bits 7..4 granularity, bits 11..8 metric, bit 12 kGroupedFlag.
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
/// Content of a record's clock word.
enum class Metric : uint32_t {
  Cycle = 0, ///< low 32 bits of the cycle counter
  Time = 1,  ///< low 32 bits of the global timer [ns]
};
/// Records are in groups: each starts at a multiple of kGroupSlots (group_layout.h).
inline constexpr uint32_t kGroupedFlag = 1 << 12;
constexpr uint32_t makeFlags(Strategy strategy, Granularity granularity,
                             Metric metric = Metric::Cycle, bool isGrouped = false) {
  return static_cast<uint32_t>(strategy) | static_cast<uint32_t>(granularity) << 4 |
         static_cast<uint32_t>(metric) << 8 | (isGrouped ? kGroupedFlag : 0);
}
constexpr bool isGrouped(uint32_t flags) {
  return (flags & kGroupedFlag) != 0;
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

/// The strategies flush and stream hand a segment over by halves. After each half they record the
/// duration of the handover: a scope, with stream a clock epoch within it [slots].
inline constexpr uint32_t kFlushRecordSlots = 2;
inline constexpr uint32_t kStreamRecordSlots = 4;
/// Fewest slots of a half: the rest of a record that began in the previous half and the records of
/// the handover must not fill it.
inline constexpr uint32_t kMinFlushedSlots = 8;
static_assert(kMaxRecordSlots - 1 + kStreamRecordSlots < kMinFlushedSlots);

/// True if the record that brought a unit's count to `written` reached the end of a half of `half`
/// slots, which is then handed over. Evaluated after each record, and after each access with all
/// its addresses; for an access `slots` is the exact number of its slots, at most `half`.
constexpr bool fillsHalf(uint32_t written, uint32_t half, uint32_t slots = kMaxRecordSlots) {
  // The records of a handover and one more record bring the count at least `slots` past the start
  // of the half, so that the condition holds once per half.
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
    0; ///< never finalised: `written` is the count of slots so far
inline constexpr uint32_t kUnitFinalized = 1; ///< bit 0: `written` is final
/// With groups: this bit and those above are the number of records that were ever stored or
/// rejected, modulo 2^31.
inline constexpr uint32_t kUnitRecordsShift = 1;

/// With groups, one store writes up to 16 bytes, and each record starts at a multiple of 16 bytes
/// [slots].
inline constexpr uint32_t kGroupSlots = 2;
/// Slots that a record of `slots` slots occupies.
constexpr uint32_t paddedSlots(uint32_t slots, bool isGrouped) {
  return isGrouped ? (slots + kGroupSlots - 1) / kGroupSlots * kGroupSlots : slots;
}

/// Bytes from the start of a block to unit `unit`'s table entry / first slot, and of the whole
/// block. `isGrouped`: kGroupedFlag.
constexpr uint64_t unitEntryOffset(uint32_t unit) {
  return kHeaderBytes + uint64_t{unit} * kUnitBytes;
}
constexpr uint64_t segmentOffset(uint32_t unitCount, uint32_t slotsPerUnit, uint32_t unit,
                                 bool isGrouped = false) {
  return kHeaderBytes + uint64_t{paddedSlots(unitCount, isGrouped)} * kUnitBytes +
         uint64_t{unit} * slotsPerUnit * kSlotBytes;
}
constexpr uint64_t blockBytes(uint32_t unitCount, uint32_t slotsPerUnit, bool isGrouped = false) {
  const uint64_t used = segmentOffset(unitCount, slotsPerUnit, unitCount, isGrouped);
  return (used + kBlockAlignment - 1) / kBlockAlignment * kBlockAlignment;
}

static_assert(kUnitBytes == kSlotBytes && kHeaderBytes % (kGroupSlots * kSlotBytes) == 0,
              "a unit table is padded as slots are");
static_assert(kHeaderBytes % kSlotBytes == 0 && kUnitBytes % kSlotBytes == 0,
              "slots must stay 8-byte aligned");
static_assert(kHeaderReserved + 4 == kHeaderBytes);

} // namespace pstudio::record
