// SPDX-License-Identifier: Apache-2.0
#include "core/queues/group_replay.h"

#include <algorithm>

namespace pstudio::analysis {

void GroupQueue::add(uint32_t step) {
  const AsyncSite &site = m_unit.steps[step].site;
  switch (site.step) {
  case AsyncStep::Issue:
    issue(step);
    if (isCounter(site.queue)) {
      // The operation is complete when the last of its instructions is.
      m_groups.insert(m_groups.end(), std::max<size_t>(site.count, 1) - 1, kEmpty);
      commit();
    }
    break;
  case AsyncStep::IssueAndCommit:
    issue(step);
    commit();
    break;
  case AsyncStep::Commit:
    if (m_open != kEmpty)
      place(step) = m_out.flights[m_open].place;
    commit();
    break;
  case AsyncStep::Wait:
  case AsyncStep::Synchronize:
    wait(step);
    break;
  case AsyncStep::Arrive:
  case AsyncStep::Init: // queues in order have neither
    break;
  }
}

void GroupQueue::issue(uint32_t step) {
  if (m_open == kEmpty) {
    const QueueStep &recorded = m_unit.steps[step];
    Flight flight;
    flight.issue = {m_unitIndex, step};
    flight.begin = flight.end = recorded.begin;
    flight.endUnit = m_unitIndex;
    flight.hasBegin = recorded.hasBegin;
    flight.place.instance = static_cast<uint32_t>(m_flights.size());
    flight.place.stage = flight.place.instance % m_stages;
    if (!recorded.hasBegin)
      flight.place.pairing = AsyncPairing::IssueNotRecorded;
    m_open = static_cast<uint32_t>(m_out.flights.size());
    m_flights.push_back(m_open);
    m_out.flights.push_back(flight);
  }
  place(step) = m_out.flights[m_open].place;
}

void GroupQueue::commit() {
  const bool mayLackIssue = m_open == kEmpty && m_isHeadUnknown && m_groups.empty();
  m_groups.push_back(mayLackIssue ? kUnknown : m_open);
  m_open = kEmpty;
}

void GroupQueue::wait(uint32_t step) {
  const QueueStep &recorded = m_unit.steps[step];
  StreamPlace &own = place(step);
  if (!recorded.hasEnd) {
    own.pairing = AsyncPairing::NeverLeft;
    return;
  }
  const int64_t limit = static_cast<int64_t>(m_groups.size()) - recorded.site.pending;
  own.pairing = AsyncPairing::NothingToWaitFor;
  if (limit <= m_seenTo)
    return;
  // The wait may be for dropped groups, unless an earlier wait has already observed them.
  if (m_seenTo < 0)
    own.pairing = AsyncPairing::IssueNotRecorded;
  for (int64_t i = std::max<int64_t>(m_seenTo, 0); i < limit; ++i) {
    const uint32_t group = m_groups[static_cast<size_t>(i)];
    if (group == kUnknown)
      own.pairing = AsyncPairing::IssueNotRecorded;
    else if (group != kEmpty)
      see(group, step);
  }
  m_seenTo = limit;
}

/// The wait observed the completion of the flight.
void GroupQueue::see(uint32_t index, uint32_t step) {
  Flight &flight = m_out.flights[index];
  flight.end = m_unit.steps[step].end;
  flight.wasSeen = true;
  m_out.flightLinks.push_back({index, {m_unitIndex, step}});
  StreamPlace &own = place(step);
  own.instance = flight.place.instance;
  own.stage = flight.place.stage;
  own.pairing = AsyncPairing::Certain;
}

void GroupQueue::addGap() {
  leaveUnseen(AsyncPairing::WaitNotRecorded);
  m_groups.clear();
  m_open = kEmpty;
  m_isHeadUnknown = true;
  m_seenTo = kBeforeAll;
}

void GroupQueue::finish() {
  // The compiler may have inserted waits for a counter.
  const bool mayHaveWait =
      m_unit.newestDropped ||
      (!m_flights.empty() &&
       isCounter(m_unit.steps[m_out.flights[m_flights.back()].issue.step].site.queue));
  leaveUnseen(mayHaveWait ? AsyncPairing::WaitNotRecorded : AsyncPairing::NeverWaitedFor);
  // An operation that no wait observed extends to the next use of its stage.
  for (size_t i = 0; i < m_flights.size(); ++i) {
    Flight &flight = m_out.flights[m_flights[i]];
    if (flight.wasSeen)
      continue;
    const size_t next = i + m_stages;
    flight.end = next < m_flights.size() ? m_out.flights[m_flights[next]].begin : m_unit.end;
    flight.end = std::max(flight.end, flight.begin);
  }
}

void GroupQueue::leaveUnseen(AsyncPairing pairing) {
  for (size_t i = m_flights.size(); i-- > 0;) {
    Flight &flight = m_out.flights[m_flights[i]];
    if (flight.wasSeen || flight.place.pairing == AsyncPairing::WaitNotRecorded)
      return; // groups complete in order, so earlier ones are complete, too
    flight.place.pairing = pairing;
  }
}

} // namespace pstudio::analysis
