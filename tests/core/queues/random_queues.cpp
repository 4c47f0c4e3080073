// SPDX-License-Identifier: Apache-2.0
#include "tests/core/queues/random_queues.h"

#include <algorithm>

namespace pstudio::test {

using namespace analysis;

namespace {

constexpr uint16_t kFull = 1;
constexpr uint16_t kEmpty = 2;

/// Adds steps to the units and stores their true pairs and phases.
class Maker {
public:
  Maker(RandomQueues &queues, std::mt19937_64 &random, uint32_t units)
      : m_queues(queues), m_random(random), m_now(units) {
    queues.units.resize(units);
    queues.made.resize(units);
    queues.phases.resize(units);
  }

  int64_t below(int64_t limit) {
    return static_cast<int64_t>(m_random() % static_cast<uint64_t>(limit));
  }
  int64_t &now(uint32_t unit) { return m_now[unit]; }

  MadeStep add(uint32_t unit, QueueStep step, uint32_t phase) {
    const auto position = static_cast<uint32_t>(m_queues.units[unit].steps.size());
    m_queues.units[unit].steps.push_back(step);
    m_queues.made[unit].push_back(position);
    m_queues.phases[unit].push_back(phase);
    m_now[unit] = step.end;
    return {unit, position};
  }

  void pair(const std::vector<MadeStep> &from, MadeStep wait) {
    for (const MadeStep &step : from)
      m_queues.pairs.insert({step, wait});
  }

  void finish() {
    for (QueueUnit &unit : m_queues.units) {
      unit.begin = unit.steps.empty() ? 0 : unit.steps.front().begin;
      for (const QueueStep &step : unit.steps) {
        unit.end = std::max(unit.end, step.end);
        m_queues.depths.add(step.site);
      }
    }
  }

private:
  RandomQueues &m_queues;
  std::mt19937_64 &m_random;
  std::vector<int64_t> m_now; // by unit
};

/// The warps that do the work of a turn: all warps, or one warp after the other.
struct Role {
  uint32_t first = 0;
  uint32_t count = 1;
  bool takesTurns = false;

  std::vector<uint32_t> unitsOf(uint32_t turn) const {
    if (takesTurns)
      return {first + turn % count};
    std::vector<uint32_t> units;
    for (uint32_t i = 0; i < count; ++i)
      units.push_back(first + i);
    return units;
  }
};

class BarrierLoop {
public:
  BarrierLoop(RandomQueues &queues, std::mt19937_64 &random)
      : m_stages(1 + static_cast<uint32_t>(random() % 5)),
        m_producers{0, 1 + static_cast<uint32_t>(random() % 2), random() % 2 == 0},
        m_consumers{m_producers.count, 1 + static_cast<uint32_t>(random() % 4), random() % 2 == 0},
        m_byAddress(random() % 3 == 0), m_slack(random() % 3 == 0 ? 1 : 12),
        m_latency(1 + static_cast<int64_t>(random() % 40)),
        m_compute(1 + static_cast<int64_t>(random() % 40)),
        m_maker(queues, random, m_producers.count + m_consumers.count) {}

  void run(uint32_t turns) {
    std::vector<int64_t> emptied(turns);
    std::vector<std::vector<MadeStep>> released(turns);
    for (uint32_t turn = 0; turn < turns; ++turn) {
      int64_t complete = 0;
      std::vector<MadeStep> copies;
      for (const uint32_t unit : m_producers.unitsOf(turn)) {
        waitForBuffer(unit, turn, emptied, released);
        const int64_t begin = m_maker.now(unit) + m_maker.below(m_slack);
        const int64_t end = begin + m_maker.below(m_slack);
        copies.push_back(
            m_maker.add(unit, {begin, end, site(AsyncStep::Issue, kFull), 1, key(turn, kFull, 0)},
                        turn / m_stages));
        complete = std::max(complete, end + 1 + m_maker.below(m_latency));
      }
      for (const uint32_t unit : m_consumers.unitsOf(turn)) {
        wait(unit, turn, kFull, turn / m_stages, complete, copies, 2);
        const int64_t at = m_maker.now(unit) + 1 + m_maker.below(m_compute);
        released[turn].push_back(
            m_maker.add(unit, {at, at, site(AsyncStep::Arrive, kEmpty), 3, key(turn, kEmpty, 0)},
                        turn / m_stages));
        emptied[turn] = std::max(emptied[turn], at);
      }
    }
    m_maker.finish();
  }

private:
  AsyncSite site(AsyncStep step, uint16_t barrier) const {
    return {AsyncQueue::Mbarrier, step, 0, m_byAddress ? uint16_t{0} : barrier};
  }
  uint16_t key(uint32_t turn, uint16_t barrier, uint32_t parity) const {
    const uint32_t slot = turn % m_stages + (m_byAddress ? barrier * 100u : 0u);
    return static_cast<uint16_t>(slot << 1 | (parity & 1));
  }

  void waitForBuffer(uint32_t unit, uint32_t turn, const std::vector<int64_t> &emptied,
                     const std::vector<std::vector<MadeStep>> &released) {
    if (turn < m_stages)
      return wait(unit, turn, kEmpty, kNoNumber, 0, {}, 4);
    const uint32_t before = turn - m_stages;
    wait(unit, turn, kEmpty, before / m_stages, emptied[before], released[before], 4);
  }

  void wait(uint32_t unit, uint32_t turn, uint16_t barrier, uint32_t phase, int64_t ready,
            const std::vector<MadeStep> &from, uint16_t operation) {
    const int64_t begin = m_maker.now(unit) + m_maker.below(m_slack);
    const int64_t end = std::max(begin, ready) + m_maker.below(m_slack);
    const uint32_t parity = phase == kNoNumber ? 1 : phase;
    m_maker.pair(from, m_maker.add(unit,
                                   {begin, end, site(AsyncStep::Wait, barrier), operation,
                                    key(turn, barrier, parity)},
                                   phase));
  }

  const uint32_t m_stages;
  const Role m_producers;
  const Role m_consumers;
  const bool m_byAddress;
  const int64_t m_slack;
  const int64_t m_latency;
  const int64_t m_compute;
  Maker m_maker;
};

/// Keeps the steps of the unit from `first` on. `cutsStart` removes the start of that step.
void keepFrom(QueueUnit &unit, std::vector<uint32_t> &made, size_t first, bool cutsStart) {
  unit.steps.erase(unit.steps.begin(), unit.steps.begin() + static_cast<ptrdiff_t>(first));
  made.erase(made.begin(), made.begin() + static_cast<ptrdiff_t>(first));
  unit.oldestDropped = true;
  if (cutsStart && hasEnd(unit.steps.front().site.step)) {
    unit.steps.front().hasBegin = false;
    unit.steps.front().begin = unit.steps.front().end;
  }
  unit.begin = unit.steps.front().begin;
}

} // namespace

RandomQueues randomBarriers(std::mt19937_64 &random) {
  RandomQueues queues;
  const auto turns = static_cast<uint32_t>(random() % 60);
  BarrierLoop(queues, random).run(turns);
  return queues;
}

RandomQueues randomGroups(std::mt19937_64 &random) {
  constexpr AsyncQueue kQueues[] = {AsyncQueue::CopyGroup, AsyncQueue::MatrixGroup,
                                    AsyncQueue::LoadCounter};
  RandomQueues queues;
  Maker maker(queues, random, 1 + static_cast<uint32_t>(random() % 3));
  struct Queue {
    std::vector<std::vector<MadeStep>> groups;
    std::vector<MadeStep> open;
    size_t seen = 0;
  };
  for (uint32_t unit = 0; unit < queues.units.size(); ++unit) {
    Queue state[3];
    for (uint64_t i = 0, count = random() % 120; i < count; ++i) {
      const uint64_t which = random() % 3;
      Queue &queue = state[which];
      const bool isCounter = kQueues[which] == AsyncQueue::LoadCounter;
      const int64_t begin = maker.now(unit) + maker.below(4);
      QueueStep step{begin, begin + maker.below(4), {kQueues[which], AsyncStep::Issue}};
      const uint64_t action = random() % 5;
      if (action < 2) {
        if (isCounter) {
          step.site.count = static_cast<uint16_t>(1 + random() % 3);
          queue.groups.resize(queue.groups.size() + step.site.count - 1);
        }
        queue.open.push_back(maker.add(unit, step, kNoNumber));
        if (!isCounter)
          continue;
      } else if (action < 4 && !isCounter) {
        step.site.step = action == 2 ? AsyncStep::Commit : AsyncStep::IssueAndCommit;
        if (action == 2)
          step.end = step.begin;
        const MadeStep made = maker.add(unit, step, kNoNumber);
        if (action == 3)
          queue.open.push_back(made);
      } else {
        step.site.step = AsyncStep::Wait;
        step.site.pending = static_cast<uint16_t>(random() % 4);
        const MadeStep wait = maker.add(unit, step, kNoNumber);
        for (; queue.seen + step.site.pending < queue.groups.size(); ++queue.seen)
          maker.pair(queue.groups[queue.seen], wait);
        continue;
      }
      queue.groups.push_back(queue.open);
      queue.open.clear();
    }
  }
  maker.finish();
  return queues;
}

RandomQueues randomMeetings(std::mt19937_64 &random) {
  RandomQueues queues;
  const auto units = 1 + static_cast<uint32_t>(random() % 5);
  Maker maker(queues, random, units);
  uint32_t phases[2] = {0, 0};
  int64_t free[2] = {0, 0}; // end of the last synchronization
  for (uint64_t i = 0, count = random() % 40; i < count; ++i) {
    const auto number = static_cast<uint16_t>(random() % 2);
    struct Coming {
      int64_t at;
      uint32_t unit;
    };
    std::vector<Coming> coming;
    for (uint32_t unit = 0; unit < units; ++unit)
      if (number == 0 || random() % 2 == 0)
        coming.push_back({std::max(maker.now(unit), free[number]) + 1 + maker.below(20), unit});
    if (coming.empty())
      continue;
    std::ranges::sort(coming, {}, [](const Coming &c) { return std::pair(c.at, c.unit); });
    const int64_t together = coming.back().at;
    std::vector<MadeStep> made;
    for (const Coming &c : coming)
      made.push_back(maker.add(c.unit,
                               {c.at,
                                together + maker.below(5),
                                {AsyncQueue::NamedBarrier, AsyncStep::Synchronize},
                                0,
                                number},
                               phases[number]));
    for (size_t k = 0; k + 1 < made.size(); ++k)
      maker.pair({made.back()}, made[k]);
    // The next arrivals are later than all departures from this synchronization.
    for (const Coming &c : coming)
      maker.now(c.unit) = std::max(maker.now(c.unit), together + 5);
    free[number] = together + 5;
    ++phases[number];
  }
  maker.finish();
  return queues;
}

RandomQueues randomNonsense(std::mt19937_64 &random) {
  RandomQueues queues;
  Maker maker(queues, random, static_cast<uint32_t>(random() % 6));
  for (uint32_t unit = 0; unit < queues.units.size(); ++unit)
    for (uint64_t i = 0, count = random() % 60; i < count; ++i) {
      const int64_t begin = maker.now(unit) + maker.below(3);
      QueueStep step{begin,
                     begin,
                     {static_cast<AsyncQueue>(random() % kAsyncQueues),
                      static_cast<AsyncStep>(random() % kAsyncSteps),
                      static_cast<uint16_t>(random() % 3), static_cast<uint16_t>(random() % 2),
                      static_cast<uint16_t>(random() % 3)},
                     static_cast<uint16_t>(random() % 3),
                     static_cast<uint16_t>(random() % 6)};
      if (hasEnd(step.site.step)) {
        step.end += maker.below(5);
        step.hasBegin = random() % 8 != 0;
        step.hasEnd = !step.hasBegin || random() % 8 != 0;
      }
      maker.add(unit, step, kNoNumber);
    }
  maker.finish();
  return queues;
}

void dropOldest(RandomQueues &queues, std::mt19937_64 &random) {
  for (size_t i = 0; i < queues.units.size(); ++i) {
    QueueUnit &unit = queues.units[i];
    if (unit.gaps.empty() && unit.steps.size() > 1 && random() % 4 != 0)
      keepFrom(unit, queues.made[i], 1 + random() % (unit.steps.size() - 1), random() % 2 == 0);
  }
}

void dropMiddle(RandomQueues &queues, std::mt19937_64 &random) {
  for (size_t i = 0; i < queues.units.size(); ++i) {
    QueueUnit &unit = queues.units[i];
    for (uint64_t hole = random() % 3; hole > 0 && unit.steps.size() > 3; --hole) {
      const size_t begin = 1 + random() % (unit.steps.size() - 2);
      if (std::ranges::count_if(unit.gaps, [&](uint32_t gap) { return gap >= begin; }) > 0)
        continue;
      const size_t end = std::min(unit.steps.size(), begin + random() % 12);
      QueueStep &last = unit.steps[begin - 1];
      if (random() % 2 == 0 && hasEnd(last.site.step)) {
        last.hasEnd = false;
        last.end = last.begin;
      }
      unit.steps.erase(unit.steps.begin() + static_cast<ptrdiff_t>(begin),
                       unit.steps.begin() + static_cast<ptrdiff_t>(end));
      queues.made[i].erase(queues.made[i].begin() + static_cast<ptrdiff_t>(begin),
                           queues.made[i].begin() + static_cast<ptrdiff_t>(end));
      if (begin < unit.steps.size() && random() % 2 == 0) {
        QueueStep &next = unit.steps[begin];
        next.hasBegin = !hasEnd(next.site.step);
        next.begin = next.hasBegin ? next.begin : last.end;
      }
      unit.gaps.push_back(static_cast<uint32_t>(begin));
    }
  }
}

} // namespace pstudio::test
