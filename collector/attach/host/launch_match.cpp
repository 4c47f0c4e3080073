// SPDX-License-Identifier: Apache-2.0
// Launches of kernels whose activity has another number of the profiler: matched by their order.
#include "collector/attach/host/launch_match.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "collector/attach/host/captured_paths.h"

namespace pstudio::attach {
namespace {

/// Unmatched launches and kernels of one name: indices into ProgramEvents::launches and kernels.
struct UnmatchedName {
  std::vector<uint32_t> launches;
  std::vector<uint32_t> kernels;
};

using UnmatchedNames = std::unordered_map<std::string_view, UnmatchedName>;

void addUnmatchedLaunches(const ProgramEvents &events, const SeenProcess &process,
                          UnmatchedNames &names) {
  std::vector<bool> isMatched(events.launches.size(), false);
  for (const int64_t launch : events.launchOfKernel)
    if (launch >= 0)
      isMatched[static_cast<size_t>(launch)] = true;
  for (const uint32_t i : events.launchOrder) {
    const HostLaunch &launch = events.launches[i];
    if (isMatched[i] || launch.replay != 0 || launch.kind != LaunchKind::Kernel ||
        (launch.flags & kLaunchCaptured) != 0)
      continue;
    const auto kernel = process.kernels.find(launch.kernel);
    if (kernel != process.kernels.end() && !kernel->second.seen.name.empty())
      names[kernel->second.seen.name].launches.push_back(i);
  }
}

void addUnmatchedKernels(const ProgramEvents &events, UnmatchedNames &names) {
  for (uint32_t i = 0; i < events.kernels.size(); ++i)
    if (events.launchOfKernel[i] < 0 && events.kernels[i].graphPart == GraphPart::None)
      if (const auto found = names.find(events.text(events.kernels[i].text)); found != names.end())
        found->second.kernels.push_back(i);
}

bool isOfOneStream(const ProgramEvents &events, const std::vector<uint32_t> &kernels) {
  return std::ranges::all_of(kernels, [&](uint32_t i) {
    return events.kernels[i].stream == events.kernels[kernels.front()].stream &&
           events.kernels[i].device == events.kernels[kernels.front()].device;
  });
}

/// The `earlier`-th of these kernels, by begin, that has the name. None if those of the name
/// overlap in time, so that their order in the graph is not known.
std::optional<uint32_t> nodeOfKernel(const ProgramEvents &events,
                                     const std::vector<uint32_t> &kernels, std::string_view name,
                                     uint32_t earlier) {
  std::optional<uint32_t> found;
  uint64_t end = 0;
  uint32_t count = 0;
  for (const uint32_t i : kernels) {
    const KernelActivity &kernel = events.kernels[i];
    if (events.text(kernel.text) != name)
      continue;
    if (kernel.begin < end)
      return std::nullopt;
    end = kernel.end;
    if (count++ == earlier)
      found = i;
  }
  return found;
}

} // namespace

uint64_t matchReplaysByOrder(ProgramEvents &events) {
  std::map<uint32_t, std::vector<uint32_t>> nodesOf; // by the profiler's number
  std::vector<bool> isMatched(events.launches.size(), false);
  for (uint32_t i = 0; i < events.kernels.size(); ++i)
    if (const int64_t launch = events.launchOfKernel[i]; launch >= 0)
      isMatched[static_cast<size_t>(launch)] = true;
    else if (events.kernels[i].graphPart != GraphPart::None)
      nodesOf[events.kernels[i].correlation].push_back(i);
  std::vector<uint32_t> replays;
  for (const uint32_t i : events.launchOrder)
    if (const HostLaunch &launch = events.launches[i];
        launch.kind == LaunchKind::Graph && !isMatched[i] && (launch.flags & kLaunchCaptured) == 0)
      replays.push_back(i);
  const auto isOfFirstThread = [&](uint32_t i) {
    return events.launches[i].thread == events.launches[replays.front()].thread;
  };
  if (nodesOf.size() != replays.size() || !std::ranges::all_of(replays, isOfFirstThread))
    return 0;
  size_t next = 0;
  for (const auto &[number, nodes] : nodesOf) {
    for (const uint32_t node : nodes)
      events.launchOfKernel[node] = replays[next];
    ++next;
  }
  return replays.size();
}

uint64_t matchNodesOfGraphs(ProgramEvents &events, const SeenProcess &process) {
  std::unordered_map<int64_t, std::vector<uint32_t>> nodesOf; // by the graph's launch
  for (const HostLaunch &launch : events.launches)
    if (launch.replay != 0)
      nodesOf.try_emplace(events.launchWithId(launch.replay));
  if (nodesOf.empty())
    return 0;
  for (uint32_t i = 0; i < events.kernels.size(); ++i)
    if (const auto found = nodesOf.find(events.launchOfKernel[i]);
        events.launchOfKernel[i] >= 0 && found != nodesOf.end())
      found->second.push_back(i);
  for (auto &[launch, kernels] : nodesOf)
    std::ranges::stable_sort(kernels, {}, [&](uint32_t i) { return events.kernels[i].begin; });
  uint64_t matched = 0;
  for (uint32_t i = 0; i < events.launches.size(); ++i) {
    const HostLaunch &launch = events.launches[i];
    const auto kernel = process.kernels.find(launch.kernel);
    if (launch.replay == 0 || kernel == process.kernels.end())
      continue;
    const std::optional<uint32_t> node =
        nodeOfKernel(events, nodesOf[events.launchWithId(launch.replay)], kernel->second.seen.name,
                     launch.flags >> kLaunchNodeShift);
    if (!node)
      continue;
    events.launchOfKernel[*node] = i;
    ++matched;
  }
  return matched;
}

uint64_t matchLaunchesByOrder(ProgramEvents &events, const SeenProcess &process) {
  UnmatchedNames names;
  addUnmatchedLaunches(events, process, names);
  addUnmatchedKernels(events, names);
  uint64_t matched = 0;
  for (auto &[name, unmatched] : names) {
    auto &kernels = unmatched.kernels;
    if (kernels.empty() || kernels.size() != unmatched.launches.size() ||
        !isOfOneStream(events, kernels))
      continue;
    std::ranges::stable_sort(kernels, {}, [&](uint32_t i) { return events.kernels[i].begin; });
    for (size_t i = 0; i < kernels.size(); ++i)
      events.launchOfKernel[kernels[i]] = unmatched.launches[i];
    matched += kernels.size();
  }
  return matched;
}

OrderMatches matchByOrder(ProgramEvents &events, const SeenProcess &process) {
  OrderMatches matches;
  matches.replays = matchReplaysByOrder(events);
  matchNodesOfGraphs(events, process);
  placeCapturedPaths(events, process);
  matches.activities = matchLaunchesByOrder(events, process);
  return matches;
}

} // namespace pstudio::attach
