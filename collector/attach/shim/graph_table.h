// SPDX-License-Identifier: Apache-2.0
// The graphs of the program that can be launched, and the graphs that they were made of.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "collector/attach/shim/graph_nodes.h"
#include "collector/attach/shim/handle_map.h"
#include "collector/attach/shim/quiet_replays.h"

namespace pstudio::attach {

/// The nodes of one kernel in an executable graph.
struct GraphKernel {
  Kernel *kernel = nullptr;    ///< null: unknown
  std::vector<uint32_t> nodes; ///< enabled ones, indices into ExecutableGraph::nodes
};

/// A kernel node of a replay, for the trace.
struct DescribedNode {
  uint32_t kernel = 0; ///< Kernel::number
  uint32_t path = 0;   ///< GraphNode::path
  auto operator<=>(const DescribedNode &) const = default;
};

/// As the driver, it must not be changed by one thread while another one uses it.
struct ExecutableGraph {
  CuGraphExec handle = nullptr;
  CuGraph graph = nullptr;  ///< null: its nodes may be gone
  GraphStructure structure; ///< of the graph that was made executable, at that time
  std::vector<GraphNode> nodes;
  std::vector<GraphKernel> kernels;
  std::string_view
      reason; ///< why no node can be recorded: a code of report_codes.h; empty: some can
  std::string_view problem; ///< of `reason`, in words
  bool isChanged = false;   ///< by the program: it is not what `graph` says
  QuietReplays quiet;

  // Of its nodes in the event files:
  uint32_t number = UINT32_MAX; ///< GraphNodeEvent::graph; UINT32_MAX: none
  bool isDescribed = false;     ///< `number` is that of the nodes as they are
  /// The latest that the event files have, with their numbers: an update may bring former nodes
  /// back.
  std::map<std::vector<DescribedNode>, uint32_t> described;

  /// Determines `kernels` again. O(nodes).
  void order();
  GraphNode *find(CuGraphNode node);
};

/// The driver destroys a graph that the program has destroyed only after the last executable graph
/// that was made of it, since nodes are named by their handles in that graph. [thread: any]
class GraphTable {
public:
  /// Null for one that is not known. Takes no lock, but with more than 3000 executable graphs.
  ExecutableGraph *find(CuGraphExec handle) const;
  void add(std::unique_ptr<ExecutableGraph> executable);
  /// The program is about to destroy it. \return a graph to destroy after that; null: none
  CuGraph remove(CuGraphExec handle);
  /// True if the destruction of a graph is put off.
  bool putOff(CuGraph graph);
  /// The program is about to destroy a node.
  void forgetNode(CuGraphNode node);
  /// Adds replays to the counters that do not contain them yet. O(graphs)
  void countReplays();

private:
  struct Origin {
    uint32_t executables = 0;
    bool isDestroyed = false; ///< by the program
  };

  CuGraph release(const ExecutableGraph &executable);

  mutable std::shared_mutex m_mutex;
  std::unordered_map<CuGraphExec, std::unique_ptr<ExecutableGraph>> m_executables;
  GraphHandleMap m_byHandle;                ///< of m_executables, for find()
  std::atomic<bool> m_isIncomplete = false; ///< m_byHandle lacks some
  std::unordered_map<CuGraph, Origin> m_origins;
};

} // namespace pstudio::attach
