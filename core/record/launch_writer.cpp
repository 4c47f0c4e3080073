// SPDX-License-Identifier: Apache-2.0
#include "core/record/launch_writer.h"

#include <algorithm>

#include "core/base/check.h"

namespace pstudio::record {

std::string launchName(uint32_t index, std::string_view callSite) {
  std::string name = "launch " + std::to_string(index);
  if (callSite.empty())
    return name;
  const std::string_view inFolder = callSite.substr(callSite.rfind('/') + 1);
  return name + " at " + std::string(inFolder.substr(0, inFolder.rfind(':')));
}

std::string ctaName(uint64_t linearId, const std::array<uint32_t, 3> &coordinates) {
  return "CTA " + std::to_string(linearId) + " (" + std::to_string(coordinates[0]) + ", " +
         std::to_string(coordinates[1]) + ", " + std::to_string(coordinates[2]) + ")";
}

static LaunchId addLaunch(TraceBuilder &trace, const LaunchNames &names, Launch launch) {
  launch.kernel = trace.intern(names.kernel);
  launch.target = trace.intern(names.target);
  return trace.addLaunch(launch);
}

LaunchWriter::LaunchWriter(TraceBuilder &trace, const OperationTable &operations,
                           const LaunchNames &names, Launch launch)
    : m_trace(trace), m_args(trace, operations),
      m_launch(addLaunch(trace, names, std::move(launch))),
      m_queues(trace, operations, m_args, m_launch) {
  const TrackId kernel = kernelTrack(trace.intern(names.kernel));
  m_launchTrack = addTrack(TrackKind::Launch, launchName(names.index, names.callSite), kernel,
                           names.index, ClockId(), names.index);
  m_scopeCategory = trace.intern("scope");
  m_profileCategory = trace.intern("profile");
  m_eventCategory = trace.intern("async");
}

/// The kernel's track, made unless an earlier launch has made it.
TrackId LaunchWriter::kernelTrack(StringId name) {
  // The tracks of a launch are contiguous after its Launch track, so the backward search visits
  // each launch once.
  for (size_t i = m_trace.trackCount(); i > 0;) {
    TrackId at(static_cast<uint32_t>(i - 1));
    while (m_trace.trackAt(at).kind != TrackKind::Launch && m_trace.trackAt(at).parent.isValid())
      at = m_trace.trackAt(at).parent;
    i = at.value;
    if (m_trace.trackAt(at).kind == TrackKind::Launch && m_trace.trackAt(at).parent.isValid())
      at = m_trace.trackAt(at).parent;
    if (m_trace.trackAt(at).kind == TrackKind::Kernel && m_trace.trackAt(at).name == name)
      return at;
  }
  Track track;
  track.kind = TrackKind::Kernel;
  track.name = name;
  return m_trace.addTrack(track);
}

TrackId LaunchWriter::addTrack(TrackKind kind, std::string_view name, TrackId parent,
                               int64_t number, ClockId clock, int64_t rank) {
  Track track;
  track.kind = kind;
  track.name = m_trace.intern(name);
  track.parent = parent;
  track.number = number;
  track.clock = clock;
  track.launch = m_launch;
  return m_trace.addTrack(track, rank);
}

void LaunchWriter::setTimeOnly() {
  m_isTimeOnly = true;
  m_trace.launchAt(m_launch).recordingCost.reset();
}

void LaunchWriter::setClock(uint32_t hardwareId, const ClockLine &line) {
  // With setTimeOnly() the line maps times to times, so the trace contains no clock of the device.
  m_clocks[hardwareId] = {line, m_isTimeOnly ? ClockId() : m_trace.addClock(line)};
}

LaunchWriter::Clock LaunchWriter::clockOf(const CtaPlace &place) {
  if (place.clock)
    return {*place.clock, m_trace.addClock(*place.clock)};
  const auto found = m_clocks.find(place.hardwareId);
  PSTUDIO_CHECK(found != m_clocks.end());
  return found->second;
}

TrackId LaunchWriter::smTrack(uint32_t hardwareId, ClockId clock) {
  const auto [found, isNew] = m_smTracks.try_emplace(hardwareId);
  if (isNew)
    found->second = addTrack(TrackKind::Sm, "SM " + std::to_string(hardwareId), m_launchTrack,
                             hardwareId, clock, hardwareId);
  return found->second;
}

void LaunchWriter::setAccesses(std::shared_ptr<const memory::LaunchAccesses> accesses) {
  m_trace.launchAt(m_launch).accesses = std::move(accesses);
}

void LaunchWriter::addCta(const CtaPlace &place, const MatchedCta &cta, AccessWriter *accesses) {
  m_clock = clockOf(place);
  const TrackId sm = smTrack(place.hardwareId, place.clock ? ClockId() : m_clock.id);
  const auto linearId = static_cast<int64_t>(place.linearId);
  const TrackId track = addTrack(TrackKind::Cta, place.name, sm, linearId, m_clock.id, linearId);
  m_unitTracks.clear();
  for (const MatchedUnit &unit : cta.units)
    m_unitTracks.push_back(addTrack(TrackKind::Warp,
                                    unitName(place.granularity, unit.number, place.warps), track,
                                    unit.number, m_clock.id, unit.number));
  const auto at = [&](int64_t cycles) { return timeAt(m_clock.line, cycles); };
  m_queues.beginCta(cta.units.size());
  for (uint32_t i = 0; i < cta.units.size(); ++i) {
    m_queues.beginUnit(i, cta.units[i], cta.queues);
    addScopes(m_unitTracks[i], cta.units[i].scopes);
    m_queues.addMoments(m_unitTracks[i], cta.units[i], at);
    addValues(m_unitTracks[i], cta.units[i].values);
    if (accesses != nullptr)
      accesses->addWarp(static_cast<uint32_t>(place.linearId), cta.units[i], at);
    addGaps(m_unitTracks[i], cta.units[i].gaps);
  }
  addEvents(cta);
  addFlights(cta);
  m_unmatched += cta.unmatched;
  m_ambiguous += cta.ambiguous;
}

void LaunchWriter::fillTimes(SliceInput &slice, int64_t begin, int64_t end) const {
  slice.begin = timeAt(m_clock.line, begin);
  slice.duration = timeAt(m_clock.line, end) - slice.begin;
  if (m_isTimeOnly)
    return;
  slice.beginCycles = begin;
  slice.cycleDuration = end - begin;
}

void LaunchWriter::addScopes(TrackId track, std::span<const MatchedScope> scopes) {
  m_added.assign(scopes.size(), BuilderSlice());
  for (uint32_t i = 0; i < scopes.size(); ++i) {
    // A parent whose start was dropped comes after its children in `scopes`, but the builder
    // requires it first.
    m_chain.clear();
    for (uint32_t at = i; at != MatchedScope::kNone && !m_added[at].isValid();
         at = scopes[at].parent)
      m_chain.push_back(at);
    for (; !m_chain.empty(); m_chain.pop_back()) {
      const MatchedScope &scope = scopes[m_chain.back()];
      const BuilderSlice parent =
          scope.parent == MatchedScope::kNone ? BuilderSlice() : m_added[scope.parent];
      m_added[m_chain.back()] = addScope(track, m_chain.back(), scope, parent);
    }
  }
}

BuilderSlice LaunchWriter::addScope(TrackId track, uint32_t index, const MatchedScope &scope,
                                    BuilderSlice parent) {
  SliceInput slice;
  slice.track = track;
  slice.name = m_args.nameOf(scope.operation);
  slice.category = m_args.kindOf(scope.operation) == OperationKind::Profile ? m_profileCategory
                                                                            : m_scopeCategory;
  fillTimes(slice, scope.begin, scope.end);
  slice.parent = parent;
  // A crossing scope may still be inside another one: the builder searches for that scope.
  slice.isRoot = !parent.isValid() && (scope.flags & kSliceCrossing) == 0;
  slice.flags = scope.flags;
  OperationArgs::Detail detail;
  if (scope.laneMask != kAllLanes)
    detail.laneMask = scope.laneMask;
  detail.isLengthUnknown = (scope.flags & kSliceLengthUnknown) != 0;
  m_queues.describe(index, slice);
  if (!slice.args.isValid())
    slice.args = m_args.of(scope.operation, detail);
  m_unknownOperations += !m_args.isKnown(scope.operation);
  const BuilderSlice added = m_trace.addSlice(slice);
  m_queues.setScope(index, added);
  return added;
}

void LaunchWriter::addValues(TrackId unit, std::span<const Record> records) {
  m_counters.clear();
  // Where lanes may diverge, the value is that of the lowest active lane.
  const uint8_t usual = records.empty() ? 0 : std::ranges::min(records, {}, &Record::lane).lane;
  for (const Record &record : records) {
    const ValueType type = m_args.valueTypeOf(record.operation);
    m_trace.addSample(counterTrack(unit, record),
                      {timeAt(m_clock.line, record.cycles), numberOf(type, record.payload)});
    m_roundedValues += !isExact(type, record.payload);
    m_valuesOfOtherLanes += record.lane != usual;
    m_unknownOperations += !m_args.isKnown(record.operation);
  }
}

/// All values with the same name and unit share one counter track.
TrackId LaunchWriter::counterTrack(TrackId unit, const Record &record) {
  const StringId name = m_args.nameOf(record.operation);
  const StringId unitOfNumber = m_args.unitOf(record.operation);
  TrackId &counter = m_counters[{name.value, unitOfNumber.value}];
  if (!counter.isValid()) {
    counter = addTrack(TrackKind::Counter, m_trace.text(name), unit, record.operation, m_clock.id,
                       record.operation);
    m_trace.trackAt(counter).unit = unitOfNumber;
    m_trace.trackAt(counter).args = m_args.of(record.operation, {});
  }
  return counter;
}

void LaunchWriter::addGaps(TrackId track, std::span<const MatchedGap> gaps) {
  for (const MatchedGap &gap : gaps) {
    Instant instant;
    instant.track = track;
    instant.name = m_trace.intern("records dropped");
    instant.category = m_profileCategory;
    instant.time = timeAt(m_clock.line, gap.cycles);
    const Arg slots = Arg::ofUint(m_trace.intern("slots"), gap.slots);
    instant.args = m_trace.addArgs({&slots, 1});
    m_trace.addInstant(instant);
  }
}

/// Marks an operation in flight whose start or end may be wrong by whole periods of the clock.
static void setLengthUnknown(SliceInput &slice, OperationArgs::Detail &detail) {
  slice.flags |= kSliceNoStart | kSliceNoEnd | kSliceLengthUnknown;
  slice.duration = Picoseconds(0);
  slice.cycleDuration = 0;
  detail.isLengthUnknown = true;
}

void LaunchWriter::addEvents(const MatchedCta &cta) {
  uint32_t operation = ~0u;
  for (const MatchedEvent &event : cta.events) {
    if (event.operation != operation) { // they come ordered by operation
      operation = event.operation;
      m_eventTracks.assign(cta.units.size(), TrackId());
    }
    TrackId &track = m_eventTracks[event.startUnit];
    const StringId name = m_args.nameOf(event.operation);
    if (!track.isValid())
      track = addTrack(TrackKind::Async, m_trace.text(name), m_unitTracks[event.startUnit],
                       event.operation, m_clock.id, event.operation);
    SliceInput slice;
    slice.track = track;
    slice.name = name;
    slice.category = m_eventCategory;
    fillTimes(slice, event.begin, event.end);
    slice.flags = event.flags;
    OperationArgs::Detail detail;
    if (cta.units[event.startUnit].hasUncertainClocks || cta.units[event.endUnit].hasUncertainClocks)
      setLengthUnknown(slice, detail);
    detail.instance = event.key;
    if (event.endUnit != event.startUnit)
      detail.endUnit = cta.units[event.endUnit].number;
    slice.args = m_args.of(event.operation, detail);
    m_unknownOperations += !m_args.isKnown(event.operation);
    m_trace.addSlice(slice);
  }
}

void LaunchWriter::addFlights(const MatchedCta &cta) {
  m_flights.clear();
  m_flightTracks.clear();
  for (const analysis::Flight &flight : cta.queues.flights) {
    const uint32_t unit = flight.issue.unit;
    const uint16_t operation = cta.units[unit].steps[flight.issue.step].operation;
    SliceInput slice = m_queues.describeFlight(flight, cta);
    TrackId &track = m_flightTracks[{operation, unit}];
    if (!track.isValid())
      track = addTrack(TrackKind::Async, m_trace.text(slice.name), m_unitTracks[unit], operation,
                       m_clock.id, operation);
    slice.track = track;
    fillTimes(slice, flight.begin, flight.end);
    if (cta.units[unit].hasUncertainClocks || cta.units[flight.endUnit].hasUncertainClocks) {
      OperationArgs::Detail detail;
      setLengthUnknown(slice, detail);
      slice.args = m_args.of(operation, detail);
    }
    m_flights.push_back(m_trace.addSlice(slice));
  }
  m_queues.addFlows(m_flights, cta.queues);
}

void LaunchWriter::finish(uint64_t recordsWritten, uint64_t recordsDropped, ArgSetId args) {
  Launch &launch = m_trace.launchAt(m_launch);
  launch.recordsWritten = recordsWritten;
  launch.recordsDropped = recordsDropped;
  launch.recordsUnmatched = m_unmatched;
  launch.args = args;
  m_trace.addNote(NoteCode::RecordDropped, recordsDropped);
  m_trace.addNote(NoteCode::RecordUnmatched, m_unmatched);
  m_trace.addNote(NoteCode::RecordAmbiguousEvent, m_ambiguous);
  m_trace.addNote(NoteCode::RecordValueOfOtherLane, m_valuesOfOtherLanes);
  m_trace.addNote(NoteCode::RecordValueRounded, m_roundedValues);
  m_trace.addNote(NoteCode::RecordUnknownOperation, m_unknownOperations);
  m_queues.addNotes();
}

} // namespace pstudio::record
