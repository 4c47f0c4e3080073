// SPDX-License-Identifier: Apache-2.0
// The phases of one mbarrier, moment by moment; private to core/queues.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/queues/paired_queues.h"

namespace pstudio::analysis {

/// The last waits and arrivals of the units at a barrier, for PhaseRule. Reused to avoid
/// allocations: a rule reads only the entries of its own run.
class PhaseMemory {
public:
  explicit PhaseMemory(size_t unitCount) : m_lastWait(unitCount) {}

  uint64_t newRun() { return ++m_run; }
  /// The phase of the unit's last wait in this run; -1 if there was none.
  int64_t lastWait(uint64_t run, uint32_t unit) const {
    return m_lastWait[unit].run == run ? m_lastWait[unit].phase : -1;
  }
  void setLastWait(uint64_t run, uint32_t unit, int64_t phase) { m_lastWait[unit] = {run, phase}; }
  /// The same for the last arrival of an operation of the unit.
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
  /// Result for a wait that was left.
  struct Verdict {
    int64_t phase = -1; ///< of the wait: now() or the phase before; -1 if unknown or none
    AsyncPairing pairing = AsyncPairing::Certain;
    bool contradicts = false; ///< the barrier allows no order of events with this exit
    bool ranAhead = false;    ///< other units arrived at the next phase before the exit
  };

  /// `first`: number of the phase that the next arrival belongs to. `isBeginning`: no phase
  /// precedes it. `memory` must outlive the rule.
  PhaseRule(int64_t first, bool isBeginning, PhaseMemory &memory)
      : m_memory(memory), m_run(memory.newRun()), m_isBeginning(isBeginning), m_now(first) {}

  /// The number of the newest phase with a recorded moment.
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
