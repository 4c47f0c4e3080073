// SPDX-License-Identifier: Apache-2.0
#include "core/trace/recorded_points.h"

#include <algorithm>

#include "core/trace/arg_names.h"

namespace pstudio {
namespace {

constexpr int64_t kSameUnit = -1;
constexpr int64_t kNotMet = -2;
constexpr int64_t kMostCycles = int64_t{1} << 61; // beyond is damage; differences stay numbers

bool isPlausible(int64_t begin, int64_t duration) {
  return begin > -kMostCycles && begin < kMostCycles && duration >= 0 && duration < kMostCycles;
}

} // namespace

RecordedPoints::RecordedPoints(const Trace &trace)
    : m_trace(trace), m_endUnits(trace.argSetCount(), kNotMet) {}

std::span<const WarpPoints> RecordedPoints::collect(TrackId parent) {
  m_warpCount = 0;
  for (TrackId child : m_trace.children(parent)) {
    if (m_trace.track(child).kind != TrackKind::Warp)
      continue;
    if (m_warpCount == m_warps.size()) {
      m_warps.emplace_back();
      m_elsewhere.emplace_back();
    }
    WarpPoints &warp = m_warps[m_warpCount];
    warp.warp = child;
    warp.tracks.assign(1, child);
    warp.counters.clear();
    warp.cycles.clear();
    warp.isUsable =
        !m_trace.sliceBeginCycles().empty() && m_trace.clock(m_trace.track(child).clock) != nullptr;
    m_elsewhere[m_warpCount++].clear();
    for (TrackId below : m_trace.children(child)) {
      const Track &track = m_trace.track(below);
      if (track.clock != m_trace.track(child).clock)
        continue;
      if (track.kind == TrackKind::Async)
        warp.tracks.push_back(below);
      else if (track.kind == TrackKind::Counter)
        warp.counters.push_back(below);
    }
  }
  // A warp's cycles are complete only after all warps have said which ends they did not record.
  for (size_t i = 0; i < m_warpCount; ++i)
    if (m_warps[i].isUsable)
      collectOwn(m_warps[i]);
  for (size_t i = 0; i < m_warpCount; ++i) {
    std::vector<int64_t> &ends = m_elsewhere[i];
    std::sort(ends.begin(), ends.end());
    std::vector<int64_t> &cycles = m_warps[i].cycles;
    const auto middle = static_cast<ptrdiff_t>(cycles.size());
    cycles.insert(cycles.end(), ends.begin(), ends.end());
    std::inplace_merge(cycles.begin(), cycles.begin() + middle, cycles.end());
  }
  return std::span(m_warps).first(m_warpCount);
}

void RecordedPoints::collectOwn(WarpPoints &warp) {
  m_runEnds.clear();
  for (TrackId id : warp.tracks) {
    const Track &track = m_trace.track(id);
    for (uint32_t r = 0; r < track.rowCount && warp.isUsable; ++r)
      collectRow(warp, m_trace.row(RowId(track.firstRow.value + r)),
                 track.kind == TrackKind::Async);
  }
  if (!warp.isUsable)
    return;
  collectInstants(warp);
  collectSamples(warp);
  mergeRuns(warp.cycles, m_runEnds);
}

/// Slices of one row never overlap, so begins and ends in turn are in order already.
void RecordedPoints::collectRow(WarpPoints &warp, const Row &row, bool isAsync) {
  const auto begins = m_trace.sliceBeginCycles().subspan(row.firstSlice.value, row.sliceCount);
  const Lengths durations = m_trace.sliceCycleDurations();
  const auto flags = m_trace.sliceFlags().subspan(row.firstSlice.value, row.sliceCount);
  int64_t previous = INT64_MIN;
  for (uint32_t i = 0; i < row.sliceCount; ++i) {
    const int64_t begin = begins[i];
    if (begin < previous || !isPlausible(begin, durations[row.firstSlice.value + i])) {
      warp.isUsable = false;
      return;
    }
    const int64_t end = begin + durations[row.firstSlice.value + i];
    previous = end;
    const SliceId slice(row.firstSlice.value + i);
    if (isAsync && isFlight(slice)) // its issue and its wait have the records
      continue;
    if (!(flags[i] & kSliceNoStart))
      warp.cycles.push_back(begin);
    if (flags[i] & kSliceNoEnd)
      continue;
    if (isAsync && endUnitOf(m_trace.slice(slice).args) != kSameUnit)
      addEndElsewhere(slice, end, warp);
    else
      warp.cycles.push_back(end);
  }
  m_runEnds.push_back(warp.cycles.size());
}

bool RecordedPoints::isFlight(SliceId slice) const {
  const auto categories = m_trace.sliceCategories();
  return !categories.empty() && m_trace.string(categories[slice.value]) == kAsyncFlightCategory;
}

void RecordedPoints::addEndElsewhere(SliceId slice, int64_t cycles, const WarpPoints &starter) {
  const int64_t unit = endUnitOf(m_trace.slice(slice).args);
  const ClockId clock = m_trace.track(starter.warp).clock;
  for (size_t i = 0; i < m_warpCount; ++i) {
    const Track &track = m_trace.track(m_warps[i].warp);
    if (track.number == unit && track.clock == clock) {
      m_elsewhere[i].push_back(cycles);
      return;
    }
  }
}

void RecordedPoints::collectInstants(WarpPoints &warp) {
  const Track &track = m_trace.track(warp.warp);
  const ClockLine &clock = *m_trace.clock(track.clock);
  for (const Instant &instant : m_trace.instants().subspan(track.firstInstant, track.instantCount))
    warp.cycles.push_back(clock.toCycles(instant.time).value);
  m_runEnds.push_back(warp.cycles.size());
}

void RecordedPoints::collectSamples(WarpPoints &warp) {
  for (TrackId id : warp.counters) {
    const Track &track = m_trace.track(id);
    const ClockLine &clock = *m_trace.clock(track.clock);
    for (const Sample &sample : m_trace.samples().subspan(track.firstSample, track.sampleCount))
      warp.cycles.push_back(clock.toCycles(sample.time).value);
    m_runEnds.push_back(warp.cycles.size());
  }
}

/// Merges neighbouring ascending runs until one is left.
void RecordedPoints::mergeRuns(std::vector<int64_t> &values, std::vector<size_t> &ends) {
  const auto at = [&](size_t offset) { return values.begin() + static_cast<ptrdiff_t>(offset); };
  while (ends.size() > 1) {
    size_t kept = 0;
    size_t begin = 0;
    for (size_t i = 0; i < ends.size(); i += 2) {
      const size_t end = ends[std::min(i + 1, ends.size() - 1)];
      std::inplace_merge(at(begin), at(ends[i]), at(end));
      begin = end;
      ends[kept++] = end;
    }
    ends.resize(kept);
  }
}

int64_t RecordedPoints::endUnitOf(ArgSetId args) {
  if (args.value >= m_endUnits.size())
    return kSameUnit;
  int64_t &unit = m_endUnits[args.value];
  if (unit != kNotMet)
    return unit;
  unit = kSameUnit;
  for (const Arg &arg : m_trace.args(args))
    if (arg.type == ArgType::Uint && arg.uintValue <= UINT32_MAX &&
        m_trace.string(arg.key) == kEndedByUnitArg)
      unit = static_cast<int64_t>(arg.uintValue);
  return unit;
}

} // namespace pstudio
