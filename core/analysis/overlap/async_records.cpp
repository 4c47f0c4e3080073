// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/async_records.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "core/analysis/overlap/launch_facts.h"
#include "core/analysis/overlap/manual_waits.h"
#include "core/analysis/overlap/unit_plan.h"
#include "core/trace/slices_range.h"

namespace pstudio::analysis {
namespace {

/// The places of one launch, numbered in order of first use.
class SiteTable {
public:
  SiteTable(const Trace &trace, std::vector<AsyncPlace> &places)
      : m_trace(trace), m_places(places) {}

  uint32_t of(AsyncPlace::Step step, StringId name, const AsyncFacts &facts) {
    const Key key{facts.operation, uint64_t{name.value} << 32 | facts.source.value,
                  static_cast<uint16_t>((facts.queue ? 1 + static_cast<int>(*facts.queue) : 0) * 4 +
                                        static_cast<int>(step))};
    if (m_hasLast && key == m_lastKey)
      return m_last;
    const auto [found, isNew] = m_sites.try_emplace(key, static_cast<uint32_t>(m_places.size()));
    if (isNew)
      m_places.push_back({std::string(m_trace.string(name)),
                          std::string(m_trace.string(facts.source)), facts.queue, step,
                          facts.isMatrix || facts.queue == AsyncQueue::MatrixGroup});
    m_hasLast = true;
    m_lastKey = key;
    return m_last = found->second;
  }

private:
  struct Key {
    uint64_t operation = 0;
    uint64_t names = 0;
    uint16_t what = 0;
    bool operator==(const Key &) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key &key) const {
      const uint64_t hash = (key.operation * 31 + key.what) * 0x9e3779b97f4a7c15u ^ key.names;
      return static_cast<size_t>(hash * 0xbf58476d1ce4e5b9u >> 7);
    }
  };

  const Trace &m_trace;
  std::vector<AsyncPlace> &m_places;
  std::unordered_map<Key, uint32_t, KeyHash> m_sites;
  Key m_lastKey;
  uint32_t m_last = 0;
  bool m_hasLast = false;
};

/// Reads all launches; flows are distributed to launches at the end.
class RecordReader {
public:
  explicit RecordReader(const Trace &trace)
      : m_trace(trace), m_categories(trace), m_facts(trace),
        m_indexOfSlice(trace.sliceCount(), kNoIndex),
        m_indexOfInstant(trace.instants().size(), kNoIndex) {}

  std::vector<RecordedLaunch> read();

private:
  void readLaunch(LaunchId id, std::span<const PlannedUnit> units, bool isInCycles);
  void reserve(std::span<const PlannedUnit> units);
  void readUnit(const PlannedUnit &planned);
  void readSlices(TrackId track);
  void readIssue(uint32_t slice);
  void readWait(uint32_t slice);
  void readFlights(TrackId track);
  void readArrivals(TrackId track);
  void orderUnit(size_t firstWait, size_t firstIssue);
  void extendUnit(Ticks begin, Ticks end);
  void readFlow(const Flow &flow);
  size_t launchOfWait(uint32_t wait) const;

  /// A slice's begin and end.
  std::pair<Ticks, Ticks> timesOf(uint32_t slice) const;

  const Trace &m_trace;
  AsyncCategories m_categories;
  AsyncFactCache m_facts;
  // Numbers count over all launches: those of launch i begin at m_first...[i].
  std::vector<uint32_t> m_indexOfSlice; // of a wait or a flight
  std::vector<uint32_t> m_indexOfInstant;
  std::vector<uint32_t> m_firstWaits;
  std::vector<uint32_t> m_firstFlights;
  std::vector<uint32_t> m_firstArrivals;
  std::vector<RecordedLaunch> m_launches;
  // Of the launch, and unit, that is being read:
  RecordedLaunch *m_launch = nullptr;
  SiteTable *m_sites = nullptr;
  uint32_t m_unit = 0;
  ClockId m_clock;
};

std::vector<RecordedLaunch> RecordReader::read() {
  const UnitPlan plan = planUnits(m_trace, m_categories);
  const auto count = static_cast<uint32_t>(m_trace.launches().size());
  const bool hasLoose = !plan.units.empty() && !plan.units.back().launch.isValid();
  const uint32_t all = count + (hasLoose || count == 0 ? 1 : 0);
  m_launches.reserve(all); // m_launch points into it
  size_t at = 0;
  for (uint32_t i = 0; i < all; ++i) {
    const LaunchId id = i < count ? LaunchId(i) : LaunchId();
    const size_t begin = at;
    while (at < plan.units.size() && plan.units[at].launch == id)
      ++at;
    readLaunch(id, std::span(plan.units).subspan(begin, at - begin), plan.hasCycles[i]);
  }
  for (const Flow &flow : m_trace.flows())
    readFlow(flow);
  addManualWaits(m_trace, m_facts, m_launches);
  return std::move(m_launches);
}

void RecordReader::readLaunch(LaunchId id, std::span<const PlannedUnit> units, bool isInCycles) {
  const auto sum = [&](std::vector<uint32_t> &firsts, auto sizeOf) {
    firsts.push_back(firsts.empty() ? 0 : firsts.back() + static_cast<uint32_t>(sizeOf()));
  };
  sum(m_firstWaits, [&] { return m_launches.back().overlap.waits.size(); });
  sum(m_firstFlights, [&] { return m_launches.back().records.flights.size(); });
  sum(m_firstArrivals, [&] { return m_launches.back().records.arrivals.size(); });
  m_launch = &m_launches.emplace_back();
  LaunchOverlap &overlap = m_launch->overlap;
  overlap.launch = id;
  overlap.isInCycles = isInCycles && !units.empty();
  SiteTable sites(m_trace, overlap.sites);
  m_sites = &sites;
  reserve(units);
  TrackId cta;
  for (const PlannedUnit &planned : units) {
    if (overlap.ctas.empty() || planned.cta != cta) {
      cta = planned.cta;
      overlap.ctas.push_back({cta, static_cast<uint32_t>(overlap.units.size()), 0, {}, {}});
    }
    readUnit(planned);
    AsyncCta &last = overlap.ctas.back();
    const AsyncUnit &unit = overlap.units.back();
    last.begin = last.unitCount == 0 ? unit.begin : std::min(last.begin, unit.begin);
    last.end = last.unitCount == 0 ? unit.end : std::max(last.end, unit.end);
    ++last.unitCount;
  }
  m_sites = nullptr;
  fillLaunchFacts(m_trace, overlap);
}

void RecordReader::reserve(std::span<const PlannedUnit> units) {
  const auto sum = [&](uint32_t PlannedUnit::*count) {
    return std::accumulate(units.begin(), units.end(), size_t{0},
                           [&](size_t all, const PlannedUnit &unit) { return all + unit.*count; });
  };
  LaunchRecords &records = m_launch->records;
  m_launch->overlap.units.reserve(units.size());
  m_launch->overlap.waits.reserve(sum(&PlannedUnit::waits));
  records.waitPairings.reserve(sum(&PlannedUnit::waits));
  records.issues.reserve(sum(&PlannedUnit::issues));
  records.flights.reserve(sum(&PlannedUnit::flights));
  records.arrivals.reserve(sum(&PlannedUnit::arrivals));
}

void RecordReader::readUnit(const PlannedUnit &planned) {
  LaunchOverlap &overlap = m_launch->overlap;
  LaunchRecords &records = m_launch->records;
  m_unit = static_cast<uint32_t>(overlap.units.size());
  m_clock = m_trace.track(planned.track).clock;
  AsyncUnit &unit = overlap.units.emplace_back();
  unit.track = planned.track;
  unit.cta = static_cast<uint32_t>(overlap.ctas.size() - 1);
  unit.number = m_trace.track(planned.track).number;
  unit.begin = Ticks(INT64_MAX);
  unit.end = Ticks(INT64_MIN);
  const size_t firstWait = overlap.waits.size();
  const size_t firstIssue = records.issues.size();
  readSlices(planned.track);
  readArrivals(planned.track);
  for (const TrackId child : m_trace.children(planned.track))
    if (m_trace.track(child).kind == TrackKind::Async)
      readFlights(child);
  orderUnit(firstWait, firstIssue);
}

std::pair<Ticks, Ticks> RecordReader::timesOf(uint32_t slice) const {
  const bool isInCycles = m_launch->overlap.isInCycles;
  const auto begins = isInCycles ? m_trace.sliceBeginCycles() : m_trace.sliceBegins();
  const auto lengths = isInCycles ? m_trace.sliceCycleDurations() : m_trace.sliceDurations();
  return {Ticks(begins[slice]), Ticks(begins[slice] + lengths[slice])};
}

void RecordReader::extendUnit(Ticks begin, Ticks end) {
  AsyncUnit &unit = m_launch->overlap.units[m_unit];
  unit.begin = std::min(unit.begin, begin);
  unit.end = std::max(unit.end, end);
}

void RecordReader::readSlices(TrackId track) {
  const SliceRange slices = slicesOf(m_trace, track);
  const auto cycles = m_trace.sliceBeginCycles();
  for (uint32_t slice = slices.begin; slice < slices.end; ++slice) {
    if (!m_launch->overlap.isInCycles || cycles[slice] != Trace::kNoCycles) {
      const auto [begin, end] = timesOf(slice);
      extendUnit(begin, end);
    }
    const AsyncCategory category = m_categories.ofSlice(slice);
    if (category == AsyncCategory::Issue)
      readIssue(slice);
    else if (category == AsyncCategory::Wait)
      readWait(slice);
  }
}

void RecordReader::readIssue(uint32_t slice) {
  const AsyncFacts &facts = m_facts.of(m_trace.sliceArgSets()[slice]);
  const auto [begin, end] = timesOf(slice);
  const uint32_t site = m_sites->of(AsyncPlace::Step::Issue, m_trace.sliceNames()[slice], facts);
  ++m_launch->overlap.sites[site].records;
  m_launch->records.issues.push_back(
      {SliceId(slice), m_unit, site, facts.instance.value_or(0), begin, end});
}

void RecordReader::readWait(uint32_t slice) {
  const AsyncFacts &facts = m_facts.of(m_trace.sliceArgSets()[slice]);
  const auto [enter, exit] = timesOf(slice);
  AsyncWait wait;
  wait.slice = SliceId(slice);
  wait.unit = m_unit;
  wait.site = m_sites->of(AsyncPlace::Step::Wait, m_trace.sliceNames()[slice], facts);
  wait.instance = facts.instance.value_or(0);
  wait.enter = enter;
  wait.exit = exit;
  AsyncPlace &place = m_launch->overlap.sites[wait.site];
  ++place.records;
  if (!isWholeSlice(m_trace.sliceFlags()[slice])) {
    ++place.cut;
    return;
  }
  place.withoutIssue += facts.pairing == AsyncPairing::IssueNotRecorded;
  place.uncertain += facts.pairing == AsyncPairing::OrderNotCertain;
  m_launch->overlap.waits.push_back(wait);
  m_launch->records.waitPairings.push_back(facts.pairing);
}

void RecordReader::readFlights(TrackId track) {
  const SliceRange slices = slicesOf(m_trace, track);
  for (uint32_t slice = slices.begin; slice < slices.end; ++slice) {
    const AsyncFacts &facts = m_facts.of(m_trace.sliceArgSets()[slice]);
    const auto [begin, end] = timesOf(slice);
    FlightRecord flight;
    flight.slice = SliceId(slice);
    flight.unit = m_unit;
    flight.site = m_sites->of(AsyncPlace::Step::Issue, m_trace.sliceNames()[slice], facts);
    flight.instance = facts.instance.value_or(0);
    flight.stage = facts.stage.value_or(0);
    flight.hasInstance = facts.instance.has_value();
    flight.hasStage = facts.stage.has_value();
    flight.begin = begin;
    flight.end = end;
    flight.flags = m_trace.sliceFlags()[slice];
    flight.pairing = facts.pairing;
    flight.isManual = m_categories.ofSlice(slice) != AsyncCategory::Flight;
    AsyncPlace &place = m_launch->overlap.sites[flight.site];
    place.records += flight.isManual;
    place.uncertain += facts.pairing == AsyncPairing::OrderNotCertain;
    m_launch->overlap.manualOperations += flight.isManual;
    m_indexOfSlice[slice] =
        m_firstFlights.back() + static_cast<uint32_t>(m_launch->records.flights.size());
    m_launch->records.flights.push_back(flight);
    extendUnit(begin, begin);
  }
}

void RecordReader::readArrivals(TrackId id) {
  const Track &track = m_trace.track(id);
  const ClockLine *clock = m_trace.clock(m_clock);
  for (uint32_t i = 0; i < track.instantCount; ++i) {
    const uint32_t index = track.firstInstant + i;
    const Instant &instant = m_trace.instants()[index];
    if (m_categories.of(instant.category) != AsyncCategory::Arrive)
      continue;
    const AsyncFacts &facts = m_facts.of(instant.args);
    const uint32_t site = m_sites->of(AsyncPlace::Step::Arrive, instant.name, facts);
    ++m_launch->overlap.sites[site].records;
    const Ticks time(m_launch->overlap.isInCycles ? clock->toCycles(instant.time).value
                                                  : instant.time.value);
    m_indexOfInstant[index] =
        m_firstArrivals.back() + static_cast<uint32_t>(m_launch->records.arrivals.size());
    m_launch->records.arrivals.push_back({m_unit, site, time});
    extendUnit(time, time);
  }
}

/// Sorts a unit's steps, which are row by row, by time. Arrivals are instants, which are in order.
void RecordReader::orderUnit(size_t firstWait, size_t firstIssue) {
  LaunchOverlap &overlap = m_launch->overlap;
  LaunchRecords &records = m_launch->records;
  const std::span waits = std::span(overlap.waits).subspan(firstWait);
  // A wait's number must be known before flows are read, and its pairing must move with it.
  if (!std::ranges::is_sorted(waits, {}, &AsyncWait::enter)) {
    std::ranges::stable_sort(waits, {}, &AsyncWait::enter);
    for (size_t i = 0; i < waits.size(); ++i)
      records.waitPairings[firstWait + i] =
          m_facts.of(m_trace.sliceArgSets()[waits[i].slice.value]).pairing;
  }
  for (size_t i = 0; i < waits.size(); ++i)
    m_indexOfSlice[waits[i].slice.value] =
        m_firstWaits.back() + static_cast<uint32_t>(firstWait + i);
  const std::span issues = std::span(records.issues).subspan(firstIssue);
  if (!std::ranges::is_sorted(issues, {}, &IssueRecord::begin))
    std::ranges::stable_sort(issues, {}, &IssueRecord::begin);
}

size_t RecordReader::launchOfWait(uint32_t wait) const {
  const auto behind = std::upper_bound(m_firstWaits.begin(), m_firstWaits.end(), wait);
  return static_cast<size_t>(behind - m_firstWaits.begin()) - 1;
}

/// Keeps a link to a wait if its source belongs to the same launch.
void RecordReader::readFlow(const Flow &flow) {
  if (flow.to.kind != EventRef::Kind::Slice ||
      m_categories.ofSlice(flow.to.index) != AsyncCategory::Wait ||
      m_indexOfSlice[flow.to.index] == kNoIndex)
    return;
  const uint32_t toWait = m_indexOfSlice[flow.to.index];
  const size_t at = launchOfWait(toWait);
  RecordedLaunch &launch = m_launches[at];
  const uint32_t wait = toWait - m_firstWaits[at];
  const bool isSlice = flow.from.kind == EventRef::Kind::Slice;
  const uint32_t from =
      isSlice ? m_indexOfSlice[flow.from.index] : m_indexOfInstant[flow.from.index];
  if (from == kNoIndex)
    return;
  LaunchRecords &records = launch.records;
  if (!isSlice) {
    const uint32_t arrival = from - m_firstArrivals[at];
    if (from >= m_firstArrivals[at] && arrival < records.arrivals.size())
      records.arrivalFlows.push_back(
          {records.arrivals[arrival].unit, records.arrivals[arrival].time, wait});
  } else if (m_categories.ofSlice(flow.from.index) == AsyncCategory::Wait) {
    const uint32_t other = from - m_firstWaits[at];
    if (from >= m_firstWaits[at] && other < launch.overlap.waits.size())
      records.arrivalFlows.push_back(
          {launch.overlap.waits[other].unit, launch.overlap.waits[other].enter, wait});
  } else if (from >= m_firstFlights[at] && from - m_firstFlights[at] < records.flights.size()) {
    records.flightFlows.push_back({from - m_firstFlights[at], wait});
  }
}

} // namespace

std::vector<RecordedLaunch> readAsyncRecords(const Trace &trace) {
  return RecordReader(trace).read();
}

} // namespace pstudio::analysis
