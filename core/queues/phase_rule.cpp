// SPDX-License-Identifier: Apache-2.0
#include "core/queues/phase_rule.h"

namespace pstudio::analysis {

void PhaseRule::arrive(uint32_t unit, uint16_t operation) {
  if (m_isOver || m_memory.lastArrival(m_run, unit, operation) == m_now)
    nextPhase();
  m_memory.setLastArrival(m_run, unit, operation, m_now);
  m_hasArrivals = true;
}

/// A wait with parity p completes while the phase before the current one has that parity: PTX ISA,
/// "mbarrier.test_wait".
PhaseRule::Verdict PhaseRule::leave(uint32_t unit, uint32_t parity) {
  if (static_cast<uint32_t>(m_now & 1) == parity)
    return leaveCurrent(unit);
  return m_isOver ? leaveNext(unit) : leavePrevious(unit);
}

/// The current phase is over.
PhaseRule::Verdict PhaseRule::leaveCurrent(uint32_t unit) {
  m_isOver = true;
  if (m_memory.lastWait(m_run, unit) >= m_now)
    return {m_now, AsyncPairing::OrderNotCertain, true};
  m_memory.setLastWait(m_run, unit, m_now);
  return {m_now, m_hasArrivals ? AsyncPairing::Certain : AsyncPairing::IssueNotRecorded};
}

/// The wait was for the phase before the current one; other units may have arrived meanwhile.
PhaseRule::Verdict PhaseRule::leavePrevious(uint32_t unit) {
  const int64_t previous = m_now - 1;
  if (m_isBeginning && previous < 0)
    return {-1, AsyncPairing::FreeAtFirstUse};
  if (m_memory.lastWait(m_run, unit) >= previous && previous >= 0)
    return {previous, AsyncPairing::OrderNotCertain, true};
  m_memory.setLastWait(m_run, unit, previous);
  return {previous, m_hadArrivals ? AsyncPairing::Certain : AsyncPairing::IssueNotRecorded, false,
          m_hasArrivals};
}

/// The current phase is over, and the wait has another parity. If the unit has left the previous
/// phases, the wait was for the next phase, whose arrivals are missing.
PhaseRule::Verdict PhaseRule::leaveNext(uint32_t unit) {
  const int64_t last = m_memory.lastWait(m_run, unit);
  if (last < 0 || last < m_now - 1)
    return {-1, AsyncPairing::OrderNotCertain, true};
  nextPhase();
  m_isOver = true;
  m_memory.setLastWait(m_run, unit, m_now);
  return {m_now, AsyncPairing::IssueNotRecorded};
}

} // namespace pstudio::analysis
