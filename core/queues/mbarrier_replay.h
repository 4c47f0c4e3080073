// SPDX-License-Identifier: Apache-2.0
// The mbarriers of a CTA; private to core/queues.
#pragma once

#include <span>
#include <vector>

#include "core/queues/barrier_entries.h"
#include "core/queues/phase_rule.h"

namespace pstudio::analysis {

/// Replays all mbarriers of one CTA, slot by slot. For one CTA only. [not thread-safe]
class MbarrierReplay {
public:
  /// All must outlive this. `out.steps` has its sizes.
  MbarrierReplay(std::span<const QueueUnit> units, const Coverage &coverage, PairedQueues &out)
      : m_units(units), m_coverage(coverage), m_out(out), m_memory(units.size()) {}

  /// O(steps log steps).
  void run();

private:
  static constexpr uint32_t kNone = 0xffffffffu;
  using Entries = std::span<const BarrierEntry>;

  /// Start of the count of phases in a segment.
  struct Start {
    bool isBeginning = false; ///< the segment begins with phase 0, as in hardware
    int64_t first = 0;        ///< otherwise the assumed first phase
    bool isCertain = true;    ///< no other assumption explains the waits as well
  };
  struct Arrival {
    StepRef step;
    uint32_t flight = kNone;
    bool isOfFlight = false; ///< a further issue of a flight that already has an arrival
  };
  struct Phase {
    uint32_t slotRank = 0;
    uint32_t number = 0;
    int64_t time = 0;          ///< [cycles] of its first recorded moment
    uint32_t firstArrival = 0; ///< into m_arrivals, up to lastArrival
    uint32_t lastArrival = 0;
    uint32_t instance = kNoNumber;
  };
  struct Known {
    StepRef step;
    uint32_t phase = kNone;
    AsyncPairing pairing = AsyncPairing::Certain;
  };

  /// True if all moments of the barrier are recorded.
  bool isExact(const Start &start) const { return start.isBeginning && m_coverage.allRecord(); }
  void replaySlot(Entries entries);
  void replaySegment(Entries entries, const Start &start);
  void leaveInHole(Entries entries);
  Start assumeStart(Entries entries);
  uint64_t contradictions(Entries entries, int64_t first);
  void arrive(const BarrierEntry &entry, AsyncPairing pairing);
  void leave(const BarrierEntry &entry, const PhaseRule::Verdict &verdict, const Start &start);
  void moveTo(int64_t number, int64_t time);
  void link(const Phase &phase, const BarrierEntry &exit);
  uint32_t flightOf(const BarrierEntry &entry);
  void numberInstances(const class MbarrierChannels &channels);
  void finishFlights();
  const QueueStep &stepAt(StepRef ref) const { return m_units[ref.unit].steps[ref.step]; }

  const std::span<const QueueUnit> m_units;
  const Coverage &m_coverage;
  PairedQueues &m_out;
  PhaseMemory m_memory;
  std::vector<Phase> m_phases; // slot by slot, in order
  std::vector<Arrival> m_arrivals;
  std::vector<Known> m_known; // converted to the places of steps
  uint32_t m_slotRank = 0;
  uint32_t m_current = kNone; // phases of the segment
  uint32_t m_previous = kNone;
};

} // namespace pstudio::analysis
