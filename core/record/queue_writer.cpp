// SPDX-License-Identifier: Apache-2.0
#include "core/record/queue_writer.h"

#include "core/trace/arg_names.h"

namespace pstudio::record {

using analysis::AsyncPairing;
using analysis::AsyncStep;
using analysis::Flight;
using analysis::PairedQueues;

namespace {

constexpr uint32_t kNone = MatchedScope::kNone;

std::string_view categoryOf(AsyncStep step) {
  switch (step) {
  case AsyncStep::Issue:
  case AsyncStep::IssueAndCommit:
    return kAsyncIssueCategory;
  case AsyncStep::Wait:
  case AsyncStep::Synchronize:
    return kAsyncWaitCategory;
  case AsyncStep::Arrive:
    return kAsyncArriveCategory;
  case AsyncStep::Commit:
    return kAsyncCommitCategory;
  case AsyncStep::Init:
    return kAsyncInitCategory;
  }
  return {};
}

} // namespace

QueueWriter::QueueWriter(TraceBuilder &trace, const OperationTable &operations, OperationArgs &args,
                         LaunchId launch)
    : m_trace(trace), m_operations(operations), m_names(args), m_args(trace, operations, args),
      m_flow((uint64_t{launch.value} + 1) << 40) {
  for (uint8_t step = 0; step < analysis::kAsyncSteps; ++step)
    m_categories[step] = trace.intern(categoryOf(static_cast<AsyncStep>(step)));
  m_flightCategory = trace.intern(kAsyncFlightCategory);
}

void QueueWriter::beginCta(size_t units) {
  if (m_events.size() < units)
    m_events.resize(units);
}

void QueueWriter::beginUnit(uint32_t unit, const MatchedUnit &matched, const PairedQueues &queues) {
  m_queues = &queues;
  m_matched = &matched;
  m_unit = unit;
  m_events[unit].assign(matched.steps.size(), EventRef());
  if (matched.steps.empty()) {
    m_stepOfScope.clear();
    return;
  }
  m_stepOfScope.assign(matched.scopes.size(), kNone);
  for (uint32_t i = 0; i < matched.steps.size(); ++i)
    if (matched.steps[i].scope != kNone)
      m_stepOfScope[matched.steps[i].scope] = i;
}

void QueueWriter::describe(uint32_t scope, SliceInput &slice) {
  if (m_stepOfScope.empty() || m_stepOfScope[scope] == kNone)
    return;
  const uint32_t step = m_stepOfScope[scope];
  // m_stepOfScope contains only operations that are steps in the table.
  const uint16_t operation = m_matched->steps[step].operation;
  const auto &site = *m_operations.find(OperationId(operation))->async;
  slice.category = m_categories[static_cast<size_t>(site.step)];
  slice.args = m_args.of(operation, placeOf(step));
}

void QueueWriter::setScope(uint32_t scope, BuilderSlice slice) {
  if (!m_stepOfScope.empty() && m_stepOfScope[scope] != kNone)
    m_events[m_unit][m_stepOfScope[scope]] = {EventRef::Kind::Slice, slice.value};
}

void QueueWriter::addMoment(TrackId track, uint16_t operation, uint32_t step, Picoseconds time) {
  Instant instant;
  instant.track = track;
  instant.name = m_names.nameOf(operation);
  const auto &site = *m_operations.find(OperationId(operation))->async;
  instant.category = m_categories[static_cast<size_t>(site.step)];
  instant.time = time;
  instant.args = m_args.of(operation, placeOf(step));
  m_events[m_unit][step] = {EventRef::Kind::Instant, m_trace.addInstant(instant).value};
}

SliceInput QueueWriter::describeFlight(const Flight &flight, const MatchedCta &cta) {
  const uint16_t operation = cta.units[flight.issue.unit].steps[flight.issue.step].operation;
  SliceInput slice;
  slice.name = m_names.nameOf(operation);
  slice.category = m_flightCategory;
  slice.flags = static_cast<uint8_t>(kSliceAsync | (flight.hasBegin ? 0 : kSliceNoStart) |
                                     (flight.wasSeen ? 0 : kSliceNoEnd));
  std::optional<uint32_t> endUnit;
  if (flight.endUnit != flight.issue.unit)
    endUnit = cta.units[flight.endUnit].number;
  slice.args = m_args.of(operation, flight.place, endUnit);
  return slice;
}

void QueueWriter::addFlows(std::span<const BuilderSlice> flights, const PairedQueues &queues) {
  const auto eventOf = [&](analysis::StepRef ref) { return m_events[ref.unit][ref.step]; };
  const auto add = [&](EventRef from, EventRef to, uint64_t id) {
    m_trace.addFlow(id, from.kind, from.index, to.kind, to.index);
  };
  for (const analysis::FlightLink &link : queues.flightLinks)
    add({EventRef::Kind::Slice, flights[link.flight].value}, eventOf(link.wait),
        m_flow + link.flight);
  m_flow += flights.size();
  for (const analysis::ArrivalLink &link : queues.arrivalLinks)
    add(eventOf(link.arrival), eventOf(link.wait), m_flow++);
  count(queues);
}

void QueueWriter::count(const PairedQueues &queues) {
  for (const auto &unit : queues.steps)
    for (const analysis::StreamPlace &place : unit)
      ++m_steps[static_cast<size_t>(place.pairing)];
  for (const Flight &flight : queues.flights)
    ++m_flights[static_cast<size_t>(flight.place.pairing)];
  m_initialisedAgain += queues.barriersInitialisedAgain;
  m_linksLeftOut += queues.linksLeftOut;
}

void QueueWriter::addNotes() {
  const auto steps = [&](AsyncPairing pairing) { return m_steps[static_cast<size_t>(pairing)]; };
  const auto flights = [&](AsyncPairing pairing) {
    return m_flights[static_cast<size_t>(pairing)];
  };
  m_trace.addNote(NoteCode::AsyncIssueNotRecorded, steps(AsyncPairing::IssueNotRecorded));
  m_trace.addNote(NoteCode::AsyncWaitNotRecorded, flights(AsyncPairing::WaitNotRecorded));
  m_trace.addNote(NoteCode::AsyncNeverWaitedFor, flights(AsyncPairing::NeverWaitedFor));
  m_trace.addNote(NoteCode::AsyncNeverLeft, steps(AsyncPairing::NeverLeft));
  m_trace.addNote(NoteCode::AsyncOrderNotCertain, steps(AsyncPairing::OrderNotCertain));
  m_trace.addNote(NoteCode::AsyncInferred, steps(AsyncPairing::Inferred));
  m_trace.addNote(NoteCode::AsyncBarrierInitialisedAgain, m_initialisedAgain);
  m_trace.addNote(NoteCode::AsyncArrowsLeftOut, m_linksLeftOut);
}

} // namespace pstudio::record
