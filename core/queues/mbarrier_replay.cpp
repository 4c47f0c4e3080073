// SPDX-License-Identifier: Apache-2.0
#include "core/queues/mbarrier_replay.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <unordered_map>

#include "core/queues/queue_replay.h"

namespace pstudio::analysis {

/// The channels of a CTA: allocations, or barriers known by address that share a waiting operation
/// (without a wait: an arriving one).
class MbarrierChannels {
public:
  /// `entries` are ordered by slot. O(entries).
  MbarrierChannels(std::span<const BarrierEntry> entries, std::span<const QueueUnit> units);

  /// Channel of the slot with the n-th smallest number, n = `slotRank` from 0.
  uint32_t channelOf(uint32_t slotRank) const { return m_places[slotRank].channel; }
  uint32_t stageOf(uint32_t slotRank) const { return m_places[slotRank].stage; }

private:
  struct Place {
    uint32_t channel = 0;
    uint32_t stage = 0;
  };
  void join(std::span<const BarrierEntry> entries, std::span<const QueueUnit> units);
  uint32_t rootOf(uint32_t rank);

  std::vector<Place> m_places;    // by rank of the slot
  std::vector<uint32_t> m_parent; // a forest of ranks
};

/// Channels of addresses have numbers above those of allocations.
constexpr uint32_t kFirstAddressChannel = 1u << 16;

MbarrierChannels::MbarrierChannels(std::span<const BarrierEntry> entries,
                                   std::span<const QueueUnit> units) {
  std::vector<uint32_t> slots;
  for (const BarrierEntry &entry : entries)
    if (slots.empty() || slots.back() != entry.slot)
      slots.push_back(entry.slot);
  m_parent.resize(slots.size());
  for (uint32_t rank = 0; rank < slots.size(); ++rank)
    m_parent[rank] = rank;
  join(entries, units);
  std::vector<uint32_t> members(slots.size());
  for (uint32_t rank = 0; rank < slots.size(); ++rank) {
    const uint32_t barrier = slots[rank] >> 16;
    if (barrier != 0)
      m_places.push_back({barrier, slots[rank] & 0xffff});
    else
      m_places.push_back({kFirstAddressChannel + rootOf(rank), members[rootOf(rank)]++});
  }
}

void MbarrierChannels::join(std::span<const BarrierEntry> entries,
                            std::span<const QueueUnit> units) {
  using What = BarrierEntry::What;
  std::vector<bool> isWaitedFor(m_parent.size());
  const auto forEachAddress = [&](auto visit) {
    uint32_t rank = 0;
    for (size_t i = 0; i < entries.size() && entries[i].slot >> 16 == 0; ++i) {
      rank += i > 0 && entries[i].slot != entries[i - 1].slot;
      visit(rank, entries[i]);
    }
  };
  forEachAddress([&](uint32_t rank, const BarrierEntry &entry) {
    if (entry.what == What::Exit)
      isWaitedFor[rank] = true;
  });
  std::unordered_map<uint32_t, uint32_t> firstOf; // by operation and kind of moment: a rank
  forEachAddress([&](uint32_t rank, const BarrierEntry &entry) {
    if (entry.what == What::Init || isWaitedFor[rank] != (entry.what == What::Exit))
      return;
    const uint32_t operation = units[entry.unit].steps[entry.step].operation;
    const uint32_t key = operation << 1 | (entry.what == What::Exit ? 1 : 0);
    const auto [found, isNew] = firstOf.try_emplace(key, rank);
    if (!isNew)
      m_parent[rootOf(rank)] = rootOf(found->second);
  });
}

uint32_t MbarrierChannels::rootOf(uint32_t rank) {
  while (m_parent[rank] != rank)
    rank = m_parent[rank] = m_parent[m_parent[rank]];
  return rank;
}

using What = BarrierEntry::What;

void MbarrierReplay::run() {
  const std::vector<BarrierEntry> entries = entriesOf(m_units, AsyncQueue::Mbarrier);
  for (size_t begin = 0; begin < entries.size(); ++m_slotRank) {
    size_t end = begin;
    while (end < entries.size() && entries[end].slot == entries[begin].slot)
      ++end;
    replaySlot(Entries(entries).subspan(begin, end - begin));
    begin = end;
  }
  const MbarrierChannels channels(entries, m_units);
  numberInstances(channels);
  finishFlights();
}

/// Cuts the moments of a slot where its count begins anew: at an Init, and at a hole.
void MbarrierReplay::replaySlot(Entries entries) {
  size_t begin = 0;
  uint32_t interval = m_coverage.intervalAt(entries.front());
  bool isBeginning = m_coverage.isBeginning(interval);
  const auto replayUpTo = [&](size_t end) {
    const Entries segment = entries.subspan(begin, end - begin);
    if (segment.empty())
      return;
    if (interval == Coverage::kHole)
      leaveInHole(segment);
    else
      replaySegment(segment, isBeginning ? Start{true} : assumeStart(segment));
  };
  for (size_t i = 0; i < entries.size(); ++i) {
    const bool isInit = entries[i].what == What::Init;
    const uint32_t now = m_coverage.intervalAt(entries[i]);
    if (!isInit && now == interval)
      continue;
    replayUpTo(i);
    m_out.barriersInitialisedAgain += isInit && i > 0;
    begin = isInit ? i + 1 : i;
    isBeginning = isInit || m_coverage.isBeginning(now);
    interval = now;
  }
  replayUpTo(entries.size());
}

/// Moments in a hole are kept without pairing.
void MbarrierReplay::leaveInHole(Entries entries) {
  m_current = m_previous = kNone;
  for (const BarrierEntry &entry : entries) {
    if (entry.what == What::Exit) {
      m_known.push_back({entry.ref(), kNone, AsyncPairing::IssueNotRecorded});
      continue;
    }
    moveTo(kNoNumber, entry.time); // one phase for each, without links to waits
    arrive(entry, AsyncPairing::WaitNotRecorded);
  }
}

void MbarrierReplay::replaySegment(Entries entries, const Start &start) {
  PhaseRule rule(start.first, start.isBeginning, m_memory);
  m_current = m_previous = kNone;
  AsyncPairing pairing = isExact(start) ? AsyncPairing::Certain : AsyncPairing::Inferred;
  if (!start.isCertain)
    pairing = AsyncPairing::OrderNotCertain;
  for (const BarrierEntry &entry : entries) {
    const int64_t before = rule.now();
    PhaseRule::Verdict verdict;
    if (entry.what == What::Arrival)
      rule.arrive(entry.unit, stepAt(entry.ref()).operation);
    else
      verdict = rule.leave(entry.unit, stepAt(entry.ref()).key & 1);
    if (rule.now() != before || m_current == kNone)
      moveTo(rule.now(), entry.time);
    if (entry.what == What::Arrival)
      arrive(entry, pairing);
    else
      leave(entry, verdict, start);
  }
}

/// The parity under which the waits contradict the rules less often.
MbarrierReplay::Start MbarrierReplay::assumeStart(Entries entries) {
  // The end of a wait shows that the phase of its parity is over. The next arrival belongs to the
  // phase after it.
  if (entries.front().what == What::Exit)
    return {false, 1 - (stepAt(entries.front().ref()).key & 1)};
  const uint64_t even = contradictions(entries, 0);
  const uint64_t odd = contradictions(entries, 1);
  const bool isOpen = even == odd && std::ranges::any_of(entries, [](const BarrierEntry &entry) {
                        return entry.what == What::Exit;
                      });
  return {false, even <= odd ? 0 : 1, !isOpen};
}

/// Contradictions weigh more than waits during which other units ran ahead, which are unusual but
/// possible.
uint64_t MbarrierReplay::contradictions(Entries entries, int64_t first) {
  constexpr uint64_t kWeight = uint64_t{1} << 32;
  PhaseRule rule(first, false, m_memory);
  uint64_t sum = 0;
  for (const BarrierEntry &entry : entries) {
    const QueueStep &step = stepAt(entry.ref());
    if (entry.what == What::Arrival) {
      rule.arrive(entry.unit, step.operation);
      continue;
    }
    const PhaseRule::Verdict verdict = rule.leave(entry.unit, step.key & 1);
    sum += verdict.contradicts * kWeight + verdict.ranAhead;
  }
  return sum;
}

void MbarrierReplay::moveTo(int64_t number, int64_t time) {
  m_previous = m_current;
  m_current = static_cast<uint32_t>(m_phases.size());
  const auto arrivals = static_cast<uint32_t>(m_arrivals.size());
  m_phases.push_back({m_slotRank, static_cast<uint32_t>(number), time, arrivals, arrivals});
}

void MbarrierReplay::arrive(const BarrierEntry &entry, AsyncPairing pairing) {
  const AsyncStep step = stepAt(entry.ref()).site.step;
  Arrival arrival{entry.ref()};
  if (step == AsyncStep::Issue || step == AsyncStep::IssueAndCommit) {
    const uint32_t known = flightOf(entry);
    arrival.isOfFlight = known != kNone;
    if (!arrival.isOfFlight) {
      arrival.flight = static_cast<uint32_t>(m_out.flights.size());
      Flight flight;
      flight.issue = entry.ref();
      flight.begin = flight.end = entry.time;
      flight.endUnit = entry.unit;
      flight.place.pairing = pairing;
      m_out.flights.push_back(flight);
    }
  }
  m_arrivals.push_back(arrival);
  m_phases[m_current].lastArrival = static_cast<uint32_t>(m_arrivals.size());
  m_known.push_back({entry.ref(), m_current, pairing});
}

/// The flight of the current phase that the unit has begun; kNone if there is none.
uint32_t MbarrierReplay::flightOf(const BarrierEntry &entry) {
  // Few units issue copies for one phase; a unit's own issues are next to each other.
  constexpr uint32_t kMaxLookedAt = 64;
  const Phase &phase = m_phases[m_current];
  const uint32_t end = phase.lastArrival;
  for (uint32_t i = end; i > phase.firstArrival && end - i < kMaxLookedAt; --i)
    if (m_arrivals[i - 1].step.unit == entry.unit && m_arrivals[i - 1].flight != kNone)
      return m_arrivals[i - 1].flight;
  return kNone;
}

void MbarrierReplay::leave(const BarrierEntry &entry, const PhaseRule::Verdict &verdict,
                           const Start &start) {
  Known known{entry.ref(), kNone, verdict.pairing};
  if (!start.isCertain)
    known.pairing = AsyncPairing::OrderNotCertain;
  if (verdict.phase >= 0 && known.pairing != AsyncPairing::OrderNotCertain)
    known.phase = verdict.phase == m_phases[m_current].number ? m_current : m_previous;
  if (known.pairing == AsyncPairing::Certain) {
    link(m_phases[known.phase], entry);
    if (!isExact(start))
      known.pairing = AsyncPairing::Inferred;
  }
  m_known.push_back(known);
}

void MbarrierReplay::link(const Phase &phase, const BarrierEntry &exit) {
  const uint32_t count = phase.lastArrival - phase.firstArrival;
  const uint32_t linked = std::min(count, QueueReplay::kMaxLinkedArrivals);
  for (uint32_t i = phase.lastArrival - linked; i < phase.lastArrival; ++i) {
    const Arrival &arrival = m_arrivals[i];
    if (arrival.isOfFlight)
      continue;
    if (arrival.flight == kNone) {
      m_out.arrivalLinks.push_back({arrival.step, exit.ref()});
      continue;
    }
    Flight &flight = m_out.flights[arrival.flight];
    if (!flight.wasSeen) { // moments are in order of time, so this is the earliest exit
      flight.wasSeen = true;
      flight.end = exit.time;
      flight.endUnit = exit.unit;
    }
    m_out.flightLinks.push_back({arrival.flight, exit.ref()});
  }
  m_out.linksLeftOut += count - linked;
}

/// Phases of all slots of a channel in order of their first arrival.
void MbarrierReplay::numberInstances(const MbarrierChannels &channels) {
  std::vector<uint32_t> order;
  for (uint32_t phase = 0; phase < m_phases.size(); ++phase)
    if (m_phases[phase].number != kNoNumber)
      order.push_back(phase);
  const auto channelOf = [&](uint32_t phase) {
    return channels.channelOf(m_phases[phase].slotRank);
  };
  std::ranges::sort(order, {}, [&](uint32_t phase) {
    return std::tuple(channelOf(phase), m_phases[phase].time, phase);
  });
  uint32_t instance = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    instance = i > 0 && channelOf(order[i]) == channelOf(order[i - 1]) ? instance + 1 : 0;
    m_phases[order[i]].instance = instance;
  }
  for (const Known &known : m_known) {
    StreamPlace &place = m_out.steps[known.step.unit][known.step.step];
    place.pairing = known.pairing;
    if (known.phase == kNone)
      continue;
    const Phase &phase = m_phases[known.phase];
    place.instance = phase.instance;
    place.phase = phase.number;
    place.stage = channels.stageOf(phase.slotRank);
  }
}

/// A flight has the place of its issue. A flight that no wait observed extends to the next phase.
void MbarrierReplay::finishFlights() {
  for (size_t p = 0; p < m_phases.size(); ++p) {
    const bool hasNext =
        p + 1 < m_phases.size() && m_phases[p + 1].slotRank == m_phases[p].slotRank;
    for (uint32_t i = m_phases[p].firstArrival; i < m_phases[p].lastArrival; ++i) {
      if (m_arrivals[i].flight == kNone)
        continue;
      Flight &flight = m_out.flights[m_arrivals[i].flight];
      flight.place = m_out.steps[flight.issue.unit][flight.issue.step];
      if (flight.wasSeen)
        continue;
      flight.end = hasNext ? m_phases[p + 1].time : m_units[flight.issue.unit].end;
      flight.end = std::max(flight.end, flight.begin);
      if (flight.place.pairing != AsyncPairing::OrderNotCertain)
        flight.place.pairing = m_coverage.isWholeFrom(flight.begin) ? AsyncPairing::NeverWaitedFor
                                                                    : AsyncPairing::WaitNotRecorded;
    }
  }
}

} // namespace pstudio::analysis
