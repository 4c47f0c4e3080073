// SPDX-License-Identifier: Apache-2.0
// Updates of executable graphs by the program: each node gets its new kernel, arguments and path.
#pragma once

#include "collector/attach/shim/graph_table.h"

namespace pstudio::attach {

// Each function is called after the driver has made the change, in the thread that made it. Where
// the pairs of nodes are unknown, ExecutableGraph::reason is "graph.updated" until a later update
// as a whole whose pairs are known.

/// With the nodes of `given`, as cuGraphExecUpdate does. O(nodes) calls of the driver.
void updateGraph(Attachment &attachment, ExecutableGraph &graph, CuGraph given);
/// The child graph of `node` with the nodes of `given`.
void updateChild(Attachment &attachment, ExecutableGraph &graph, CuGraphNode node, CuGraph given);
/// One kernel node. The structure ends before `kernel` if `isOld`.
void updateNode(Attachment &attachment, ExecutableGraph &graph, CuGraphNode node,
                const CuKernelNodeParams &given, bool isOld);

} // namespace pstudio::attach
