// SPDX-License-Identifier: Apache-2.0
// The graphs of the program that can be launched, and the graphs that they were made of.
#pragma once

#include <memory>
#include <shared_mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "collector/attach/shim/graph_nodes.h"

namespace pstudio::attach {

/// The nodes of one kernel in an executable graph.
struct GraphKernel {
  Kernel *kernel = nullptr;    ///< null: unknown
  std::vector<uint32_t> nodes; ///< enabled ones, indices into ExecutableGraph::nodes
};

/// As the driver, it must not be changed by one thread while another one uses it.
struct ExecutableGraph {
  CuGraphExec handle = nullptr;
  CuGraph graph = nullptr; ///< null: its nodes may be gone
  std::vector<GraphNode> nodes;
  std::vector<GraphKernel> kernels;
  std::string_view
      reason; ///< why no node can be recorded: a code of report_codes.h; empty: some can
  bool isChanged = false; ///< by the program: it is not what `graph` says

  /// Determines `kernels` again. O(nodes).
  void order();
  GraphNode *find(CuGraphNode node);
};

/// The driver destroys a graph that the program has destroyed only after the last executable graph
/// that was made of it, since nodes are named by their handles in that graph. [thread: any]
class GraphTable {
public:
  /// Null for one that is not known.
  ExecutableGraph *find(CuGraphExec handle) const;
  void add(std::unique_ptr<ExecutableGraph> executable);
  /// The program is about to destroy it. \return a graph to destroy after that; null: none
  CuGraph remove(CuGraphExec handle);
  /// True if the destruction of a graph is put off.
  bool putOff(CuGraph graph);
  /// The program is about to destroy a node.
  void forgetNode(CuGraphNode node);

private:
  struct Origin {
    uint32_t executables = 0;
    bool isDestroyed = false; ///< by the program
  };

  CuGraph release(const ExecutableGraph &executable);

  mutable std::shared_mutex m_mutex;
  std::unordered_map<CuGraphExec, std::unique_ptr<ExecutableGraph>> m_executables;
  std::unordered_map<CuGraph, Origin> m_origins;
};

} // namespace pstudio::attach
