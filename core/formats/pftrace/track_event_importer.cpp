// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/track_event_importer.h"

#include <algorithm>
#include <utility>

#include "core/formats/import/message_reader.h"
#include "core/formats/pftrace/annotation_reader.h"
#include "core/formats/pftrace/extension_fields.h"

namespace pstudio {

using perfetto::EventType;

void TrackEventImporter::add(protozero::data_view event, const PacketHeader &packet,
                             SequenceState &state) {
  m_event.read(event);
  if (state.file != 0)
    addOwn(packet, state);
  else
    addForeign(packet, state);
}

// Our own files

namespace {

TrackAction::Kind kindOf(EventType type) {
  switch (type) {
  case EventType::SliceBegin:
    return TrackAction::Kind::Begin;
  case EventType::SliceEnd:
    return TrackAction::Kind::End;
  case EventType::Counter:
    return TrackAction::Kind::Sample;
  default:
    return TrackAction::Kind::Instant;
  }
}

/// Reads the annotation if it is one that the writer adds to show exact data; false if it is an
/// argument.
bool readAddedAnnotation(protozero::data_view data, ExactSlice &exact) {
  protozero::pbf_reader reader(data);
  if (!reader.next())
    return false;
  const FieldReader name(reader); // the writer puts it first
  if (!name.isVarint(perfetto::debug_annotation::kNameIid) ||
      name.uint64() >= extension::kFirstFreeIid)
    return false;
  if (name.uint64() == extension::kFlagsIid || !reader.next())
    return true;
  const FieldReader value(reader);
  if (!value.isVarint(perfetto::debug_annotation::kIntValue))
    return true;
  if (name.uint64() == extension::kCycleBeginIid)
    exact.beginCycles = value.int64();
  else if (__builtin_sub_overflow(value.int64(), exact.beginCycles, &exact.cycleDuration))
    exact.beginCycles = Trace::kNoCycles; // cycles that no counter can have counted
  return true;
}

} // namespace

ArgSetId TrackEventImporter::readOwnArgs(uint32_t number, const SequenceState &state,
                                         ExactSlice &exact) {
  ArgSetId known = m_own.findArgSet(number);
  m_args.clear();
  for (protozero::data_view annotation : m_event.annotations)
    if (!readAddedAnnotation(annotation, exact) && number != 0 && !known.isValid())
      readAnnotation(annotation, state, m_builder, m_args);
  if (m_args.empty())
    return number == 0 ? ArgSetId() : known;
  known = m_builder.addArgs(m_args);
  m_own.setArgSet(number, known);
  return known;
}

/// Gives the slice the exact times that its cycles stand for.
void TrackEventImporter::takeTimesFromCycles(const ClockLine &line, TrackAction &action,
                                             ExactSlice &exact) const {
  int64_t endCycles;
  if (exact.beginCycles == Trace::kNoCycles ||
      __builtin_add_overflow(exact.beginCycles, exact.cycleDuration, &endCycles))
    return;
  const Picoseconds begin = line.toTime(Cycles(exact.beginCycles));
  const Nanoseconds whole = floorToNanoseconds(begin);
  int64_t timestamp;
  if (__builtin_add_overflow(whole.value, m_own.origin().value, &timestamp))
    return;
  action.timestamp = timestamp;
  action.remainderPs = static_cast<uint16_t>((begin - toPicoseconds(whole)).value);
  exact.end = line.toTime(Cycles(endCycles));
}

void TrackEventImporter::addOwn(const PacketHeader &packet, SequenceState &state) {
  TrackAction action;
  action.kind = kindOf(m_event.type);
  action.timestamp = static_cast<int64_t>(packet.timestamp.value_or(0));
  action.remainderPs = packet.extension.remainderPs;
  action.flags = packet.extension.sliceFlags;
  action.stack = m_tracks.slotOf(m_event.trackUuid.value_or(0), state.file);
  action.track = m_tracks.make(action.stack);
  action.name = m_event.nameIn(state, m_builder);
  action.category = m_event.categoryIn(state, m_builder);
  ExactSlice exact;
  exact.parentDistance = packet.extension.parentDistance;
  action.args = readOwnArgs(packet.extension.argSet, state, exact);
  if (action.kind == TrackAction::Kind::Sample)
    action.sample = m_event.counterValue.value_or(0.0);
  for (FlowMark &mark : m_event.flows)
    mark.role = mark.role == FlowMark::Role::Step ? FlowMark::Role::ArrowSource
                                                  : FlowMark::Role::ArrowTarget;
  applyOwn(action, m_event.flows, exact);
}

void TrackEventImporter::applyOwn(TrackAction &action, std::span<const FlowMark> flows,
                                  ExactSlice &exact) {
  exact.isParentKnown = true;
  const ClockLine *line = m_own.sliceClockOf(action.track);
  if (line != nullptr && action.kind == TrackAction::Kind::Begin)
    takeTimesFromCycles(*line, action, exact);
  m_applier.apply(action, flows, exact);
}

bool TrackEventImporter::addOwnPlain(const PlainEvent &event, SequenceState &state) {
  TrackAction action;
  if (event.argSet != 0) {
    action.args = m_own.findArgSet(event.argSet);
    if (!action.args.isValid())
      return false; // its arguments are in this event
  }
  action.kind = kindOf(event.type);
  action.timestamp = static_cast<int64_t>(event.timestamp);
  action.remainderPs = event.remainderPs;
  action.flags = event.sliceFlags;
  action.stack = m_tracks.slotOf(event.trackUuid, state.file);
  action.track = m_tracks.make(action.stack);
  addPlainName(event, state, action);
  ExactSlice exact;
  exact.parentDistance = event.parentDistance;
  if (event.hasCycles) {
    exact.beginCycles = event.beginCycles;
    exact.cycleDuration = event.cycleDuration;
  }
  if (action.kind == TrackAction::Kind::Sample)
    action.sample = event.counterValue;
  const FlowMark flow{event.flowId,
                      event.isFlowEnd ? FlowMark::Role::ArrowTarget : FlowMark::Role::ArrowSource};
  applyOwn(action, std::span(&flow, event.hasFlow ? 1 : 0), exact);
  return true;
}

bool TrackEventImporter::addPlain(const PlainEvent &event, SequenceState &state) {
  return state.file != 0 ? addOwnPlain(event, state) : addForeignPlain(event, state);
}

void TrackEventImporter::addPlainName(const PlainEvent &event, const SequenceState &state,
                                      TrackAction &action) {
  if (event.nameIid != 0)
    action.name = state.eventNames.find(event.nameIid);
  if (event.hasCategory)
    action.category = state.categories.find(event.categoryIid);
}

// Files of others

std::optional<int64_t> TrackEventImporter::timeOf(const PacketHeader &packet,
                                                  SequenceState &state) {
  const auto legacyTime = [&](int64_t microseconds) -> std::optional<int64_t> {
    int64_t nanoseconds;
    if (__builtin_mul_overflow(microseconds, int64_t{1000}, &nanoseconds))
      return std::nullopt;
    // Writers without a ClockSnapshot meant the trace's clock.
    const auto converted = m_clocks.toTraceTimeNs(nanoseconds, perfetto::kClockMonotonic);
    return converted ? converted : nanoseconds;
  };
  if (m_event.timestampDeltaUs && state.thread) {
    if (__builtin_add_overflow(state.thread->timestampUs, *m_event.timestampDeltaUs,
                               &state.thread->timestampUs))
      return std::nullopt;
    return legacyTime(state.thread->timestampUs);
  }
  if (m_event.timestampDeltaUs)
    return std::nullopt;
  if (m_event.timestampAbsoluteUs)
    return legacyTime(*m_event.timestampAbsoluteUs);
  return timeOfPacket(packet, state);
}

std::optional<int64_t> TrackEventImporter::timeOfPacket(const PacketHeader &packet,
                                                        SequenceState &state) {
  if (!packet.timestamp)
    return std::nullopt;
  return m_clocks.toTraceTime(*packet.timestamp, clockOf(packet.clock, state), packet.sequence);
}

uint32_t TrackEventImporter::clockOf(std::optional<uint32_t> ofPacket,
                                     const SequenceState &state) const {
  return ofPacket ? *ofPacket : state.defaultClock ? *state.defaultClock : m_clocks.traceClock();
}

TrackSlot TrackEventImporter::trackOf(std::optional<uint64_t> uuid, const SequenceState &state) {
  if (uuid)
    return m_tracks.slotOf(*uuid, 0);
  if (state.defaultTrack)
    return m_tracks.slotOf(*state.defaultTrack, 0);
  if (state.thread)
    return m_tracks.threadSlot(state.thread->pid, state.thread->tid);
  return m_tracks.slotOf(0, 0); // the implicit track of the whole trace
}

/// The arguments of the event, into m_args.
void TrackEventImporter::readArgs(const SequenceState &state) {
  m_args.clear();
  for (protozero::data_view annotation : m_event.annotations)
    readAnnotation(annotation, state, m_builder, m_args);
  if (m_event.legacy.threadDurationUs)
    m_args.push_back(
        Arg::ofInt(m_builder.intern("thread_duration_us"), *m_event.legacy.threadDurationUs));
}

/// The message of a log is an argument, and the name of an event without one.
void TrackEventImporter::addLogArgs(TrackAction &action, const SequenceState &state) {
  const auto add = [this](const char *key, StringId text) {
    if (text.isValid())
      m_args.push_back(Arg::ofString(m_builder.intern(key), text));
  };
  const StringId body = state.logBodies.find(m_event.log->bodyIid);
  add("log.message", body);
  add("log.source", state.sourceLocations.find(m_event.log->sourceLocationIid));
  if (m_event.log->priority != 0)
    m_args.push_back(Arg::ofUint(m_builder.intern("log.priority"), m_event.log->priority));
  if (!action.name.isValid())
    action.name = body;
}

void TrackEventImporter::addForeign(const PacketHeader &packet, SequenceState &state) {
  const std::optional<int64_t> time = timeOf(packet, state);
  if (!time) {
    ++m_counts.eventsWithoutTime;
    return;
  }
  addThreadCounters(*time, state);
  addExtraCounters(*time, state);
  TrackAction action;
  action.timestamp = *time;
  action.stack = trackOf(m_event.trackUuid, state);
  if (m_event.type == EventType::Counter) {
    addSample(*time, action.stack, m_event.trackUuid.value_or(state.defaultTrack.value_or(0)),
              m_event.counterValue.value_or(0.0), state);
    return;
  }
  action.kind = kindOf(m_event.type);
  action.name = m_event.nameIn(state, m_builder);
  action.category = m_event.categoryIn(state, m_builder);
  readArgs(state);
  if (m_event.log)
    addLogArgs(action, state);
  action.args = m_argSets.add(m_args);
  if (m_event.legacy.phase != 0 && m_event.type == EventType::Unspecified)
    return addLegacy(action, state);
  if (m_event.type == EventType::SliceBegin || m_event.type == EventType::SliceEnd ||
      m_event.type == EventType::Instant)
    return m_foreign.add(action, m_event.flows);
  ++m_counts.unsupportedEvents;
}

bool TrackEventImporter::addForeignPlain(const PlainEvent &event, SequenceState &state) {
  if (event.hasAnnotations || event.hasFlow)
    return false;
  const std::optional<uint32_t> clock = event.hasClock ? std::optional(event.clock) : std::nullopt;
  const auto time = event.hasTimestamp ? m_clocks.toTraceTime(event.timestamp,
                                                              clockOf(clock, state), event.sequence)
                                       : std::nullopt;
  if (!time) {
    ++m_counts.eventsWithoutTime;
    return true;
  }
  const std::optional<uint64_t> uuid =
      event.hasTrack ? std::optional(event.trackUuid) : std::nullopt;
  TrackAction action;
  action.timestamp = *time;
  action.stack = trackOf(uuid, state);
  action.kind = kindOf(event.type);
  if (action.kind == TrackAction::Kind::Sample) {
    addSample(*time, action.stack, uuid.value_or(state.defaultTrack.value_or(0)),
              event.counterValue, state);
    return true;
  }
  addPlainName(event, state, action);
  m_foreign.add(action, {});
  return true;
}

void TrackEventImporter::addSample(int64_t timestamp, TrackSlot slot, uint64_t key, double value,
                                   SequenceState &state) {
  TrackEntry &track = m_tracks.at(slot);
  track.kind = TrackKind::Counter;
  if (track.isIncremental)
    value = state.incrementalCounters[key] += value;
  TrackAction action;
  action.kind = TrackAction::Kind::Sample;
  action.timestamp = timestamp;
  action.stack = slot;
  action.sample = value * static_cast<double>(track.unitMultiplier);
  m_foreign.add(action, {});
}

void TrackEventImporter::addExtraCounters(int64_t timestamp, SequenceState &state) {
  const auto &tracks =
      m_event.counterTracks.empty() ? state.defaultCounters : m_event.counterTracks;
  for (size_t i = 0; i < std::min(tracks.size(), m_event.counterValues.size()); ++i)
    addSample(timestamp, m_tracks.slotOf(tracks[i], 0), tracks[i],
              static_cast<double>(m_event.counterValues[i]), state);
  const auto &doubleTracks = m_event.doubleCounterTracks.empty() ? state.defaultDoubleCounters
                                                                 : m_event.doubleCounterTracks;
  for (size_t i = 0; i < std::min(doubleTracks.size(), m_event.doubleCounterValues.size()); ++i)
    addSample(timestamp, m_tracks.slotOf(doubleTracks[i], 0), doubleTracks[i],
              m_event.doubleCounterValues[i], state);
}

void TrackEventImporter::addThreadCounters(int64_t timestamp, SequenceState &state) {
  if (!state.thread)
    return;
  const auto add = [&](const char *name, const char *unit, double value) {
    const TrackSlot thread = m_tracks.threadSlot(state.thread->pid, state.thread->tid);
    const std::string key = std::string(name) + "/" + std::to_string(state.thread->pid) + "/" +
                            std::to_string(state.thread->tid);
    const TrackSlot slot =
        m_tracks.namedSlot(thread, TrackKind::Counter, m_builder.intern(name), key);
    m_tracks.at(slot).unit = m_builder.intern(unit);
    addSample(timestamp, slot, 0, value, state);
  };
  const auto advanced = [](int64_t &running, int64_t delta) {
    running = static_cast<int64_t>(static_cast<uint64_t>(running) + static_cast<uint64_t>(delta));
    return static_cast<double>(running);
  };
  if (m_event.threadTimeDeltaUs)
    add("thread_time", "ns",
        advanced(state.thread->threadTimeUs, *m_event.threadTimeDeltaUs) * 1000.0);
  else if (m_event.threadTimeAbsoluteUs)
    add("thread_time", "ns", static_cast<double>(*m_event.threadTimeAbsoluteUs) * 1000.0);
  if (m_event.instructionDelta)
    add("thread_instruction_count", "count",
        advanced(state.thread->instructions, *m_event.instructionDelta));
  else if (m_event.instructionAbsolute)
    add("thread_instruction_count", "count", static_cast<double>(*m_event.instructionAbsolute));
}

// The deprecated event model that came from Chrome's JSON

void TrackEventImporter::addLegacy(TrackAction action, SequenceState &state) {
  const LegacyEventMessage &legacy = m_event.legacy;
  if (legacy.bindId && legacy.flowDirection != 0) {
    const auto role = legacy.flowDirection == 1   ? FlowMark::Role::Target
                      : legacy.flowDirection == 2 ? FlowMark::Role::Source
                                                  : FlowMark::Role::Step;
    m_event.flows.push_back({*legacy.bindId, role});
  }
  if ((legacy.pidOverride || legacy.tidOverride) && !m_event.trackUuid) {
    const int64_t pid = legacy.pidOverride.value_or(state.thread ? state.thread->pid : -1);
    const int64_t tid = legacy.tidOverride.value_or(state.thread ? state.thread->tid : pid);
    action.stack = m_tracks.threadSlot(pid, tid);
  }
  switch (legacy.phase) {
  case 'B':
    action.kind = TrackAction::Kind::Begin;
    break;
  case 'E':
    action.kind = TrackAction::Kind::End;
    break;
  case 'X':
    action.kind = TrackAction::Kind::Complete;
    if (__builtin_mul_overflow(legacy.durationUs.value_or(0), int64_t{1'000'000},
                               &action.durationPs))
      action.durationPs = 0;
    break;
  case 'I':
  case 'i':
  case 'R':
    action.kind = TrackAction::Kind::Instant;
    break;
  case 's':
  case 't':
  case 'f':
    return addLegacyFlow(action, legacy.phase);
  case 'b':
  case 'e':
  case 'n':
  case 'S':
  case 'T':
  case 'p':
  case 'F':
    return addLegacyAsync(action, legacy.phase, state);
  default:
    ++m_counts.unsupportedEvents;
    return;
  }
  m_foreign.add(action, m_event.flows);
}

/// An arrow's start, step or end: it belongs to the slice around it, an end also to the next slice.
void TrackEventImporter::addLegacyFlow(TrackAction action, int32_t phase) {
  const LegacyEventMessage &legacy = m_event.legacy;
  const bool isEnd = phase == 'f';
  action.kind = isEnd && !legacy.bindsToEnclosing ? TrackAction::Kind::FlowAtNext
                                                  : TrackAction::Kind::FlowAtEnclosing;
  const FlowMark mark = {legacy.bindId.value_or(legacy.unscopedId.value_or(
                             legacy.localId.value_or(legacy.globalId.value_or(0)))),
                         phase == 's' ? FlowMark::Role::Source
                         : isEnd      ? FlowMark::Role::Termination
                                      : FlowMark::Role::Step};
  m_foreign.add(action, {&mark, 1});
}

void TrackEventImporter::addLegacyAsync(TrackAction action, int32_t phase, SequenceState &state) {
  const LegacyEventMessage &legacy = m_event.legacy;
  std::string key =
      "async/" + std::string(m_builder.text(action.category)) + "/" + std::string(legacy.idScope);
  TrackSlot parent = UINT32_MAX;
  if (legacy.globalId) {
    key += "/global " + std::to_string(*legacy.globalId);
  } else {
    const int64_t pid = state.thread ? state.thread->pid : -1;
    const uint64_t id = legacy.localId.value_or(legacy.unscopedId.value_or(0));
    key += "/" + std::to_string(pid) + " " + std::to_string(id);
    if (pid >= 0)
      parent = m_tracks.processSlot(pid);
  }
  action.stack = m_tracks.namedSlot(parent, TrackKind::Group, action.name, key);
  const bool isBegin = phase == 'b' || phase == 'S';
  const bool isEnd = phase == 'e' || phase == 'F';
  action.kind = isBegin ? TrackAction::Kind::Begin
                : isEnd ? TrackAction::Kind::End
                        : TrackAction::Kind::Instant;
  m_foreign.add(action, m_event.flows);
}

} // namespace pstudio
