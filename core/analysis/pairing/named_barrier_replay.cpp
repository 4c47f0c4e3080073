// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/pairing/named_barrier_replay.h"

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
        startBarrier();
      if (entries[i].what == What::Arrival)
        arrive(entries[i]);
      else if (entries[i].what == What::Exit)
        leave(entries[i]);
    }
    linkPhase();
  }

private:
  static constexpr uint32_t kNone = 0xffffffffu;

  void startBarrier() {
    linkPhase();
    m_phase = kNone;
    m_isOver = true;
    std::ranges::fill(m_lastPhase, kNone);
  }

  void arrive(const BarrierEntry &entry) {
    if (m_isOver || m_lastPhase[entry.unit] == m_phase)
      startPhase(entry.time);
    m_lastPhase[entry.unit] = m_phase;
    m_arrivals.push_back(entry.ref());
    StreamPlace &place = m_out.steps[entry.unit][entry.step];
    place.instance = place.phase = m_phase;
    place.stage = entry.slot;
    place.pairing = m_pairing;
  }

  void startPhase(int64_t time) {
    linkPhase();
    ++m_phase; // from kNone to 0
    m_isOver = false;
    m_pairing = m_coverage.isWholeFrom(time) ? AsyncPairing::Certain : AsyncPairing::Inferred;
  }

  void leave(const BarrierEntry &entry) {
    // Whoever leaves the current phase ends it; another phase was ended by an arrival.
    const QueueStep &step = m_units[entry.unit].steps[entry.step];
    const bool arrived = step.hasBegin && step.site.step == AsyncStep::Synchronize;
    if (!arrived)
      m_out.steps[entry.unit][entry.step].pairing = AsyncPairing::OrderNotCertain;
    if (!arrived || m_lastPhase[entry.unit] == m_phase)
      m_isOver = true;
  }

  /// The last arrival let all others go.
  void linkPhase() {
    if (!m_arrivals.empty()) {
      const StepRef last = m_arrivals.back();
      for (const StepRef &arrival : m_arrivals) {
        const QueueStep &step = m_units[arrival.unit].steps[arrival.step];
        const bool waits = step.site.step == AsyncStep::Synchronize && step.hasEnd;
        if (waits && arrival.unit != last.unit)
          m_out.arrivalLinks.push_back({last, arrival});
        if (step.site.step == AsyncStep::Synchronize && !step.hasEnd)
          m_out.steps[arrival.unit][arrival.step].pairing = AsyncPairing::NeverLeft;
      }
    }
    m_arrivals.clear();
  }

  const std::span<const QueueUnit> m_units;
  const Coverage &m_coverage;
  PairedQueues &m_out;
  std::vector<uint32_t> m_lastPhase; // by unit: of its last arrival at this barrier
  std::vector<StepRef> m_arrivals;   // of the current phase
  uint32_t m_phase = kNone;
  bool m_isOver = true;
  AsyncPairing m_pairing = AsyncPairing::Certain;
};

} // namespace

void replayNamedBarriers(std::span<const QueueUnit> units, const Coverage &coverage,
                         PairedQueues &out) {
  const std::vector<BarrierEntry> entries = entriesOf(units, AsyncQueue::NamedBarrier);
  NamedBarrierReplay(units, coverage, out).run(entries);
}

} // namespace pstudio::analysis
