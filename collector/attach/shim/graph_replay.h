// SPDX-License-Identifier: Apache-2.0
// One replay of an executable graph: chosen kernel nodes run with the twin, once.
#pragma once

#include <functional>
#include <vector>

#include "collector/attach/shim/graph_table.h"
#include "collector/attach/shim/launch_choice.h"

namespace pstudio::attach {

/// A launch of a node whose number is chosen.
struct ChosenNode {
  uint32_t node = 0;    ///< index into ExecutableGraph::nodes
  uint32_t earlier = 0; ///< enabled nodes of the same kernel before it
  NotedLaunch noted;
  bool isRecorded = false; ///< it ran with the twin
};

/// Nodes get the function and the arguments of the twin before the launch, and the original's after
/// it. The driver takes both for later launches only, so launches that run are not disturbed. If
/// the driver takes the original not back, the executable graph is updated as a whole.
class GraphReplay {
public:
  /// Counts the kernels and determines the chosen nodes.
  GraphReplay(Attachment &attachment, ExecutableGraph &graph, CuStream stream);

  /// Executes the program's launch exactly once, by `launch`, and returns the driver's result.
  /// After a failure with twins it is tried once more without.
  CuResult run(const std::function<CuResult()> &launch);

  const std::vector<ChosenNode> &chosen() const { return m_chosen; }

private:
  void choose(const GraphKernel &nodes);
  bool canRecord(const ChosenNode &chosen);
  CuResult launchFrom(size_t next);
  CuResult launchGraph();
  CuResult launchWithTwin(const NodeCall &call, ChosenNode &chosen, const CuKernelNodeParams &twin,
                          size_t next, bool &keepsTwin);
  CuResult set(const ChosenNode &chosen, const CuKernelNodeParams &parameters);
  bool restore(const NodeCall &call, const ChosenNode &chosen);

  Attachment &m_attachment;
  ExecutableGraph &m_graph;
  const CuStream m_stream;
  const std::function<CuResult()> *m_launch = nullptr;
  std::vector<ChosenNode> m_chosen;
  uint32_t m_twins = 0;                   ///< nodes that have the twin now
  CuResult m_failure = CuResult::Success; ///< of the launch with twins
};

} // namespace pstudio::attach
