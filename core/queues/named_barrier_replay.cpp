// SPDX-License-Identifier: Apache-2.0
#include "core/queues/named_barrier_replay.h"

#include <algorithm>
#include <vector>

namespace pstudio::analysis {
namespace {

using What = BarrierEntry::What;

class NamedBarrierReplay {
public:
  NamedBarrierReplay(std::span<const QueueUnit> units, const Coverage &coverage, PairedQueues &out)
      : m_units(units), m_coverage(coverage), m_out(out), m_lastPhase(units.size(), kNone) {}

  void run(std::span<const BarrierEntry> entries) {
    for (size_t i = 0; i < entries.size(); ++i) {
      if (i == 0 || entries[i].slot != entries[i - 1].slot)
        startBarrier(entries[i]);
      passHole(entries[i]);
      if (entries[i].what == What::Arrival)
        arrive(entries[i]);
      else if (entries[i].what == What::Exit)
        leave(entries[i]);
    }
    linkPhase();
  }

private:
  static constexpr uint32_t kNone = 0xffffffffu;

  void startBarrier(const BarrierEntry &entry) {
    linkPhase();
    m_phase = kNone;
    m_isOver = true;
    std::ranges::fill(m_lastPhase, kNone);
    m_interval = m_coverage.intervalAt(entry);
    m_isWhole = m_coverage.isBeginning(m_interval);
  }

  /// The phases at the begin and at the end of a hole lack arrivals.
  void passHole(const BarrierEntry &entry) {
    const uint32_t interval = m_coverage.intervalAt(entry);
    if (interval == m_interval)
      return;
    m_isWhole = m_isWhole && m_isOver; // else its last arrival may be in the hole
    linkPhase();
    m_interval = interval;
    m_isOver = true;
    m_isWhole = false;
  }

  void arrive(const BarrierEntry &entry) {
    if (m_isOver || m_lastPhase[entry.unit] == m_phase)
      startPhase();
    m_lastPhase[entry.unit] = m_phase;
    m_arrivals.push_back(entry.ref());
    StreamPlace &place = m_out.steps[entry.unit][entry.step];
    place.instance = place.phase = m_phase;
    place.stage = entry.slot;
  }

  void startPhase() {
    if (!m_arrivals.empty() && m_interval != Coverage::kHole) {
      linkPhase();
      m_isWhole = true;
    }
    linkPhase();
    ++m_phase; // from kNone to 0
    m_isOver = false;
  }

  void leave(const BarrierEntry &entry) {
    // A unit that leaves the current phase ends it. An earlier phase was ended by an arrival.
    const QueueStep &step = m_units[entry.unit].steps[entry.step];
    if (!step.hasBegin || step.site.step != AsyncStep::Synchronize)
      m_out.steps[entry.unit][entry.step].pairing = AsyncPairing::IssueNotRecorded;
    else if (m_lastPhase[entry.unit] == m_phase)
      m_isOver = true;
  }

  /// The last arrival released all others.
  void linkPhase() {
    if (m_arrivals.empty())
      return;
    const StepRef last = m_arrivals.back();
    for (const StepRef &arrival : m_arrivals) {
      const QueueStep &step = m_units[arrival.unit].steps[arrival.step];
      if (step.site.step != AsyncStep::Synchronize)
        continue;
      AsyncPairing &pairing = m_out.steps[arrival.unit][arrival.step].pairing;
      if (!step.hasEnd)
        pairing = AsyncPairing::NeverLeft;
      else if (!m_isWhole)
        pairing = AsyncPairing::IssueNotRecorded;
      else
        link(last, arrival);
    }
    m_arrivals.clear();
  }

  void link(StepRef last, StepRef wait) {
    if (!m_coverage.allRecord())
      m_out.steps[wait.unit][wait.step].pairing = AsyncPairing::Inferred;
    if (wait.unit != last.unit)
      m_out.arrivalLinks.push_back({last, wait});
  }

  const std::span<const QueueUnit> m_units;
  const Coverage &m_coverage;
  PairedQueues &m_out;
  std::vector<uint32_t> m_lastPhase; // by unit: of its last arrival at this barrier
  std::vector<StepRef> m_arrivals;   // of the current phase
  uint32_t m_phase = kNone;
  bool m_isOver = true;
  uint32_t m_interval = 0;
  bool m_isWhole = true; // all arrivals of the current phase were recorded
};

} // namespace

void replayNamedBarriers(std::span<const QueueUnit> units, const Coverage &coverage,
                         PairedQueues &out) {
  const std::vector<BarrierEntry> entries = entriesOf(units, AsyncQueue::NamedBarrier);
  NamedBarrierReplay(units, coverage, out).run(entries);
}

} // namespace pstudio::analysis
