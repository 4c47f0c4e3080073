// SPDX-License-Identifier: Apache-2.0
// A Triton Proton capture as a trace: its clocks, which the format does not give, and its notes.
#include <algorithm>
#include <cmath>

#include "core/formats/triton/triton_decoder.h"

namespace pstudio::record {
namespace {

constexpr double kUsualPicosecondsPerCycle = 1000.0; // what Triton's own tools take a cycle for
constexpr double kFastest = 100.0;                   // 10 GHz
constexpr double kSlowest = 100000.0;                // 10 MHz

/// First and last clock of a CTA [cycles].
struct CycleRange {
  int64_t first = 0;
  int64_t last = 0;
};

CycleRange cycleRangeOf(const TritonBlock &block) {
  CycleRange range;
  bool isFirst = true;
  for (const TritonUnit &unit : block.units) {
    const std::vector<Record> &records = unit.unit.records; // in order of time
    if (records.empty())
      continue;
    range.first = isFirst ? records.front().cycles : std::min(range.first, records.front().cycles);
    range.last = isFirst ? records.back().cycles : std::max(range.last, records.back().cycles);
    isFirst = false;
  }
  return range;
}

/// The earliest init time [ns]. Most blocks' times are right, so the middle one is: times far from
/// it are damage.
int64_t originOf(const TritonCapture &capture) {
  std::vector<int64_t> times;
  for (const TritonBlock &block : capture.blocks)
    if (block.initTime <= INT64_MAX / 2)
      times.push_back(static_cast<int64_t>(block.initTime));
  if (times.empty())
    return 0;
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  const int64_t reference = *middle;
  int64_t origin = reference;
  for (int64_t time : times)
    if (reference - time <= kMaxTimeOffset.value / 2)
      origin = std::min(origin, time);
  return origin;
}

/// Times and rates of the blocks of one capture.
class BlockClocks {
public:
  explicit BlockClocks(const TritonCapture &capture)
      : m_origin(originOf(capture)), m_picosecondsPerCycle(kUsualPicosecondsPerCycle) {
    double nanoseconds = 0;
    double cycles = 0;
    for (const TritonBlock &block : capture.blocks) {
      if (!hasTimes(block)) {
        ++m_blocksWithoutTime;
        continue;
      }
      const CycleRange range = cycleRangeOf(block);
      nanoseconds += static_cast<double>(block.preFinalTime - block.initTime);
      cycles += static_cast<double>(range.last - range.first);
    }
    const double rate = cycles > 0 ? nanoseconds * 1000.0 / cycles : 0.0;
    m_isEstimated = rate >= kFastest && rate <= kSlowest;
    if (m_isEstimated)
      m_picosecondsPerCycle = rate;
  }

  /// The block's records begin at its init time.
  ClockLine lineOf(const TritonBlock &block) const {
    const CycleRange range = cycleRangeOf(block);
    ClockLine line;
    line.base = TimeBase::Assumed;
    line.cycleOrigin = Cycles(range.first);
    line.picosecondsPerCycle = m_picosecondsPerCycle;
    if (!hasTimes(block))
      return line;
    line.origin = toPicoseconds(Nanoseconds(static_cast<int64_t>(block.initTime) - m_origin));
    const double window = static_cast<double>(block.preFinalTime - block.initTime) * 1000.0;
    const double used = static_cast<double>(range.last - range.first) * m_picosecondsPerCycle;
    line.uncertaintyPs = std::abs(window - used);
    return line;
  }

  Nanoseconds origin() const { return Nanoseconds(m_origin); }
  bool isEstimated() const { return m_isEstimated; }
  uint64_t blocksWithoutTime() const { return m_blocksWithoutTime; }

private:
  bool hasTimes(const TritonBlock &block) const {
    const auto origin = static_cast<uint64_t>(m_origin);
    return block.initTime >= origin && block.preFinalTime >= block.initTime &&
           block.preFinalTime - origin <= static_cast<uint64_t>(kMaxTimeOffset.value);
  }

  int64_t m_origin;
  double m_picosecondsPerCycle;
  bool m_isEstimated = false;
  uint64_t m_blocksWithoutTime = 0;
};

/// The format has numbers only: "scope 3" or "event 3", by what the records use the number for.
OperationTable operationsOf(const TritonCapture &capture) {
  OperationTable table;
  table.operations.resize(triton::kScopeCount);
  for (uint32_t i = 0; i < triton::kScopeCount; ++i)
    table.operations[i].name = "scope " + std::to_string(i);
  for (const TritonBlock &block : capture.blocks)
    for (const TritonUnit &unit : block.units)
      for (const Record &record : unit.unit.records) {
        Operation &operation = table.operations[record.operation];
        const bool isEvent = record.kind == Kind::EventStart || record.kind == Kind::EventEnd;
        if (!isEvent || operation.kind == OperationKind::Event)
          continue;
        operation.kind = OperationKind::Event;
        operation.name = "event " + std::to_string(record.operation);
      }
  return table;
}

std::string targetName(triton::DeviceType device) {
  switch (device) {
  case triton::DeviceType::Cuda:
    return "NVIDIA GPU";
  case triton::DeviceType::Hip:
    return "AMD GPU";
  case triton::DeviceType::Unknown:
    break;
  }
  return "unknown GPU";
}

void addNotes(const TritonCapture &capture, const BlockClocks &clocks, TraceBuilder &trace) {
  trace.addNote(clocks.isEstimated() ? NoteCode::TritonEstimatedClock
                                     : NoteCode::TritonAssumed1ghz);
  trace.addNote(NoteCode::TritonCtaNotRun, capture.blocksNotRun);
  trace.addNote(NoteCode::TritonBadBlock, capture.blocksDamaged);
  trace.addNote(NoteCode::TritonTruncated, capture.blocksMissing);
  trace.addNote(NoteCode::TritonOddCount, capture.oddCounts);
  trace.addNote(NoteCode::TritonClockWrap, capture.clockWraps);
  trace.addNote(NoteCode::TritonClockBackstep, capture.backsteps);
  trace.addNote(NoteCode::TritonBadTime, clocks.blocksWithoutTime());
}

} // namespace

Result<Trace> readTritonProton(std::span<const std::byte> bytes, std::string_view title) {
  PSTUDIO_TRY_ASSIGN(TritonCapture capture, decodeTritonFile(bytes));
  const BlockClocks clocks(capture);
  const OperationTable operations = operationsOf(capture);
  TraceBuilder trace;
  trace.info().title = title;
  trace.info().producer = "Triton Proton";
  trace.info().origin = clocks.origin();
  Launch launch;
  launch.timeBase = TimeBase::Assumed;
  LaunchWriter writer(trace, operations, {std::string(title), targetName(capture.layout.device), 0},
                      launch);
  CtaMatcher matcher(operations);
  std::vector<UnitRecords> units;
  for (TritonBlock &block : capture.blocks) {
    CtaPlace place;
    place.hardwareId = block.hardwareId;
    place.linearId = block.program;
    place.name = "CTA " + std::to_string(block.program);
    place.clock = clocks.lineOf(block);
    units.clear();
    for (TritonUnit &unit : block.units)
      units.push_back(std::move(unit.unit));
    writer.addCta(place, matcher.match(units));
  }
  addNotes(capture, clocks, trace);
  writer.finish(capture.recordsWritten, capture.recordsDropped, ArgSetId());
  return std::move(trace).finish();
}

} // namespace pstudio::record
