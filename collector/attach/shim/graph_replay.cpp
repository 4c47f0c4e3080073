// SPDX-License-Identifier: Apache-2.0
// From one chosen node to the next, then the launch, then back.
#include "collector/attach/shim/graph_replay.h"

#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/chosen_launch.h"

namespace pstudio::attach {

GraphReplay::GraphReplay(Attachment &attachment, ExecutableGraph &graph, CuStream stream)
    : m_attachment(attachment), m_graph(graph), m_stream(stream) {
  QuietReplays &quiet = graph.quiet;
  if (!quiet.isReady(attachment.choices.load(std::memory_order_acquire)) || !mayNumber(attachment))
      [[unlikely]] {
    countEach();
    return;
  }
  quiet.count();
  for (WatchedKernel &watched : quiet.watched()) {
    const GraphKernel &nodes = graph.kernels[watched.place];
    const uint64_t first =
        nodes.kernel->sequence->last.fetch_add(watched.nodes, std::memory_order_relaxed) + 1;
    if (watched.next >= first + watched.nodes) [[likely]]
      continue;
    choose(nodes, first);
    watched.next = nextChosen(*nodes.kernel, first + watched.nodes);
  }
}

void GraphReplay::countEach() {
  const uint64_t choices = m_attachment.choices.load(std::memory_order_acquire);
  m_graph.quiet.flush();
  for (const GraphKernel &nodes : m_graph.kernels) {
    const NotedLaunch noted =
        noteLaunches(m_attachment, {nodes.kernel, false}, {nodes.nodes.size(), true, false});
    if (noted.number != 0)
      choose(nodes, noted.number);
  }
  m_graph.quiet.prepare(m_attachment, m_graph.kernels, choices);
}

void GraphReplay::choose(const GraphKernel &nodes, uint64_t first) {
  const Kernel &kernel = *nodes.kernel;
  if (!kernel.choice.load(std::memory_order_relaxed)) [[likely]]
    return;
  for (uint32_t i = 0; i < nodes.nodes.size(); ++i)
    if (isChosen(m_attachment, kernel, first + i)) {
      const uint32_t node = nodes.nodes[i];
      m_chosen.push_back({node, i, {m_graph.nodes[node].handle, first + i, 0, true}});
    }
}

bool GraphReplay::canRecord(const ChosenNode &chosen) {
  if (!m_attachment.mayChoose())
    return false;
  const GraphNode &node = m_graph.nodes[chosen.node];
  const bool isOfGraph = !m_graph.reason.empty();
  const std::string_view reason = isOfGraph ? m_graph.reason : node.reason;
  if (reason.empty())
    return true;
  Kernel &kernel = *chosen.noted.handle.kernel;
  m_attachment.notify(reason, &kernel, chosen.noted.number,
                      isOfGraph ? std::string(m_graph.problem) : std::string());
  countFailure(m_attachment, kernel);
  return false;
}

CuResult GraphReplay::run(const GraphLaunch &launch) {
  m_launch = &launch;
  return m_chosen.empty() ? launch() : launchFrom(0);
}

CuResult GraphReplay::launchFrom(size_t next) {
  while (next < m_chosen.size() && !canRecord(m_chosen[next]))
    ++next;
  if (next == m_chosen.size())
    return launchGraph();
  ChosenNode &chosen = m_chosen[next];
  NodeCall node(m_graph.nodes[chosen.node], m_stream);
  bool keepsTwin = false;
  node.call.keepsRecords = &keepsTwin;
  const auto launch = [&](CuFunction function, void **parameters, void **extra) {
    if (function != node.call.function)
      return launchWithTwin(node, chosen, node.of(function, parameters, extra), next + 1,
                            keepsTwin);
    if (m_failure == CuResult::Success)
      return launchFrom(next + 1);
    return m_twins > 0 ? m_failure : launchGraph();
  };
  return launchChosen(m_attachment, node.call, chosen.noted, LaunchFunction(launch));
}

// After a failure, nodes that are set back leave one more launch to the outermost of them.
CuResult GraphReplay::launchGraph() {
  const CuResult result = (*m_launch)();
  if (result != CuResult::Success && m_twins > 0)
    m_failure = result;
  return result;
}

CuResult GraphReplay::launchWithTwin(const NodeCall &call, ChosenNode &chosen,
                                     const CuKernelNodeParams &twin, size_t next, bool &keepsTwin) {
  if (const CuResult result = set(chosen, twin); result != CuResult::Success)
    return result;
  ++m_twins;
  const CuResult result = launchFrom(next);
  --m_twins;
  keepsTwin = !restore(call, chosen);
  chosen.isRecorded = result == CuResult::Success;
  return result;
}

CuResult GraphReplay::set(const ChosenNode &chosen, const CuKernelNodeParams &parameters) {
  const CaptureGuard guard(m_attachment.driver);
  return m_attachment.driver.cuGraphExecKernelNodeSetParams_v2(
      m_graph.handle, m_graph.nodes[chosen.node].node, &parameters);
}

bool GraphReplay::restore(const NodeCall &call, const ChosenNode &chosen) {
  const DriverApi &driver = m_attachment.driver;
  const CuResult result = set(chosen, call.original());
  if (result == CuResult::Success)
    return true;
  if (!m_graph.isChanged && driver.cuGraphExecUpdate_v2) {
    const CaptureGuard guard(driver);
    CuGraphUpdateInfo info;
    if (driver.cuGraphExecUpdate_v2(m_graph.handle, m_graph.graph, &info) == CuResult::Success)
      return true;
  }
  m_graph.nodes[chosen.node].reason = "graph.kept";
  m_attachment.notify("graph.kept", chosen.noted.handle.kernel, chosen.noted.number,
                      driver.describe("cuGraphExecKernelNodeSetParams", result));
  return false;
}

} // namespace pstudio::attach
