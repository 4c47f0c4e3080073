// SPDX-License-Identifier: Apache-2.0
// The tables `instants`, `counters`, `flows` and `args`.
#include "core/query/event_tables.h"

#include <algorithm>

namespace pstudio::query {
namespace {

enum InstantColumn : int {
  kInstantId,
  kInstantName,
  kInstantTs,
  kInstantTrack, // the columns of PlaceColumn
  kInstantCategory = kInstantTrack + kPlaceColumns,
  kInstantArgs,
};
constexpr ColumnFacts kInstantColumns[] = {
    {"id", "INTEGER", "number of the instant"},
    {"name", "TEXT", "its name"},
    {"ts", "REAL", "time [ns]"},
    kPlaceFacts[0],
    kPlaceFacts[1],
    kPlaceFacts[2],
    kPlaceFacts[3],
    kPlaceFacts[4],
    {"category", "TEXT", "such as async.arrive"},
    {"arg_set_id", "INTEGER", "its arguments, args.arg_set_id"},
};
constexpr TableFacts kInstantFacts = {"instants", "a point in time on a track", kInstantColumns};

enum CounterColumn : int {
  kCounterId,
  kCounterName,
  kCounterTs,
  kCounterValue,
  kCounterUnit,
  kCounterTrack, // the columns of PlaceColumn
};
constexpr ColumnFacts kCounterColumns[] = {
    {"id", "INTEGER", "number of the sample"},
    {"name", "TEXT", "name of the counter"},
    {"ts", "REAL", "time [ns]; the value holds until the next sample of the track"},
    {"value", "REAL", "value"},
    {"unit", "TEXT", "unit of the value"},
    kPlaceFacts[0],
    kPlaceFacts[1],
    kPlaceFacts[2],
    kPlaceFacts[3],
    kPlaceFacts[4],
};
constexpr TableFacts kCounterFacts = {"counters", "a sample of a counter", kCounterColumns};

constexpr ColumnFacts kFlowColumns[] = {
    {"id", "INTEGER", "number of the arrow; arrows that belong together share it"},
    {"from_slice_id", "INTEGER", "slice that it starts at, slices.id"},
    {"from_instant_id", "INTEGER", "instant that it starts at, instants.id"},
    {"to_slice_id", "INTEGER", "slice that it ends at, slices.id"},
    {"to_instant_id", "INTEGER", "instant that it ends at, instants.id"},
};
constexpr TableFacts kFlowFacts = {"flows", "an arrow between two events", kFlowColumns};

enum ArgColumn : int { kArgSet, kArgKey, kArgType, kArgValue };
constexpr ColumnFacts kArgColumns[] = {
    {"arg_set_id", "INTEGER", "set; slices, instants, tracks and launches refer to one"},
    {"key", "TEXT", "name of the argument, such as source or queue"},
    {"type", "TEXT", "int, uint, double, bool, string or pointer"},
    {"value", "", "number or text"},
};
constexpr TableFacts kArgFacts = {"args", "an argument", kArgColumns};

std::string_view argTypeName(ArgType type) {
  constexpr std::string_view kNames[] = {"int", "uint", "double", "bool", "string", "pointer"};
  return kNames[static_cast<size_t>(type)];
}

Cell endCell(const EventRef &end, EventRef::Kind kind) {
  return end.kind == kind ? Cell(int64_t{end.index}) : Cell();
}

/// Rows of one track, ordered by time: those in `times`.
template <class Event>
void addEvents(std::span<const Event> events, uint64_t first, uint64_t count,
               const PicosecondRange &times, std::vector<RowRange> &ranges) {
  const auto begin = events.begin() + static_cast<std::ptrdiff_t>(first);
  const auto time = [](const Event &event) { return event.time.value; };
  const auto all = std::ranges::subrange(begin, begin + static_cast<std::ptrdiff_t>(count));
  const auto from = std::ranges::lower_bound(all, times.least, {}, time);
  const auto to = std::ranges::upper_bound(from, all.end(), times.most, {}, time);
  if (from != to)
    ranges.push_back(
        {static_cast<uint64_t>(from - events.begin()), static_cast<uint64_t>(to - events.begin())});
}

/// The tracks that bounds on a track's number allow.
std::span<const Track> tracksOf(const Trace &trace, std::span<const Bound> bounds, int column) {
  const RowRange range = rowRange(bounds, column, trace.tracks().size());
  return trace.tracks().subspan(range.begin, range.end - range.begin);
}

ScanEstimate eventEstimate(std::span<const Condition> conditions, size_t events, size_t tracks,
                           int track, int time) {
  const double all = static_cast<double>(events) + 1;
  const double searches = static_cast<double>(tracks) + 1;
  ScanEstimate scan{all, all};
  if (hasEqual(conditions, track))
    scan = {all / searches, all / searches};
  else if (!conditions.empty())
    scan.cost += searches;
  if (hasAny(conditions, time))
    scan = {scan.rows * 0.1, scan.cost * 0.1};
  return {std::max(1.0, scan.rows), std::max(1.0, scan.cost)};
}

} // namespace

const TableFacts &InstantTable::tableFacts() {
  return kInstantFacts;
}

Cell InstantTable::cell(uint64_t row, int column, ReadHint &) {
  const Instant &instant = m_trace.instants()[row];
  switch (column) {
  case kInstantId:
    return static_cast<int64_t>(row);
  case kInstantName:
    return m_trace.string(instant.name);
  case kInstantTs:
    return nanoseconds(instant.time.value);
  case kInstantCategory:
    return textOrNull(m_trace.string(instant.category));
  case kInstantArgs:
    return idOrNull(instant.args);
  default:
    return placeCell(m_places, instant.track, static_cast<PlaceColumn>(column - kInstantTrack));
  }
}

bool InstantTable::isIndexed(const Condition &condition) const {
  return condition.column == kInstantId || condition.column == kInstantTs ||
         (condition.column == kInstantTrack && condition.relation == Relation::Equal);
}

ScanEstimate InstantTable::estimate(std::span<const Condition> conditions) const {
  if (hasEqual(conditions, kInstantId))
    return {1, 1};
  return eventEstimate(conditions, m_trace.instants().size(), m_trace.tracks().size(),
                       kInstantTrack, kInstantTs);
}

RowSelection InstantTable::select(std::span<const Bound> bounds) {
  const RowRange ids = rowRange(bounds, kInstantId, rowCount());
  RowSelection selection;
  if (!hasBound(bounds, kInstantTrack) && !hasBound(bounds, kInstantTs)) {
    selection.ranges.push_back(ids);
    return selection;
  }
  const PicosecondRange times = picosecondRange(bounds, kInstantTs);
  for (const Track &track : tracksOf(m_trace, bounds, kInstantTrack))
    if (track.instantCount > 0)
      addEvents(m_trace.instants(), track.firstInstant, track.instantCount, times,
                selection.ranges);
  return selection;
}

CounterTable::CounterTable(const Trace &trace, const TrackPlaces &places)
    : m_trace(trace), m_places(places) {
  for (uint32_t i = 0; i < trace.tracks().size(); ++i)
    if (trace.tracks()[i].sampleCount > 0)
      m_counters.push_back(TrackId(i));
}

const TableFacts &CounterTable::tableFacts() {
  return kCounterFacts;
}

TrackId CounterTable::trackOf(uint64_t sample, ReadHint &hint) const {
  const auto holds = [&](size_t at) {
    if (at >= m_counters.size())
      return false;
    const Track &track = m_trace.track(m_counters[at]);
    return sample >= track.firstSample && sample - track.firstSample < track.sampleCount;
  };
  if (!holds(hint.part)) {
    const auto after = std::ranges::upper_bound(
        m_counters, sample, {}, [&](TrackId id) { return m_trace.track(id).firstSample; });
    hint.part = static_cast<size_t>(after - m_counters.begin()) - 1;
  }
  return m_counters[hint.part];
}

Cell CounterTable::cell(uint64_t row, int column, ReadHint &hint) {
  const TrackId id = trackOf(row, hint);
  switch (column) {
  case kCounterId:
    return static_cast<int64_t>(row);
  case kCounterName:
    return m_trace.string(m_trace.track(id).name);
  case kCounterTs:
    return nanoseconds(m_trace.samples()[row].time.value);
  case kCounterValue:
    return m_trace.samples()[row].value;
  case kCounterUnit:
    return textOrNull(m_trace.string(m_trace.track(id).unit));
  default:
    return placeCell(m_places, id, static_cast<PlaceColumn>(column - kCounterTrack));
  }
}

bool CounterTable::isIndexed(const Condition &condition) const {
  return condition.column == kCounterTs ||
         (condition.column == kCounterTrack && condition.relation == Relation::Equal);
}

ScanEstimate CounterTable::estimate(std::span<const Condition> conditions) const {
  return eventEstimate(conditions, m_trace.samples().size(), m_counters.size(), kCounterTrack,
                       kCounterTs);
}

RowSelection CounterTable::select(std::span<const Bound> bounds) {
  RowSelection selection;
  const PicosecondRange times = picosecondRange(bounds, kCounterTs);
  for (const Track &track : tracksOf(m_trace, bounds, kCounterTrack))
    if (track.sampleCount > 0)
      addEvents(m_trace.samples(), track.firstSample, track.sampleCount, times, selection.ranges);
  return selection;
}

const TableFacts &FlowTable::tableFacts() {
  return kFlowFacts;
}

Cell FlowTable::cell(uint64_t row, int column, ReadHint &) {
  const Flow &flow = m_trace.flows()[row];
  switch (column) {
  case 0:
    return static_cast<int64_t>(flow.id);
  case 1:
    return endCell(flow.from, EventRef::Kind::Slice);
  case 2:
    return endCell(flow.from, EventRef::Kind::Instant);
  case 3:
    return endCell(flow.to, EventRef::Kind::Slice);
  default:
    return endCell(flow.to, EventRef::Kind::Instant);
  }
}

ArgTable::ArgTable(const Trace &trace) : m_trace(trace) {
  const auto sets = static_cast<uint32_t>(trace.argSetCount());
  if (sets == 0)
    return;
  // The sets are neighbours in one column, by rising number.
  const Arg *first = trace.args(ArgSetId(0)).data();
  const std::span<const Arg> last = trace.args(ArgSetId(sets - 1));
  m_all = {first, last.data() + last.size()};
}

const TableFacts &ArgTable::tableFacts() {
  return kArgFacts;
}

uint64_t ArgTable::beginOf(uint64_t set) const {
  if (set >= m_trace.argSetCount())
    return m_all.size();
  return static_cast<uint64_t>(m_trace.args(ArgSetId(static_cast<uint32_t>(set))).data() -
                               m_all.data());
}

Cell argCell(const Trace &trace, const Arg &arg) {
  switch (arg.type) {
  case ArgType::Int:
    return arg.intValue;
  case ArgType::Double:
    return arg.doubleValue;
  case ArgType::String:
    return trace.string(arg.stringValue);
  default:
    break;
  }
  // SQL has no unsigned numbers: what does not fit becomes the nearest real one.
  return arg.uintValue <= INT64_MAX ? Cell(static_cast<int64_t>(arg.uintValue))
                                    : Cell(static_cast<double>(arg.uintValue));
}

Cell ArgTable::cell(uint64_t row, int column, ReadHint &hint) {
  const Arg &arg = m_all[row];
  switch (column) {
  case kArgKey:
    return m_trace.string(arg.key);
  case kArgType:
    return argTypeName(arg.type);
  case kArgValue:
    return argCell(m_trace, arg);
  default:
    break;
  }
  if (row < beginOf(hint.part) || row >= beginOf(hint.part + 1)) {
    size_t low = 0, high = m_trace.argSetCount(); // the last set that begins at or before the row
    while (high - low > 1) {
      const size_t middle = low + (high - low) / 2;
      (beginOf(middle) <= row ? low : high) = middle;
    }
    hint.part = low;
  }
  return static_cast<int64_t>(hint.part);
}

bool ArgTable::isIndexed(const Condition &condition) const {
  return condition.column == kArgSet;
}

ScanEstimate ArgTable::estimate(std::span<const Condition> conditions) const {
  const double all = static_cast<double>(m_all.size()) + 1;
  const double sets = static_cast<double>(m_trace.argSetCount()) + 1;
  const double rows = hasEqual(conditions, kArgSet) ? all / sets : all;
  return {rows, rows};
}

RowSelection ArgTable::select(std::span<const Bound> bounds) {
  const RowRange sets = rowRange(bounds, kArgSet, m_trace.argSetCount());
  return {.ranges = {{beginOf(sets.begin), beginOf(sets.end)}}};
}

} // namespace pstudio::query
