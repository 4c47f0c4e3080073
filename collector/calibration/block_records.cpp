// SPDX-License-Identifier: Apache-2.0
#include "collector/calibration/block_records.h"

#include <cstring>

#include "core/record/block_reader.h"
#include "core/record/clock_unwrap.h"
#include "core/trace/notes.h"

namespace pstudio::calibration {
namespace {

/// The CTA's own begin, which stands in for the origin of a trace.
Nanoseconds beginOf(std::span<const std::byte> block) {
  int64_t time = 0;
  if (block.size() >= record::kHeaderBytes)
    std::memcpy(&time, block.data() + record::kBeginTime, sizeof time);
  return Nanoseconds(time);
}

Result<std::vector<record::Record>> readUnit(const record::Segment &segment,
                                             const record::ClockBounds &bounds) {
  std::vector<record::Record> records;
  PSTUDIO_TRY_ASSIGN(const record::SegmentCounts counts, record::decodeSegment(segment, records));
  if (counts.slotsDropped > 0)
    return fail(ErrorCode::InvalidFormat, std::to_string(counts.slotsDropped) + " of " +
                                              std::to_string(counts.slotsWritten) +
                                              " slots of a warp were dropped");
  if (counts.unwritten + counts.unknown + counts.malformed > 0)
    return fail(ErrorCode::InvalidFormat, "slots of a warp contain no record");
  record::unwrapClocks(records, bounds, false);
  return records;
}

bool isOf(const record::Record &record, const record::OperationTable &operations,
          std::string_view name) {
  const record::Operation *operation = operations.find(OperationId(record.operation));
  return operation && operation->name == name;
}

double cyclesBetween(const record::Record &from, const record::Record &to) {
  return static_cast<double>(to.cycles - from.cycles);
}

} // namespace

Result<UnitRecords> readBlock(std::span<const std::byte> block,
                              const record::OperationTable &operations) {
  const auto header = record::readBlockHeader(block, {{0, 0, 0}, beginOf(block)});
  if (!header)
    return fail(ErrorCode::InvalidFormat, makeNote(record::noteOf(header.error())).message);
  if (!header->isFinalized)
    return fail(ErrorCode::RunFailed, "the CTA did not record to its end");
  UnitRecords units;
  for (uint32_t unit = 0; unit < header->unitCount; ++unit) {
    PSTUDIO_TRY_ASSIGN(std::vector<record::Record> records,
                       readUnit(record::segmentOf(block, *header, unit, operations.groups),
                                header->clockBounds()));
    units.push_back(std::move(records));
  }
  return units;
}

std::vector<double> gapsWithin(std::span<const record::Record> records,
                               const record::OperationTable &operations, std::string_view name) {
  std::vector<double> gaps;
  for (size_t i = 1; i < records.size(); ++i)
    if (isOf(records[i - 1], operations, name) && isOf(records[i], operations, name))
      gaps.push_back(cyclesBetween(records[i - 1], records[i]));
  return gaps;
}

std::vector<double> durationsOf(std::span<const record::Record> records,
                                const record::OperationTable &operations, std::string_view name) {
  std::vector<double> durations;
  const record::Record *start = nullptr;
  for (const record::Record &record : records) {
    if (!isOf(record, operations, name))
      continue;
    if (record.kind == record::Kind::ScopeStart)
      start = &record;
    if (record.kind != record::Kind::ScopeEnd || !start)
      continue;
    durations.push_back(cyclesBetween(*start, record));
    start = nullptr;
  }
  return durations;
}

double meanGap(std::span<const record::Record> records, const record::OperationTable &operations,
               std::string_view name) {
  const record::Record *first = nullptr;
  const record::Record *last = nullptr;
  size_t count = 0;
  for (const record::Record &record : records) {
    if (!isOf(record, operations, name))
      continue;
    first = first ? first : &record;
    last = &record;
    ++count;
  }
  return count < 2 ? 0.0 : cyclesBetween(*first, *last) / static_cast<double>(count - 1);
}

} // namespace pstudio::calibration
