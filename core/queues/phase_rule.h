// SPDX-License-Identifier: Apache-2.0
// The phases of one mbarrier, moment by moment; private to core/queues.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/queues/paired_queues.h"

namespace pstudio::analysis {

/// What the units did to a barrier, for PhaseRule; kept for its memory. A rule sees only what it
/// wrote itself.
class PhaseMemory {
public:
  explicit PhaseMemory(size_t unitCount) : m_lastWait(unitCount) {}

  uint64_t newRun() { return ++m_run; }
  /// The phase of the unit's last wait in this run; -1 if there was none.
  int64_t lastWait(uint64_t run, uint32_t unit) const {
    return m_lastWait[unit].run == run ? m_lastWait[unit].phase : -1;
  }
  void setLastWait(uint64_t run, uint32_t unit, int64_t phase) { m_lastWait[unit] = {run, phase}; }
  /// The same of the last arrival of an operation of the unit.
  int64_t lastArrival(uint64_t run, uint32_t unit, uint16_t operation) const {
    const auto found = m_lastArrival.find(uint64_t{unit} << 16 | operation);
    return found != m_lastArrival.end() && found->second.run == run ? found->second.phase : -1;
  }
  void setLastArrival(uint64_t run, uint32_t unit, uint16_t operation, int64_t phase) {
    m_lastArrival[uint64_t{unit} << 16 | operation] = {run, phase};
  }

private:
  struct Last {
    uint64_t run = 0;
    int64_t phase = 0;
  };
  uint64_t m_run = 0;
  std::vector<Last> m_lastWait; // by unit
  std::unordered_map<uint64_t, Last> m_lastArrival;
};

/// The rules of one barrier from a moment at which its phase is known or assumed. Moments are given
/// in order of time.
class PhaseRule {
public:
  /// What a wait that was left tells.
  struct Verdict {
    int64_t phase = -1; ///< that it waited for: now() or the one before; -1 if not known, or none
    AsyncPairing pairing = AsyncPairing::Certain;
    bool contradicts = false; ///< no order of events that the barrier allows explains it
    bool ranAhead = false;    ///< others arrived at the next phase before it was left
  };

  /// `first`: number of the phase that the next arrival belongs to. `isBeginning`: nothing was
  /// before it. `memory` must outlive the rule.
  PhaseRule(int64_t first, bool isBeginning, PhaseMemory &memory)
      : m_memory(memory), m_run(memory.newRun()), m_isBeginning(isBeginning), m_now(first) {}

  /// The number of the newest phase that anything is known of.
  int64_t now() const { return m_now; }
  void arrive(uint32_t unit, uint16_t operation);
  Verdict leave(uint32_t unit, uint32_t parity);

private:
  void nextPhase() {
    m_hadArrivals = m_hasArrivals;
    m_hasArrivals = m_isOver = false;
    ++m_now;
  }
  Verdict leaveCurrent(uint32_t unit);
  Verdict leavePrevious(uint32_t unit);
  Verdict leaveNext(uint32_t unit);

  PhaseMemory &m_memory;
  const uint64_t m_run;
  const bool m_isBeginning;
  int64_t m_now;
  bool m_hasArrivals = false; // the current phase
  bool m_hadArrivals = false; // the one before
  bool m_isOver = false;      // a wait for the current phase was left
};

} // namespace pstudio::analysis
