// SPDX-License-Identifier: Apache-2.0
// The table `overlap`: asynchronous operations and the waits for them.
#include "core/query/overlap_table.h"

#include <algorithm>

#include "core/analysis/overlap/overlap_names.h"
#include "core/analysis/overlap/pipeline_parts.h"

namespace pstudio::query {
namespace {

using namespace analysis;

enum OverlapColumn : int {
  kOverlapSlice,
  kOverlapIssue,
  kOverlapWait,
  kOverlapLaunch,
  kOverlapOperation,
  kOverlapName,
  kOverlapQueue,
  kOverlapCta,
  kOverlapIssuer,
  kOverlapWaiter,
  kOverlapInstance,
  kOverlapStage,
  kOverlapPart,
  kOverlapCompletion,
  kOverlapInFlight,
  kOverlapHidden,
  kOverlapExposed,
  kOverlapLate,
  kOverlapHasBlocked,
};

constexpr ColumnFacts kOverlapColumns[] = {
    {"slice_id", "INTEGER", "slice of the operation in flight, slices.id"},
    {"issue_slice_id", "INTEGER", "slice of its issue, slices.id"},
    {"wait_slice_id", "INTEGER", "slice of the wait, slices.id; NULL: no wait saw it complete"},
    {"launch_id", "INTEGER", "launch, launches.id"},
    {"operation", "INTEGER", "number of the operation of the launch: equal for all its waits"},
    {"name", "TEXT", "operations of one place of the kernel"},
    {"queue", "TEXT", "such as cp.async, wgmma or mbarrier; event: marked in the kernel"},
    {"cta", "INTEGER", "linear number of the CTA (workgroup)"},
    {"issuer_warp", "INTEGER", "number of the warp that issued it"},
    {"waiter_warp", "INTEGER", "number of the warp that waits"},
    {"instance", "INTEGER", "iteration"},
    {"stage", "INTEGER", "slot of the pipeline"},
    {"part", "TEXT", "prologue, steady or epilogue of the pipeline"},
    {"completion", "TEXT", "what is known of its end"},
    {"in_flight", "REAL", "from the issue to the end of the wait [ns], an upper limit"},
    {"hidden", "REAL", "part of in_flight before the wait: time that other work had [ns]"},
    {"exposed", "REAL", "part of in_flight that the wait waited for [ns]"},
    {"late", "REAL", "time that the wait waited before the issue [ns]"},
    {"has_blocked", "INTEGER", "1: the wait took longer than an empty one"},
};
constexpr TableFacts kOverlapFacts = {
    "overlap", "a wait for an asynchronous operation, as recorded", kOverlapColumns};

const AsyncStream *streamOf(const LaunchOverlap &launch, uint32_t operation) {
  const uint32_t channel = launch.operations[operation].channel;
  if (channel == kNoIndex)
    return nullptr;
  const Channel &of = launch.channels[channel];
  const auto streams = std::span(launch.streams).subspan(of.firstStream, of.streamCount);
  const auto after = std::ranges::upper_bound(streams, operation, {}, &AsyncStream::firstOperation);
  return after == streams.begin() ? nullptr : &*std::prev(after);
}

Cell unitNumber(const LaunchOverlap &launch, uint32_t unit) {
  return unit == kNoIndex ? Cell() : numberOrNull(launch.units[unit].number);
}

} // namespace

const TableFacts &OverlapTable::tableFacts() {
  return kOverlapFacts;
}

void OverlapTable::analyze() {
  m_isMade = true;
  m_launches = analyzeOverlap(m_trace);
  for (uint32_t number = 0; number < m_launches.size(); ++number) {
    const LaunchOverlap &launch = m_launches[number];
    for (uint32_t i = 0; i < launch.operations.size(); ++i) {
      const AsyncOperation &operation = launch.operations[i];
      if (operation.visitCount == 0)
        m_rows.push_back({number, i});
      for (uint32_t visit = 0; visit < operation.visitCount; ++visit)
        m_rows.push_back({number, i, operation.firstVisit + visit});
    }
  }
}

uint64_t OverlapTable::rowCount() {
  if (!m_isMade)
    analyze();
  return m_rows.size();
}

Cell OverlapTable::operationCell(const WaitRow &row, int column) const {
  const LaunchOverlap &launch = m_launches[row.launch];
  const AsyncOperation &operation = launch.operations[row.operation];
  const bool hasChannel = operation.channel != kNoIndex;
  switch (column) {
  case kOverlapSlice:
    return idOrNull(operation.flight);
  case kOverlapIssue:
    return idOrNull(operation.issue);
  case kOverlapLaunch:
    return idOrNull(launch.launch);
  case kOverlapOperation:
    return int64_t{row.operation};
  case kOverlapName:
    return hasChannel ? textOrNull(launch.channels[operation.channel].name) : Cell();
  case kOverlapQueue:
    return hasChannel ? Cell(nameOfQueue(launch.channels[operation.channel].queue)) : Cell();
  case kOverlapCta: {
    const AsyncStream *stream = streamOf(launch, row.operation);
    const bool isKnown = stream && stream->cta < launch.ctas.size();
    return isKnown ? numberOrNull(m_trace.track(launch.ctas[stream->cta].track).number) : Cell();
  }
  case kOverlapIssuer:
    return unitNumber(launch, operation.issuer);
  case kOverlapInstance:
    return static_cast<int64_t>(operation.instance);
  case kOverlapStage:
    return int64_t{operation.stage};
  case kOverlapPart: {
    const AsyncStream *stream = streamOf(launch, row.operation);
    return stream ? Cell(nameOfPart(partOf(*stream, row.operation - stream->firstOperation)))
                  : Cell();
  }
  default:
    return nameOfCompletion(operation.completion);
  }
}

Cell OverlapTable::waitCell(const WaitRow &row, int column) const {
  if (row.visit == kNoIndex)
    return {};
  const LaunchOverlap &launch = m_launches[row.launch];
  const OperationVisit &visit = launch.visits[row.visit];
  const AsyncWait *wait = visit.wait == kNoIndex ? nullptr : &launch.waits[visit.wait];
  const auto time = [&](Ticks ticks) -> Cell {
    // The figures of the others are 0 and mean nothing.
    if (!isMeasured(launch.operations[row.operation].completion))
      return {};
    return static_cast<double>(ticks.value) * launch.picosecondsPerTick / 1000.0;
  };
  switch (column) {
  case kOverlapWait:
    return wait ? idOrNull(wait->slice) : Cell();
  case kOverlapWaiter:
    return wait ? unitNumber(launch, wait->unit) : Cell();
  case kOverlapInFlight:
    return time(visit.inFlight);
  case kOverlapHidden:
    return time(visit.hidden());
  case kOverlapExposed:
    return time(visit.exposed);
  case kOverlapLate:
    return time(visit.late);
  default:
    return wait ? Cell(int64_t{wait->hasBlocked}) : Cell();
  }
}

Cell OverlapTable::cell(uint64_t row, int column, ReadHint &) {
  switch (column) {
  case kOverlapWait:
  case kOverlapWaiter:
  case kOverlapInFlight:
  case kOverlapHidden:
  case kOverlapExposed:
  case kOverlapLate:
  case kOverlapHasBlocked:
    return waitCell(m_rows[row], column);
  default:
    return operationCell(m_rows[row], column);
  }
}

} // namespace pstudio::query
