// SPDX-License-Identifier: Apache-2.0
// Hooks of the functions that make nodes of graphs: each kernel node keeps the path of its origin.
#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/hooks.h"
#include "collector/attach/shim/host_path.h"

namespace pstudio::attach {

namespace {

/// Null where paths of nodes are not needed.
Attachment *attachmentForPaths(bool isNested) {
  Attachment *attachment = isNested ? nullptr : Attachment::get();
  const bool isWanted = attachment && attachment->notesLaunches() &&
                        attachment->welcome.settings.callPath != CallPath::None;
  return isWanted ? attachment : nullptr;
}

/// Nodes of other types have a path that is never read.
template <HookId hook, class... Values>
CuResult addNode(CuGraphNode *node, CuGraph graph, Values... values) {
  const RealFunction<hook> real;
  const CuResult result = real(node, graph, values...);
  Attachment *attachment =
      result == CuResult::Success ? attachmentForPaths(real.isNested()) : nullptr;
  if (attachment)
    attachment->capturedPaths.add(graph, *node, HostPath::current(*attachment));
  return result;
}

} // namespace

extern "C" {

CuResult cuGraphAddKernelNode(CuGraphNode *node, CuGraph graph, const CuGraphNode *dependencies,
                              size_t count, const CuKernelNodeParams *given) {
  return addNode<HookId::cuGraphAddKernelNode>(node, graph, dependencies, count, given);
}

CuResult cuGraphAddKernelNode_v2(CuGraphNode *node, CuGraph graph, const CuGraphNode *dependencies,
                                 size_t count, const CuKernelNodeParams *given) {
  return addNode<HookId::cuGraphAddKernelNode_v2>(node, graph, dependencies, count, given);
}

CuResult cuGraphAddNode(CuGraphNode *node, CuGraph graph, const CuGraphNode *dependencies,
                        size_t count, void *given) {
  return addNode<HookId::cuGraphAddNode>(node, graph, dependencies, count, given);
}

CuResult cuGraphAddNode_v2(CuGraphNode *node, CuGraph graph, const CuGraphNode *dependencies,
                           const CuGraphEdgeData *edges, size_t count, void *given) {
  return addNode<HookId::cuGraphAddNode_v2>(node, graph, dependencies, edges, count, given);
}

// The driver clones the child graph.
CuResult cuGraphAddChildGraphNode(CuGraphNode *node, CuGraph graph, const CuGraphNode *dependencies,
                                  size_t count, CuGraph child) {
  const RealFunction<HookId::cuGraphAddChildGraphNode> real;
  const CuResult result = real(node, graph, dependencies, count, child);
  Attachment *attachment =
      result == CuResult::Success ? attachmentForPaths(real.isNested()) : nullptr;
  if (!attachment)
    return result;
  const DriverApi &driver = attachment->driver;
  const CaptureGuard guard(driver);
  CuGraph clone = nullptr;
  if (driver.cuGraphChildGraphNodeGetGraph &&
      driver.cuGraphChildGraphNodeGetGraph(*node, &clone) == CuResult::Success)
    attachment->capturedPaths.addClone(driver, child, clone, graph);
  return result;
}

CuResult cuGraphClone(CuGraph *clone, CuGraph graph) {
  const RealFunction<HookId::cuGraphClone> real;
  const CuResult result = real(clone, graph);
  Attachment *attachment =
      result == CuResult::Success ? attachmentForPaths(real.isNested()) : nullptr;
  if (!attachment)
    return result;
  const CaptureGuard guard(attachment->driver);
  attachment->capturedPaths.addClone(attachment->driver, graph, *clone, *clone);
  return result;
}
}

} // namespace pstudio::attach
