// SPDX-License-Identifier: Apache-2.0
#include "core/record/block_reader.h"

#include <bit>

#include "core/base/check.h"
#include "core/base/little_endian.h"
#include "core/clocks/clock_map.h"
#include "core/record/stream_layout.h"

namespace pstudio::record {

NoteCode noteOf(BlockFault fault) {
  switch (fault) {
  case BlockFault::NotRun:
    return NoteCode::RecordCtaNotRun;
  case BlockFault::BadMagic:
    return NoteCode::RecordBadMagic;
  case BlockFault::BadVersion:
    return NoteCode::RecordBadVersion;
  case BlockFault::BadSize:
    return NoteCode::RecordBadSize;
  case BlockFault::BadStrategy:
    return NoteCode::RecordBadStrategy;
  case BlockFault::BadClock:
    return NoteCode::RecordBadClock;
  case BlockFault::WrongCta:
    return NoteCode::RecordWrongCta;
  case BlockFault::BadUnits:
    return NoteCode::RecordBadUnits;
  }
  PSTUDIO_CHECK(false);
}

ClockBounds BlockHeader::clockBounds() const {
  ClockBounds bounds;
  const bool isTime = metric == Metric::Time;
  bounds.begin = isTime ? beginTime.value : beginCycle.value;
  if (isFinalized)
    bounds.end = isTime ? endTime.value : endCycle.value;
  return bounds;
}

namespace {

bool sizeFits(const BlockHeader &header, size_t size) {
  // Bounded one by one first, so that the product cannot overflow.
  if (header.unitCount == 0 || header.unitCount > size / kUnitBytes ||
      (header.strategy != Strategy::Stream && header.slotsPerUnit > size / kSlotBytes) ||
      !std::has_single_bit(header.slotsPerUnit))
    return false;
  if (header.strategy == Strategy::Stream) // the slots are in the drain log
    return loggedBlockBytes(header.unitCount) == size;
  return blockBytes(header.unitCount, header.slotsPerUnit, header.isGrouped) == size;
}

/// False if kGroupedFlag does not match the version, for groups in halves that are handed over, and
/// for segments that are not a multiple of kGroupSlots.
bool isGroupingFit(const BlockHeader &header, uint16_t version) {
  const bool isRing = header.strategy == Strategy::Circular || header.strategy == Strategy::First;
  return header.isGrouped == (version >= kShortGroupsLayoutVersion) &&
         (!header.isGrouped || isRing) &&
         (!header.isGrouped || header.slotsPerUnit % kGroupSlots == 0);
}

/// False for undefined strategies and for invalid sizes of halves.
bool isStrategyFit(const BlockHeader &header) {
  switch (header.strategy) {
  case Strategy::Circular:
  case Strategy::First:
  case Strategy::Histogram:
    return true;
  case Strategy::Flush:
    return std::has_single_bit(header.flushedSlots) && header.flushedSlots >= kMinFlushedSlots &&
           header.flushedSlots <= header.slotsPerUnit / 2;
  case Strategy::Stream:
    return std::has_single_bit(header.flushedSlots) && header.flushedSlots >= kMinFlushedSlots;
  }
  return false;
}

bool isTimePossible(uint64_t time, Nanoseconds origin) {
  if (time > INT64_MAX / 2)
    return false;
  const Nanoseconds offset = Nanoseconds(static_cast<int64_t>(time)) - origin;
  return offset <= kMaxTimeOffset && offset >= Nanoseconds(-kMaxTimeOffset.value);
}

/// True if every unit reached its end.
bool areUnitsFinalized(std::span<const std::byte> block, const BlockHeader &header) {
  for (uint32_t unit = 0; unit < header.unitCount; ++unit)
    if (!segmentOf(block, header, unit).finalized)
      return false;
  return true;
}

/// The clocks of a model start at 0: a CTA that took no cycles has the same begin and end pair as a
/// CTA that never ended.
bool hasEndedAtZero(std::span<const std::byte> block, const BlockHeader &header) {
  return !header.isFinalized && header.beginCycle.value == 0 && header.beginTime.value == 0 &&
         areUnitsFinalized(block, header);
}

/// Fills the clocks of the header; false if they are out of range.
bool readClocks(const std::byte *bytes, Nanoseconds origin, BlockHeader &header) {
  const auto beginCycle = loadLittle<uint64_t>(bytes + kBeginCycle);
  const auto beginTime = loadLittle<uint64_t>(bytes + kBeginTime);
  const auto endCycle = loadLittle<uint64_t>(bytes + kEndCycle);
  const auto endTime = loadLittle<uint64_t>(bytes + kEndTime);
  if (beginCycle >= static_cast<uint64_t>(kMaxCycles) || !isTimePossible(beginTime, origin))
    return false;
  header.beginCycle = Cycles(static_cast<int64_t>(beginCycle));
  header.beginTime = Nanoseconds(static_cast<int64_t>(beginTime));
  header.isFinalized = endCycle != 0 || endTime != 0;
  if (!header.isFinalized)
    return true;
  if (endCycle >= static_cast<uint64_t>(kMaxCycles) || endCycle < beginCycle ||
      !isTimePossible(endTime, origin) || endTime < beginTime)
    return false;
  header.endCycle = Cycles(static_cast<int64_t>(endCycle));
  header.endTime = Nanoseconds(static_cast<int64_t>(endTime));
  return true;
}

} // namespace

std::optional<Nanoseconds> beginOfBlock(std::span<const std::byte> block) {
  if (block.size() < kHeaderBytes || loadLittle<uint32_t>(block.data() + kMagic) != kBlockMagic)
    return std::nullopt;
  return Nanoseconds(loadLittle<int64_t>(block.data() + kBeginTime));
}

std::optional<Nanoseconds> endOfBlock(std::span<const std::byte> block) {
  const std::optional<Nanoseconds> begin = beginOfBlock(block);
  if (!begin)
    return std::nullopt;
  const Nanoseconds end(loadLittle<int64_t>(block.data() + kEndTime));
  return end < *begin || end.value == 0 ? std::nullopt : std::optional(end);
}

tl::expected<BlockHeader, BlockFault> readBlockHeader(std::span<const std::byte> block,
                                                      const BlockExpectation &expected) {
  const auto fault = [](BlockFault f) { return tl::unexpected<BlockFault>(f); };
  if (block.empty())
    return fault(BlockFault::NotRun);
  if (block.size() < kHeaderBytes)
    return fault(BlockFault::BadSize);
  const std::byte *bytes = block.data();
  const auto magic = loadLittle<uint32_t>(bytes + kMagic);
  if (magic != kBlockMagic)
    return fault(magic == 0 ? BlockFault::NotRun : BlockFault::BadMagic);
  const auto version = loadLittle<uint16_t>(bytes + kVersion);
  if (version < kOldestLayoutVersion || version > kGroupedLayoutVersion ||
      loadLittle<uint16_t>(bytes + kHeaderSize) != kHeaderBytes)
    return fault(BlockFault::BadVersion);

  BlockHeader header;
  header.program = {loadLittle<uint32_t>(bytes + kProgramX),
                    loadLittle<uint32_t>(bytes + kProgramY),
                    loadLittle<uint32_t>(bytes + kProgramZ)};
  header.hardwareId = loadLittle<uint32_t>(bytes + kHardwareId);
  header.unitCount = loadLittle<uint32_t>(bytes + kUnitCount);
  header.slotsPerUnit = loadLittle<uint32_t>(bytes + kSlotsPerUnit);
  header.flushedSlots = loadLittle<uint32_t>(bytes + kFlushedSlots);
  const auto flags = loadLittle<uint32_t>(bytes + kFlags);
  header.strategy = strategyOf(flags);
  header.granularity = granularityOf(flags);
  header.metric = metricOf(flags);
  header.isGrouped = isGrouped(flags);
  if (!sizeFits(header, block.size()))
    return fault(BlockFault::BadSize);
  if (!isStrategyFit(header))
    return fault(BlockFault::BadStrategy);
  if (!isGroupingFit(header, version))
    return fault(BlockFault::BadVersion);
  if (header.granularity > Granularity::WarpGroup8 || header.metric > Metric::Time)
    return fault(BlockFault::BadUnits);
  if (header.program != expected.program)
    return fault(BlockFault::WrongCta);
  if (!readClocks(bytes, expected.traceOrigin, header))
    return fault(BlockFault::BadClock);
  header.isFinalized |= hasEndedAtZero(block, header);
  return header;
}

Segment segmentOf(std::span<const std::byte> block, const BlockHeader &header, uint32_t unit,
                  const GroupTable &groups) {
  PSTUDIO_DCHECK(unit < header.unitCount);
  const std::byte *entry = block.data() + unitEntryOffset(unit);
  Segment segment;
  if (header.strategy != Strategy::Stream)
    segment.slots =
        block.subspan(segmentOffset(header.unitCount, header.slotsPerUnit, unit, header.isGrouped),
                      size_t{header.slotsPerUnit} * kSlotBytes);
  segment.written = loadLittle<uint32_t>(entry + kUnitWritten);
  const auto state = loadLittle<uint32_t>(entry + kUnitState);
  segment.finalized = (header.isGrouped ? state & kUnitFinalized : state) == kUnitFinalized;
  segment.isGrouped = header.isGrouped;
  segment.groups = groups;
  // A unit that did not end may have kept its counts in registers.
  if (header.isGrouped && (segment.finalized || segment.written != 0))
    segment.recordsWritten = state >> kUnitRecordsShift;
  segment.strategy = header.strategy;
  segment.flushedSlots = header.flushedSlots;
  return segment;
}

} // namespace pstudio::record
