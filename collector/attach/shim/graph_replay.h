// SPDX-License-Identifier: Apache-2.0
// One replay of an executable graph: chosen kernel nodes run with the twin, once.
#pragma once

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

/// The program's launch of a graph. The callable must outlive this object.
class GraphLaunch {
public:
  template <class Callable>
  explicit GraphLaunch(const Callable &callable)
      : m_callable(&callable),
        m_call([](const void *self) { return (*static_cast<const Callable *>(self))(); }) {}
  CuResult operator()() const { return m_call(m_callable); }

private:
  const void *m_callable;
  CuResult (*m_call)(const void *);
};

/// Nodes get the function and the arguments of the twin before the launch, and the original's after
/// it. The driver takes both for later launches only, so launches that run are not disturbed. If
/// the driver takes the original not back, the executable graph is updated as a whole.
class GraphReplay {
public:
  /// Counts the kernels and determines the chosen nodes. Where none is chosen it takes no lock,
  /// allocates nothing and costs one addition, and one more for each kernel of which a later launch
  /// is chosen; O(kernels) at the first replay after a change of the graph or of a choice, each
  /// 64th time, and outside of --range.
  GraphReplay(Attachment &attachment, ExecutableGraph &graph, CuStream stream);

  /// Executes the program's launch exactly once, by `launch`, and returns the driver's result.
  /// After a failure with twins it is tried once more without.
  CuResult run(const GraphLaunch &launch);

  const std::vector<ChosenNode> &chosen() const { return m_chosen; }

private:
  void countEach();
  void choose(const GraphKernel &nodes, uint64_t first);
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
  const GraphLaunch *m_launch = nullptr;
  std::vector<ChosenNode> m_chosen;
  uint32_t m_twins = 0;                   ///< nodes that have the twin now
  CuResult m_failure = CuResult::Success; ///< of the launch with twins
};

} // namespace pstudio::attach
