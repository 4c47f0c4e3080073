// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/captured_paths.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace pstudio::attach {
namespace {

constexpr std::string_view kCapturedAt = "<captured_at>";
constexpr uint32_t kNoPath = GraphNodeEvent::kNoPath;

uint32_t depthOf(const ProgramEvents &events, uint32_t path) {
  uint32_t depth = 0;
  for (; path != 0; path = events.nodes[path].parent)
    ++depth;
  return depth;
}

/// The part that both paths begin with. kNoPath if one of them is.
uint32_t commonPart(const ProgramEvents &events, uint32_t one, uint32_t other) {
  if (one == kNoPath || other == kNoPath)
    return kNoPath;
  uint32_t depth = depthOf(events, one), otherDepth = depthOf(events, other);
  while (one != other) {
    const bool isDeeper = depth >= otherDepth;
    uint32_t &deeper = isDeeper ? one : other;
    deeper = events.nodes[deeper].parent;
    --(isDeeper ? depth : otherDepth);
  }
  return one;
}

class CapturePlacer {
public:
  CapturePlacer(ProgramEvents &events, const SeenProcess &process)
      : m_events(events), m_process(process),
        m_capturedText(static_cast<uint32_t>(std::max<size_t>(events.texts.size(), 1))) {
    m_events.texts.resize(m_capturedText + size_t{1}); // before any view of a text: texts move
    m_events.texts.back() = kCapturedAt;
  }

  void place() {
    m_events.pathOfKernel.assign(m_events.kernels.size(), 0);
    for (HostLaunch &launch : m_events.launches)
      if (launch.replay != 0)
        placeRecorded(launch);
    for (auto &[replay, kernels] : kernelsOfReplays())
      placeReplay(m_events.launches[replay], kernels);
  }

private:
  using Paths = std::vector<uint32_t>; ///< of the nodes of a name in their order

  /// Activities of each replay, also those of its recorded nodes.
  std::map<uint32_t, std::vector<uint32_t>> kernelsOfReplays() const {
    std::map<uint32_t, std::vector<uint32_t>> kernels;
    for (uint32_t i = 0; i < m_events.kernels.size(); ++i) {
      const int64_t launch = m_events.launchOfKernel[i];
      if (launch < 0)
        continue;
      const HostLaunch &own = m_events.launches[static_cast<size_t>(launch)];
      const int64_t replay = own.replay != 0 ? m_events.launchWithId(own.replay) : launch;
      if (replay >= 0 &&
          m_events.graphs.contains(m_events.launches[static_cast<size_t>(replay)].graph))
        kernels[static_cast<uint32_t>(replay)].push_back(i);
    }
    return kernels;
  }

  std::string_view nameOf(uint32_t kernel) const {
    const auto found = m_process.kernels.find(kernel);
    return found == m_process.kernels.end() ? std::string_view() : found->second.seen.name;
  }

  void placeRecorded(HostLaunch &launch) {
    const int64_t replay = m_events.launchWithId(launch.replay);
    const auto graph =
        replay < 0 ? m_events.graphs.end()
                   : m_events.graphs.find(m_events.launches[static_cast<size_t>(replay)].graph);
    if (graph == m_events.graphs.end())
      return;
    uint32_t earlier = launch.flags >> kLaunchNodeShift;
    for (const CapturedNode &node : graph->second)
      if (node.kernel == launch.kernel && earlier-- == 0) {
        launch.path = joined(launch.path, node.path);
        return;
      }
  }

  void placeReplay(const HostLaunch &replay, std::vector<uint32_t> &kernels) {
    std::ranges::stable_sort(kernels, {}, [&](uint32_t i) { return m_events.kernels[i].begin; });
    std::map<std::string_view, std::vector<uint32_t>> byName;
    for (const uint32_t i : kernels)
      byName[m_events.text(m_events.kernels[i].text)].push_back(i);
    for (const auto &[name, paths] : pathsByName(replay.graph)) {
      const auto found = byName.find(name);
      if (found == byName.end())
        continue;
      const std::vector<uint32_t> &same = found->second;
      const bool isInOrder = same.size() == paths.size() && !hasOverlap(same);
      const uint32_t common = isInOrder ? kNoPath : commonOf(replay.graph, name, paths);
      for (size_t i = 0; i < same.size(); ++i)
        placeKernel(same[i], replay.path, isInOrder ? paths[i] : common);
    }
  }

  /// The part that the paths of all nodes of a name begin with.
  uint32_t commonOf(uint32_t graph, std::string_view name, const Paths &paths) {
    const auto [found, isNew] = m_common.try_emplace({graph, name}, paths.front());
    if (isNew)
      for (const uint32_t path : paths)
        found->second = commonPart(m_events, found->second, path);
    return found->second;
  }

  /// A recorded node has that of its launch.
  void placeKernel(uint32_t kernel, uint32_t replay, uint32_t captured) {
    const int64_t launch = m_events.launchOfKernel[kernel];
    if (captured != kNoPath && m_events.launches[static_cast<size_t>(launch)].replay == 0)
      m_events.pathOfKernel[kernel] = joined(replay, captured);
  }

  const std::map<std::string_view, Paths> &pathsByName(uint32_t graph) {
    const auto [found, isNew] = m_pathsByName.try_emplace(graph);
    if (isNew)
      for (const CapturedNode &node : m_events.graphs.at(graph))
        found->second[nameOf(node.kernel)].push_back(node.path);
    return found->second;
  }

  bool hasOverlap(const std::vector<uint32_t> &kernels) const {
    for (size_t i = 1; i < kernels.size(); ++i)
      if (m_events.kernels[kernels[i]].begin < m_events.kernels[kernels[i - 1]].end)
        return true;
    return false;
  }

  uint32_t child(uint32_t parent, uint32_t text, PathNodeKind kind) {
    const auto [found, isNew] = m_children.try_emplace(
        std::tuple(parent, text, kind), static_cast<uint32_t>(m_events.nodes.size()));
    if (isNew)
      m_events.nodes.push_back({parent, text, kind, true});
    return found->second;
  }

  uint32_t joined(uint32_t replay, uint32_t captured) {
    if (captured == kNoPath)
      return replay;
    uint32_t &path = m_joined[{replay, captured}];
    if (path != 0)
      return path;
    std::vector<uint32_t> steps;
    for (uint32_t step = captured; step != 0; step = m_events.nodes[step].parent)
      steps.push_back(step);
    path = child(replay, m_capturedText, PathNodeKind::Captured);
    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
      path = child(path, m_events.nodes[*step].text, m_events.nodes[*step].kind);
    return path;
  }

  ProgramEvents &m_events;
  const SeenProcess &m_process;
  const uint32_t m_capturedText;
  std::map<uint32_t, std::map<std::string_view, Paths>> m_pathsByName; ///< by graph
  std::map<std::pair<uint32_t, std::string_view>, uint32_t> m_common; ///< by graph and name
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> m_joined;
  std::map<std::tuple<uint32_t, uint32_t, PathNodeKind>, uint32_t> m_children;
};

} // namespace

void placeCapturedPaths(ProgramEvents &events, const SeenProcess &process) {
  if (!events.graphs.empty())
    CapturePlacer(events, process).place();
}

} // namespace pstudio::attach
