// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/warp_roles.h"

#include <algorithm>
#include <map>

#include "core/analysis/overlap/channel_figures.h"
#include "core/analysis/overlap/figure_collector.h"

namespace pstudio::analysis {
namespace {

/// The places of one unit's asynchronous steps.
struct UnitUse {
  std::vector<uint32_t> places; // ascending
  uint64_t busiest = 0;         // records at the busiest of them
};

/// Counts the records of each unit at each place.
class UnitUses {
public:
  explicit UnitUses(const RecordedLaunch &launch)
      : m_counts(launch.overlap.units.size()), m_last(launch.overlap.sites.size(), {kNoIndex, 0}) {
    for (const AsyncWait &wait : launch.overlap.waits)
      count(wait.unit, wait.site);
    for (const IssueRecord &issue : launch.records.issues)
      count(issue.unit, issue.site);
    for (const ArrivalRecord &arrival : launch.records.arrivals)
      count(arrival.unit, arrival.site);
    for (const FlightRecord &flight : launch.records.flights)
      if (flight.isManual)
        count(flight.unit, flight.site);
  }

  UnitUse of(uint32_t unit) {
    UnitUse use;
    std::ranges::sort(m_counts[unit]);
    for (const auto &[site, records] : m_counts[unit]) {
      use.places.push_back(site);
      use.busiest = std::max(use.busiest, records);
    }
    return use;
  }

private:
  void count(uint32_t unit, uint32_t site) {
    auto &[lastUnit, at] = m_last[site]; // the records of each kind are in order of units
    if (lastUnit != unit) {
      lastUnit = unit;
      at = static_cast<uint32_t>(m_counts[unit].size());
      m_counts[unit].push_back({site, 0});
    }
    ++m_counts[unit][at].second;
  }

  std::vector<std::vector<std::pair<uint32_t, uint64_t>>> m_counts;
  std::vector<std::pair<uint32_t, uint32_t>> m_last;
};

class RoleFinder {
public:
  explicit RoleFinder(RecordedLaunch &launch) : m_launch(launch), m_overlap(launch.overlap) {}

  void find() {
    group();
    fillStalls();
    fillFigures();
    for (WarpRole &role : m_overlap.roles)
      nameRole(role);
    numberEqualNames();
  }

private:
  void group();
  void fillStalls();
  void fillFigures();
  void nameRole(WarpRole &role) const;
  void numberEqualNames();
  bool issues(const WarpRole &role, WaitTarget what) const;

  RecordedLaunch &m_launch;
  LaunchOverlap &m_overlap;
};

void RoleFinder::group() {
  UnitUses uses(m_launch);
  std::map<std::vector<uint32_t>, std::vector<uint32_t>> groups; // units by places
  std::vector<uint64_t> iterations;
  for (uint32_t unit = 0; unit < m_overlap.units.size(); ++unit) {
    const UnitUse use = uses.of(unit);
    iterations.push_back(use.busiest);
    m_overlap.units[unit].role = kNoIndex;
    if (!use.places.empty())
      groups[use.places].push_back(unit);
  }
  for (auto &[places, units] : groups) {
    WarpRole role;
    role.places = places;
    role.units = units;
    std::vector<int64_t> counts;
    for (const uint32_t unit : units) {
      counts.push_back(static_cast<int64_t>(iterations[unit]));
      role.active += (m_overlap.units[unit].end - m_overlap.units[unit].begin).value;
    }
    role.iterations = static_cast<uint64_t>(distributionOf(counts).median);
    m_overlap.roles.push_back(std::move(role));
  }
  std::ranges::stable_sort(m_overlap.roles, std::greater(),
                           [](const WarpRole &role) { return role.units.size(); });
  for (uint32_t i = 0; i < m_overlap.roles.size(); ++i)
    for (const uint32_t unit : m_overlap.roles[i].units)
      m_overlap.units[unit].role = i;
}

void RoleFinder::fillStalls() {
  for (const AsyncWait &wait : m_overlap.waits) {
    WarpRole &role = m_overlap.roles[m_overlap.units[wait.unit].role];
    for (StallFigures *stall : {&role.stalls[static_cast<size_t>(wait.target)], &role.all}) {
      ++stall->waits;
      stall->blocked += wait.hasBlocked;
      stall->waited += wait.waited().value;
    }
  }
  for (WarpRole &role : m_overlap.roles) {
    const double turns = static_cast<double>(role.iterations) * double(role.units.size());
    const auto finish = [&](StallFigures &stall) {
      const auto waited = static_cast<double>(stall.waited);
      stall.perIteration = turns > 0 ? waited / turns : 0;
      stall.share = role.active > 0 ? waited / static_cast<double>(role.active) : 0;
    };
    std::ranges::for_each(role.stalls, finish);
    finish(role.all);
  }
}

void RoleFinder::fillFigures() {
  std::vector<FigureCollector> collectors(m_overlap.roles.size(), FigureCollector(m_overlap));
  for (const OperationVisit &visit : m_overlap.visits) {
    const AsyncWait &wait = m_overlap.waits[visit.wait];
    if (wait.target == WaitTarget::Copies || wait.target == WaitTarget::Manual)
      collectors[m_overlap.units[wait.unit].role].addVisit(visit);
  }
  for (size_t i = 0; i < collectors.size(); ++i)
    m_overlap.roles[i].figures = collectors[i].take();
}

bool RoleFinder::issues(const WarpRole &role, WaitTarget what) const {
  return std::ranges::any_of(role.places, [&](uint32_t site) {
    const AsyncPlace &place = m_overlap.sites[site];
    if (place.step != AsyncPlace::Step::Issue)
      return false;
    const WaitTarget target = waitTargetOf(place);
    return target == what || (what == WaitTarget::Copies && target == WaitTarget::Manual);
  });
}

void RoleFinder::nameRole(WarpRole &role) const {
  const auto waitsFor = [&](WaitTarget target) {
    return role.stalls[static_cast<size_t>(target)].waits > 0;
  };
  const bool copies = issues(role, WaitTarget::Copies);
  const bool waits = waitsFor(WaitTarget::Copies) || waitsFor(WaitTarget::Manual);
  role.isProducer = copies && !waits;
  role.isConsumer = waits;
  if (copies || waits) {
    role.name = role.isProducer ? "producer" : copies ? "copies and computes" : "consumer";
    return;
  }
  if (issues(role, WaitTarget::Matrix)) {
    role.name = "matrix operations";
    return;
  }
  if (role.all.waits > 0 && role.all.waits == role.stalls[size_t(WaitTarget::Barrier)].waits) {
    role.name = "barriers only";
    return;
  }
  for (const uint32_t site : role.places)
    role.name += (role.name.empty() ? "" : ", ") + m_overlap.sites[site].name;
}

void RoleFinder::numberEqualNames() {
  std::map<std::string, int> seen;
  for (WarpRole &role : m_overlap.roles)
    if (const int number = ++seen[role.name]; number > 1)
      role.name += " " + std::to_string(number);
}

} // namespace

void findRoles(RecordedLaunch &launch) {
  RoleFinder(launch).find();
}

} // namespace pstudio::analysis
