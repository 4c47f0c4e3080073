// SPDX-License-Identifier: Apache-2.0
// Copies of the kernel nodes of a graph, as they were when it was made executable.
#pragma once

#include <string_view>
#include <vector>

#include "collector/attach/shim/captured_paths.h"
#include "collector/attach/shim/driver_api.h"
#include "collector/attach/shim/graph_structure.h"
#include "collector/attach/shim/kernel_table.h"
#include "collector/attach/shim/launch_call.h"

namespace pstudio::attach {

class Attachment;

/// Arguments of a kernel node, in memory of their own.
struct NodeArguments {
  std::vector<char> bytes;     ///< at the offsets of the kernel's parameters
  std::vector<size_t> offsets; ///< of each parameter; empty with `isBuffer`
  bool isBuffer = false;       ///< given as one buffer, in the list `extra`
};

/// A kernel node of an executable graph.
struct GraphNode {
  CuGraphNode node = nullptr; ///< of the graph that was made executable
  KernelHandle handle;
  CuKernelNodeParams given; ///< without its pointers to arguments
  NodeArguments arguments;
  std::vector<CuLaunchAttribute> attributes; ///< cluster and cooperative, where the node has them
  bool isEnabled = true;
  uint32_t path = CapturedPaths::kUnknown; ///< of the program, where the node was made
  std::string_view reason; ///< why it cannot be recorded: a code of report_codes.h; empty: it can

  CuFunction function() const { return given.function ? given.function : given.kernel; }
};

/// The parts of a graph.
struct GraphContents {
  std::vector<GraphNode> nodes; ///< of kernels, also of child graphs, in the driver's order
  GraphStructure structure;
  bool hasConditional = false; ///< there are kernels that are not nodes of the graph
};

/// Needs a CaptureGuard. O(nodes) calls of the driver.
GraphContents contentsOf(Attachment &attachment, CuGraph graph);

/// The program has set other parameters. The structure ends before `kernel` if `isOld`. Needs a
/// CaptureGuard.
void changeNode(Attachment &attachment, GraphNode &node, const CuKernelNodeParams &given,
                bool isOld);

/// The program's update gave `node` all that `given` has, a node of another graph.
void replaceNode(GraphNode &node, GraphNode &&given);

/// A node as the launch that it stands for, with lists that the driver reads.
class NodeCall {
public:
  /// `node` must outlive this object and stay as it is.
  NodeCall(const GraphNode &node, CuStream stream);
  NodeCall(const NodeCall &) = delete;
  NodeCall &operator=(const NodeCall &) = delete;

  LaunchCall call;

  /// The parameters that the driver gets for the node: the original's, or those of another
  /// function.
  CuKernelNodeParams original() const { return withArguments(call.parameters, call.extra); }
  CuKernelNodeParams of(CuFunction function, void **parameters, void **extra) const;

private:
  CuKernelNodeParams withArguments(void **parameters, void **extra) const;

  const GraphNode &m_node;
  std::vector<char> m_bytes;
  size_t m_byteCount = 0;
  std::vector<void *> m_pointers;
  void *m_keys[5] = {};
  std::vector<CuLaunchAttribute> m_attributes;
  CuLaunchConfig m_config;
};

} // namespace pstudio::attach
