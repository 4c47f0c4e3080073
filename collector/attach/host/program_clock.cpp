// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/program_clock.h"

#include <algorithm>
#include <optional>
#include <set>

namespace pstudio::attach {
namespace {

using Relation = ProgramClock::Relation;

/// The greatest offset to the host's clock by which no recorded launch began before its call.
std::optional<int64_t> boundOf(const std::vector<TimedLaunch> &recorded) {
  std::optional<int64_t> bound;
  for (const TimedLaunch &launch : recorded) {
    if (launch.callBegin == 0)
      continue;
    const int64_t offset =
        launch.first.value + launch.timerTick.value - static_cast<int64_t>(launch.callBegin);
    bound = bound ? std::min(*bound, offset) : offset;
  }
  return bound;
}

Relation weaker(Relation a, Relation b) {
  if (a == Relation::Unknown || b == Relation::Unknown)
    return Relation::Unknown;
  return a == Relation::LowerBound || b == Relation::LowerBound ? Relation::LowerBound
                                                                : Relation::Measured;
}

} // namespace

LaunchAnchors::LaunchAnchors(const ProgramEvents &events) : m_events(events) {
  std::set<int64_t> recorded; // with the replays of nodes
  for (size_t i = 0; i < events.launches.size(); ++i)
    if (const HostLaunch &launch = events.launches[i]; (launch.flags & kLaunchRecorded) != 0)
      recorded.insert(
          {static_cast<int64_t>(i), launch.replay == 0 ? -1 : events.launchWithId(launch.replay)});
  if (recorded.empty())
    return;
  for (size_t i = 0; i < events.kernels.size(); ++i) {
    const int64_t launch = events.launchOfKernel[i];
    const bool isNode = events.kernels[i].graphPart != GraphPart::Whole && launch >= 0 &&
                        events.launches[static_cast<size_t>(launch)].kind == LaunchKind::Graph;
    if (launch >= 0 && !isNode &&
        recorded.contains(launch)) // other nodes of a graph contain no launch
      m_activities.emplace(launch, &events.kernels[i]);
  }
}

// The timer's readings of a node are between the begin and the end of its replay: an anchor as that
// of a kernel, but wider.
const KernelActivity *LaunchAnchors::of(int64_t launch) const {
  if (launch < 0)
    return nullptr;
  const uint64_t replay = m_events.launches[static_cast<size_t>(launch)].replay;
  for (const int64_t place : {launch, replay == 0 ? -1 : m_events.launchWithId(replay)})
    if (const auto found = m_activities.find(place); found != m_activities.end())
      return found->second;
  return nullptr;
}

void ProgramClock::relateHostToProfiler(const ProgramEvents &events) {
  for (const ClockPairEvent &pair : events.clockPairs) {
    const auto host = static_cast<int64_t>(pair.host);
    m_pairs.push_back({host, static_cast<int64_t>(pair.device) - host});
    m_pairUncertainty = std::max(m_pairUncertainty, pair.uncertainty);
  }
  if (!m_pairs.empty()) {
    m_hostToProfiler = Relation::Measured;
    return;
  }
  std::optional<int64_t> bound;
  for (size_t i = 0; i < events.kernels.size(); ++i) {
    const int64_t launch = events.launchOfKernel[i];
    if (launch < 0)
      continue;
    const int64_t offset = static_cast<int64_t>(events.kernels[i].begin -
                                                events.launches[static_cast<size_t>(launch)].begin);
    bound = bound ? std::min(*bound, offset) : offset;
  }
  if (bound) {
    m_pairs.push_back({0, *bound});
    m_hostToProfiler = Relation::LowerBound;
  }
}

ProgramClock ProgramClock::fit(const ProgramEvents &events,
                               const std::vector<TimedLaunch> &recorded) {
  ProgramClock clock;
  clock.relateHostToProfiler(events);
  std::vector<activity::ClockAnchor> anchors;
  for (const TimedLaunch &launch : recorded)
    if (launch.kernel)
      anchors.push_back(
          {{static_cast<int64_t>(launch.kernel->begin), static_cast<int64_t>(launch.kernel->end)},
           launch.first,
           launch.last,
           launch.timerTick});
  clock.m_device = activity::ActivityClock::fit(std::move(anchors));
  if (clock.m_device.isKnown()) {
    clock.m_activity = Relation::Measured;
    clock.m_host = clock.m_hostToProfiler;
  } else if (!recorded.empty()) {
    if (const std::optional<int64_t> bound = boundOf(recorded)) {
      clock.m_hostToAxis = *bound;
      clock.m_isHostFirst = true;
      clock.m_host = Relation::LowerBound;
      clock.m_activity = weaker(clock.m_host, clock.m_hostToProfiler);
    }
  } else if (events.hasActivity()) {
    clock.m_activity = Relation::Measured;
    clock.m_host = clock.m_hostToProfiler;
  } else {
    clock.m_isHostFirst = true;
    clock.m_host = Relation::Measured;
  }
  return clock;
}

int64_t ProgramClock::offsetAt(int64_t host) const {
  if (m_pairs.empty())
    return 0;
  const auto after = std::ranges::upper_bound(m_pairs, host, {}, &Pair::host);
  if (after == m_pairs.begin())
    return after->offset;
  const Pair &before = *std::prev(after);
  if (after == m_pairs.end())
    return before.offset;
  const double share =
      static_cast<double>(host - before.host) / static_cast<double>(after->host - before.host);
  return before.offset +
         static_cast<int64_t>(share * static_cast<double>(after->offset - before.offset));
}

int64_t ProgramClock::ofHost(uint64_t time) const {
  const auto host = static_cast<int64_t>(time);
  if (m_isHostFirst)
    return host + m_hostToAxis;
  const int64_t profiler = host + offsetAt(host);
  return m_device.isKnown() ? m_device.toDevice(profiler).value : profiler;
}

int64_t ProgramClock::ofActivity(uint64_t time) const {
  const auto profiler = static_cast<int64_t>(time);
  if (!m_isHostFirst)
    return m_device.isKnown() ? m_device.toDevice(profiler).value : profiler;
  // The offset changes slowly: that of a near host time is the one.
  const int64_t host = profiler - offsetAt(profiler - (m_pairs.empty() ? 0 : m_pairs[0].offset));
  return host + m_hostToAxis;
}

} // namespace pstudio::attach
