// SPDX-License-Identifier: Apache-2.0
// Analysis results of asynchronous operations, indexed by slice.
#include "viewer/geometry/overlap_data.h"

#include <algorithm>

namespace pstudio {

using analysis::AsyncOperation;
using analysis::Completion;
using analysis::LaunchOverlap;
using analysis::OperationVisit;

OverlapData::OverlapData(std::shared_ptr<const Trace> trace)
    : OverlapData(trace, analysis::analyzeOverlap(*trace)) {}

OverlapData::OverlapData(std::shared_ptr<const Trace> trace, std::vector<LaunchOverlap> launches)
    : m_trace(std::move(trace)), m_launches(std::move(launches)) {
  for (uint32_t i = 0; i < m_launches.size(); ++i)
    indexLaunch(i);
  // The sort is stable: of several operations with the same slice the newest one is last, and
  // operationOf() returns it.
  std::ranges::stable_sort(m_slices, {}, [](const SliceEntry &entry) { return entry.slice; });
  std::ranges::sort(m_marks, {}, [](const FlightMark &mark) { return mark.flight; });
}

void OverlapData::indexLaunch(uint32_t index) {
  const LaunchOverlap &launch = m_launches[index];
  for (uint32_t i = 0; i < launch.operations.size(); ++i) {
    const AsyncOperation &operation = launch.operations[i];
    const OperationRef ref{index, i};
    if (operation.issue.isValid())
      m_slices.push_back({operation.issue, ref});
    for (uint32_t v = 0; v < operation.visitCount; ++v)
      m_slices.push_back({launch.waits[launch.visits[operation.firstVisit + v].wait].slice, ref});
    if (!operation.flight.isValid())
      continue;
    m_slices.push_back({operation.flight, ref});
    m_marks.push_back(markFor(launch, operation));
  }
}

FlightMark OverlapData::markFor(const LaunchOverlap &launch,
                                const AsyncOperation &operation) const {
  const TimeRange time = m_trace->sliceTime(operation.flight);
  FlightMark mark{operation.flight, {}, operation.completion == Completion::ReadyBefore};
  if (operation.completion != Completion::Blocked)
    return mark;
  // The waited part begins at the latest entry of a blocked wait. The part before it counts as
  // hidden.
  Picoseconds latest = time.begin;
  for (uint32_t v = 0; v < operation.visitCount; ++v) {
    const analysis::AsyncWait &wait = launch.waits[launch.visits[operation.firstVisit + v].wait];
    if (wait.hasBlocked)
      latest = std::max(latest, m_trace->sliceTime(wait.slice).begin);
  }
  mark.waited = std::max(time.end - latest, Picoseconds());
  return mark;
}

std::optional<uint32_t> OverlapData::firstWithOperations() const {
  const auto found = std::ranges::find_if(
      m_launches, [](const LaunchOverlap &launch) { return !launch.operations.empty(); });
  if (found == m_launches.end())
    return std::nullopt;
  return static_cast<uint32_t>(found - m_launches.begin());
}

std::string OverlapData::missing() const {
  for (const LaunchOverlap &launch : m_launches)
    if (!launch.missing.empty())
      return launch.missing;
  return {};
}

std::optional<OperationRef> OverlapData::operationOf(SliceId slice) const {
  const auto end = std::ranges::upper_bound(m_slices, slice, {},
                                            [](const SliceEntry &entry) { return entry.slice; });
  if (!slice.isValid() || end == m_slices.begin() || std::prev(end)->slice != slice)
    return std::nullopt;
  return std::prev(end)->ref;
}

uint32_t OverlapData::ctaOf(OperationRef ref) const {
  const LaunchOverlap &launch = m_launches[ref.launch];
  const uint32_t unit = operation(ref).issuer;
  if (unit < launch.units.size())
    return launch.units[unit].cta;
  const auto behind = std::ranges::upper_bound(launch.streams, ref.operation, {},
                                               &analysis::AsyncStream::firstOperation);
  return behind == launch.streams.begin() ? analysis::kNoIndex : std::prev(behind)->cta;
}

const FlightMark *OverlapData::markOf(SliceId slice) const {
  const auto found = std::ranges::lower_bound(m_marks, slice, {},
                                              [](const FlightMark &mark) { return mark.flight; });
  return found == m_marks.end() || found->flight != slice ? nullptr : &*found;
}

std::vector<Flow> OverlapData::arrowsOf(SliceId slice) const {
  std::vector<Flow> arrows;
  const auto ref = operationOf(slice);
  if (!ref)
    return arrows;
  const auto add = [&arrows](SliceId from, SliceId to) {
    if (from.isValid() && to.isValid() && arrows.size() < kMaxArrows)
      arrows.push_back({{EventRef::Kind::Slice, from.value}, {EventRef::Kind::Slice, to.value}, 0});
  };
  const LaunchOverlap &launch = m_launches[ref->launch];
  const AsyncOperation &chosen = operation(*ref);
  const SliceId start = chosen.issue.isValid() ? chosen.issue : chosen.flight;
  for (uint32_t v = 0; v < chosen.visitCount; ++v) {
    const SliceId wait = launch.waits[launch.visits[chosen.firstVisit + v].wait].slice;
    add(start, wait);
    add(wait, sliceBehind(*m_trace, wait));
  }
  return arrows;
}

SliceId sliceBehind(const Trace &trace, SliceId wait) {
  const Row &row = trace.row(trace.rowOf(wait));
  const Track &track = trace.track(row.track);
  const Picoseconds end = trace.sliceTime(wait).end;
  SliceId next;
  for (uint32_t i = row.index; i < track.rowCount; ++i) {
    SliceId found = trace.firstBeginningAtOrAfter(RowId(track.firstRow.value + i), end);
    if (found == wait) // a wait of length zero
      found = found.value + 1 < trace.row(RowId(track.firstRow.value + i)).firstSlice.value +
                                    trace.row(RowId(track.firstRow.value + i)).sliceCount
                  ? SliceId(found.value + 1)
                  : SliceId();
    if (found.isValid() &&
        (!next.isValid() || trace.sliceTime(found).begin < trace.sliceTime(next).begin))
      next = found;
  }
  return next;
}

} // namespace pstudio
