// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/program_sessions.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "collector/attach/protocol/tree_messages.h"

namespace pstudio::attach {
namespace {

constexpr uint64_t kOpenEnd = UINT64_MAX;

bool isOpen(const ProgramSession &session) {
  return !session.parts.empty() && session.parts.back().end == kOpenEnd;
}

void close(ProgramSession &session, uint64_t place) {
  if (isOpen(session))
    session.parts.back().end = place;
}

void open(ProgramSession &session, uint64_t place) {
  if (!isOpen(session))
    session.parts.push_back({place, kOpenEnd, session.phase});
}

/// Removes the parts of a phase up to this place.
void clear(ProgramSession &session, uint32_t phase, uint64_t place) {
  const bool wasOpen = isOpen(session);
  std::erase_if(session.parts, [phase](const SessionPart &part) { return part.phase == phase; });
  if (wasOpen)
    open(session, place);
}

void apply(const SessionEvent &event, uint64_t place, ProgramSession &session) {
  switch (event.change) {
  case SessionChange::Start:
  case SessionChange::Activate:
    return open(session, place);
  case SessionChange::Deactivate:
  case SessionChange::Finalize:
    return close(session, place);
  case SessionChange::Clear:
    return clear(session, event.phase, place);
  case SessionChange::AdvancePhase:
    break;
  }
  const bool wasOpen = isOpen(session);
  close(session, place);
  ++session.phase;
  if (wasOpen)
    open(session, place);
}

/// Copies the launches of a session, and what refers to them.
class SessionFilter {
public:
  SessionFilter(const ProgramEvents &all, const ProgramSession &session)
      : m_all(all), m_session(session), m_newIndex(all.launches.size(), -1) {}

  ProgramEvents take() {
    m_part.texts = m_all.texts;
    m_part.nodes = m_all.nodes;
    m_part.clockPairs = m_all.clockPairs;
    m_part.correlations = m_all.correlations;
    takeLaunches();
    takeActivity();
    const auto isInside = [this](const auto &event) { return m_session.contains(event.place); };
    std::ranges::copy_if(m_all.scopes, std::back_inserter(m_part.scopes), isInside);
    std::ranges::copy_if(m_all.ranges, std::back_inserter(m_part.ranges), isInside);
    std::ranges::copy_if(m_all.pathMetrics, std::back_inserter(m_part.pathMetrics), isInside);
    for (ProgramMetric metric : m_all.launchMetrics)
      if (const int64_t launch = m_newIndex[metric.owner]; launch >= 0) {
        metric.owner = static_cast<uint32_t>(launch);
        m_part.launchMetrics.push_back(metric);
      }
    return std::move(m_part);
  }

private:
  void takeLaunches() {
    for (size_t i = 0; i < m_all.launches.size(); ++i)
      if (m_session.contains(m_all.launches[i].place)) {
        m_newIndex[i] = static_cast<int64_t>(m_part.launches.size());
        m_part.launches.push_back(m_all.launches[i]);
      }
    for (const uint32_t i : m_all.launchOrder)
      if (m_newIndex[i] >= 0)
        m_part.launchOrder.push_back(static_cast<uint32_t>(m_newIndex[i]));
    for (const auto &[launch, i] : m_all.recorded)
      if (m_newIndex[i] >= 0)
        m_part.recorded.emplace(launch, static_cast<uint32_t>(m_newIndex[i]));
  }

  void takeActivity() {
    for (size_t i = 0; i < m_all.kernels.size(); ++i) {
      const int64_t launch = m_all.launchOfKernel[i];
      if (launch < 0 || m_newIndex[static_cast<size_t>(launch)] < 0)
        continue;
      m_part.kernels.push_back(m_all.kernels[i]);
      m_part.launchOfKernel.push_back(m_newIndex[static_cast<size_t>(launch)]);
      if (!m_all.pathOfKernel.empty())
        m_part.pathOfKernel.push_back(m_all.pathOfKernel[i]);
    }
    const auto hasLaunch = [this](const CopyActivity &copy) {
      return m_part.launchOf(copy.correlation) >= 0;
    };
    std::ranges::copy_if(m_all.copies, std::back_inserter(m_part.copies), hasLaunch);
    std::ranges::copy_if(m_all.sets, std::back_inserter(m_part.sets), hasLaunch);
  }

  const ProgramEvents &m_all;
  const ProgramSession &m_session;
  std::vector<int64_t> m_newIndex; ///< of a launch in the session; -1: it is not part of it
  ProgramEvents m_part;
};

} // namespace

bool ProgramSession::contains(uint64_t place) const {
  const auto after = std::ranges::upper_bound(parts, place, {}, &SessionPart::first);
  return after != parts.begin() && place < std::prev(after)->end;
}

std::vector<ProgramSession> sessionsIn(const ProgramEvents &events) {
  std::vector<ProgramSession> sessions;
  std::map<uint32_t, size_t> current; // by the program's number
  for (const auto &[place, event] : events.sessions) {
    if (event.change == SessionChange::Start) {
      current.erase(event.session);
      if (event.files == 0)
        continue;
      current[event.session] = sessions.size();
      sessions.push_back({std::string(events.text(event.text)), event.files, event.session, 0, {}});
    }
    const auto found = current.find(event.session);
    if (found != current.end())
      apply(event, place, sessions[found->second]);
  }
  return sessions;
}

ProgramSession sessionWithNumber(const ProgramEvents &events, uint32_t number, uint32_t phase) {
  ProgramSession last;
  for (ProgramSession &session : sessionsIn(events))
    if (session.number == number)
      last = std::move(session);
  if (phase != WantTree::kAllPhases)
    std::erase_if(last.parts, [phase](const SessionPart &part) { return part.phase != phase; });
  return last;
}

ProgramEvents eventsOf(const ProgramEvents &events, const ProgramSession &session) {
  return SessionFilter(events, session).take();
}

} // namespace pstudio::attach
