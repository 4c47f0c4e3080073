// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/manual_waits.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace pstudio::analysis {
namespace {

/// The last slice of a row that begins at or before `time`; none if there is none.
SliceId lastBeginningBy(const Trace &trace, RowId id, Picoseconds time) {
  const Row &row = trace.row(id);
  const SliceId next = trace.firstBeginningAtOrAfter(id, time + Picoseconds(1));
  const uint32_t behind = next.isValid() ? next.value : row.firstSlice.value + row.sliceCount;
  return behind == row.firstSlice.value ? SliceId() : SliceId(behind - 1);
}

/// The deepest slice of a track that begins at or before `begun` and ends at or after `time`; none
/// if there is none.
SliceId innermostAround(const Trace &trace, TrackId id, Picoseconds begun, Picoseconds time) {
  const Track &track = trace.track(id);
  for (uint32_t depth = track.rowCount; depth-- > 0;) {
    const SliceId slice = lastBeginningBy(trace, RowId(track.firstRow.value + depth), begun);
    if (slice.isValid() && time <= trace.sliceTime(slice).end)
      return slice;
  }
  return {};
}

/// The innermost scope at the end of an event. If recording takes no time, the wait ends at the
/// same time as its event and the next scope begins there: the scope that began earlier is the
/// wait.
SliceId innermostAt(const Trace &trace, TrackId id, Picoseconds time,
                    const std::vector<bool> &hasChild) {
  const SliceId before = innermostAround(trace, id, time - Picoseconds(1), time);
  return before.isValid() && !hasChild[before.value] ? before
                                                     : innermostAround(trace, id, time, time);
}

/// Finds and adds the waits of one launch.
class ManualWaits {
public:
  ManualWaits(const Trace &trace, AsyncFactCache &facts, const std::vector<bool> &hasChild,
              RecordedLaunch &launch)
      : m_trace(trace), m_facts(facts), m_hasChild(hasChild), m_launch(launch) {}

  void add() {
    LaunchOverlap &overlap = m_launch.overlap;
    for (uint32_t i = 0; i < overlap.waits.size(); ++i)
      m_waits.emplace(overlap.waits[i].slice.value, i);
    LaunchRecords &records = m_launch.records;
    for (uint32_t i = 0; i < records.flights.size(); ++i)
      if (const uint32_t wait = waitFor(records.flights[i]); wait != kNoIndex)
        records.flightFlows.push_back({i, wait});
    order();
  }

private:
  uint32_t endingUnit(const FlightRecord &flight) const {
    const LaunchOverlap &overlap = m_launch.overlap;
    const auto number = m_facts.of(m_trace.sliceArgSets()[flight.slice.value]).endedBy;
    if (!number)
      return flight.unit;
    const AsyncCta &cta = overlap.ctas[overlap.units[flight.unit].cta];
    for (uint32_t i = 0; i < cta.unitCount; ++i)
      if (overlap.units[cta.firstUnit + i].number == *number)
        return cta.firstUnit + i;
    return kNoIndex;
  }

  uint32_t waitFor(const FlightRecord &flight) {
    if (!flight.isManual || !isWholeSlice(flight.flags))
      return kNoIndex;
    const uint32_t unit = endingUnit(flight);
    if (unit == kNoIndex)
      return kNoIndex;
    const Picoseconds end = m_trace.sliceTime(flight.slice).end;
    const SliceId scope = innermostAt(m_trace, m_launch.overlap.units[unit].track, end, m_hasChild);
    if (!scope.isValid() || m_hasChild[scope.value])
      return kNoIndex;
    if (!isWholeSlice(m_trace.sliceFlags()[scope.value]))
      return kNoIndex;
    if (m_launch.overlap.isInCycles && m_trace.sliceBeginCycles()[scope.value] == Trace::kNoCycles)
      return kNoIndex;
    const auto [found, isNew] =
        m_waits.try_emplace(scope.value, static_cast<uint32_t>(m_launch.overlap.waits.size()));
    if (isNew)
      addWait(scope, unit, flight.instance);
    AsyncWait &wait = m_launch.overlap.waits[found->second];
    wait.instance = std::max(wait.instance, flight.instance);
    return found->second;
  }

  void addWait(SliceId scope, uint32_t unit, uint64_t instance) {
    LaunchOverlap &overlap = m_launch.overlap;
    const bool isInCycles = overlap.isInCycles;
    AsyncWait wait;
    wait.slice = scope;
    wait.unit = unit;
    wait.site = siteOf(scope);
    wait.instance = instance;
    wait.target = WaitTarget::Manual;
    const auto begins = isInCycles ? m_trace.sliceBeginCycles() : m_trace.sliceBegins();
    const auto lengths = isInCycles ? m_trace.sliceCycleDurations() : m_trace.sliceDurations();
    wait.enter = Ticks(begins[scope.value]);
    wait.exit = Ticks(begins[scope.value] + lengths[scope.value]);
    ++overlap.sites[wait.site].records;
    overlap.waits.push_back(wait);
    m_launch.records.waitPairings.push_back(AsyncPairing::Certain);
  }

  uint32_t siteOf(SliceId scope) {
    const StringId name = m_trace.sliceNames()[scope.value];
    const AsyncFacts &facts = m_facts.of(m_trace.sliceArgSets()[scope.value]);
    const uint64_t key = uint64_t{name.value} << 32 | facts.source.value;
    std::vector<AsyncPlace> &sites = m_launch.overlap.sites;
    const auto [found, isNew] = m_sites.try_emplace(key, static_cast<uint32_t>(sites.size()));
    if (isNew)
      sites.push_back({std::string(m_trace.string(name)), std::string(m_trace.string(facts.source)),
                       std::nullopt, AsyncPlace::Step::Wait});
    return found->second;
  }

  /// Restores the order of all waits, and updates the links.
  void order() {
    std::vector<AsyncWait> &waits = m_launch.overlap.waits;
    std::vector<uint32_t> from(waits.size());
    std::iota(from.begin(), from.end(), 0);
    std::ranges::stable_sort(from, [&](uint32_t a, uint32_t b) {
      return waits[a].unit != waits[b].unit ? waits[a].unit < waits[b].unit
                                            : waits[a].enter < waits[b].enter;
    });
    std::vector<uint32_t> to(waits.size());
    std::vector<AsyncWait> ordered(waits.size());
    std::vector<AsyncPairing> pairings(waits.size());
    for (uint32_t i = 0; i < from.size(); ++i) {
      to[from[i]] = i;
      ordered[i] = waits[from[i]];
      pairings[i] = m_launch.records.waitPairings[from[i]];
    }
    waits = std::move(ordered);
    m_launch.records.waitPairings = std::move(pairings);
    for (FlightFlow &link : m_launch.records.flightFlows)
      link.wait = to[link.wait];
    for (ArrivalFlow &link : m_launch.records.arrivalFlows)
      link.wait = to[link.wait];
  }

  const Trace &m_trace;
  AsyncFactCache &m_facts;
  const std::vector<bool> &m_hasChild;
  RecordedLaunch &m_launch;
  std::unordered_map<uint32_t, uint32_t> m_waits; // by slice
  std::unordered_map<uint64_t, uint32_t> m_sites; // by name and source
};

} // namespace

void addManualWaits(const Trace &trace, AsyncFactCache &facts,
                    std::vector<RecordedLaunch> &launches) {
  std::vector<bool> hasChild;
  for (RecordedLaunch &launch : launches) {
    if (launch.overlap.manualOperations == 0)
      continue;
    if (hasChild.empty()) {
      hasChild.assign(trace.sliceCount(), false);
      for (const SliceId parent : trace.sliceParents())
        if (parent.isValid())
          hasChild[parent.value] = true;
    }
    ManualWaits(trace, facts, hasChild, launch).add();
  }
}

} // namespace pstudio::analysis
