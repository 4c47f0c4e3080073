// SPDX-License-Identifier: Apache-2.0
// Copies what an update has changed, for the nodes that the driver pairs.
#include "collector/attach/shim/graph_update.h"

#include "collector/attach/shim/attachment.h"

namespace pstudio::attach {

namespace {

constexpr std::string_view kUpdated = "graph.updated";

/// A graph for the device keeps its own reason.
void lose(ExecutableGraph &graph, std::string_view problem) {
  if (!graph.reason.empty())
    return;
  graph.reason = kUpdated;
  graph.problem = problem;
}

GraphContents readContents(Attachment &attachment, CuGraph graph) {
  const CaptureGuard guard(attachment.driver);
  return contentsOf(attachment, graph);
}

/// False if the pairs of nodes are unknown: nothing is replaced.
bool replaceNodes(ExecutableGraph &graph, const GraphStructure &structure,
                  GraphContents &contents) {
  const NodePairing pairing = pairNodes(structure, contents.structure);
  if (!pairing.problem.empty()) {
    lose(graph, pairing.problem);
    return false;
  }
  for (const auto [known, given] : pairing.kernels)
    replaceNode(graph.nodes[known], std::move(contents.nodes[given]));
  return true;
}

} // namespace

void updateGraph(Attachment &attachment, ExecutableGraph &graph, CuGraph given) {
  graph.isChanged = true;
  GraphContents contents = readContents(attachment, given);
  if (graph.reason == kUpdated)
    graph.reason = graph.problem = {};
  // Without pairs the kernels that run are known all the same: they are counted.
  if (!replaceNodes(graph, graph.structure, contents) &&
      contents.nodes.size() == graph.nodes.size())
    for (size_t i = 0; i < graph.nodes.size(); ++i)
      replaceNode(graph.nodes[i], std::move(contents.nodes[i]));
  graph.order();
}

void updateChild(Attachment &attachment, ExecutableGraph &graph, CuGraphNode node, CuGraph given) {
  graph.isChanged = true;
  const GraphStructure *child = childOf(graph.structure, node);
  if (!child)
    return lose(graph, "its child graph is unknown");
  GraphContents contents = readContents(attachment, given);
  replaceNodes(graph, *child, contents);
  graph.order();
}

void updateNode(Attachment &attachment, ExecutableGraph &graph, CuGraphNode node,
                const CuKernelNodeParams &given, bool isOld) {
  graph.isChanged = true;
  GraphNode *found = graph.find(node);
  if (!found)
    return;
  {
    const CaptureGuard guard(attachment.driver);
    changeNode(attachment, *found, given, isOld);
  }
  graph.order();
}

} // namespace pstudio::attach
