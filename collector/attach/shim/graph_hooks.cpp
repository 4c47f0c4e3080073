// SPDX-License-Identifier: Apache-2.0
// Hooks of executable graphs: made, changed, launched, destroyed.
#include <algorithm>
#include <memory>
#include <optional>

#include "collector/attach/shim/graph_replay.h"
#include "collector/attach/shim/graph_update.h"
#include "collector/attach/shim/hooks.h"
#include "collector/attach/shim/launch_note.h"

namespace pstudio::attach {

namespace {

void addExecutable(Attachment &attachment, CuGraphExec handle, CuGraph graph, uint64_t flags) {
  auto executable = std::make_unique<ExecutableGraph>();
  executable->handle = handle;
  bool hasConditional = false;
  {
    const CaptureGuard guard(attachment.driver);
    GraphContents contents = contentsOf(attachment, graph);
    executable->nodes = std::move(contents.nodes);
    executable->structure = std::move(contents.structure);
    hasConditional = contents.hasConditional;
  }
  executable->order();
  if ((flags & kCuGraphInstantiateDeviceLaunch) != 0)
    executable->reason = "graph.device";
  if (hasConditional && attachment.welcome.mayRecord)
    attachment.notify("graph.conditional", nullptr, 0, {});
  if (!executable->reason.empty() && attachment.welcome.mayRecord)
    attachment.notify(executable->reason, nullptr, 0, {});
  if (attachment.welcome.mayRecord && executable->reason.empty() && !executable->nodes.empty())
    executable->graph = graph;
  attachment.graphs.add(std::move(executable));
}

template <HookId hook, class... Values>
CuResult instantiate(uint64_t flags, CuGraphExec *executable, CuGraph graph, Values... values) {
  const RealFunction<hook> real;
  const CuResult result = real(executable, graph, values...);
  Attachment *attachment = real.isNested() ? nullptr : Attachment::get();
  if (attachment && result == CuResult::Success)
    addExecutable(*attachment, *executable, graph, flags);
  return result;
}

/// A call that changes an executable graph; `change` gets it after a success.
template <HookId hook, class Change, class... Values>
CuResult changeExecutable(const Change &change, CuGraphExec executable, Values... values) {
  const RealFunction<hook> real;
  const CuResult result = real(executable, values...);
  Attachment *attachment = real.isNested() ? nullptr : Attachment::existing();
  if (attachment && result == CuResult::Success)
    if (ExecutableGraph *graph = attachment->graphs.find(executable))
      change(*attachment, *graph);
  return result;
}

template <HookId hook>
CuResult setKernelNode(CuGraphExec executable, CuGraphNode node, const CuKernelNodeParams *given,
                       bool isOld) {
  const auto change = [=](Attachment &attachment, ExecutableGraph &graph) {
    updateNode(attachment, graph, node, *given, isOld);
  };
  return changeExecutable<hook>(change, executable, node, given);
}

void writeRecorded(Attachment &attachment, const LaunchEvent &graph, const ChosenNode &chosen) {
  LaunchEvent event = graph;
  event.id = attachment.launches.fetch_add(1, std::memory_order_relaxed) + 1;
  event.kind = LaunchKind::Kernel;
  event.kernel = chosen.noted.handle.kernel->number;
  event.number = chosen.noted.number;
  event.operation = graph.id;
  event.flags =
      kLaunchRecorded | kLaunchReplayed | std::min(chosen.earlier, 0xffffu) << kLaunchNodeShift;
  attachment.events.add(EventKind::Launch, threadId(), event);
}

/// Writes the kernel nodes with the paths of their capture, if the event files do not have them. A
/// graph without such paths has none.
void describe(Attachment &attachment, ExecutableGraph &graph) {
  if (graph.isDescribed)
    return;
  graph.isDescribed = true;
  std::vector<DescribedNode> nodes;
  bool hasPath = false;
  for (const GraphNode &node : graph.nodes) {
    const Kernel *kernel = node.handle.kernel;
    if (!node.isEnabled || !kernel || !kernel->counters)
      continue;
    nodes.push_back({kernel->number, node.path});
    hasPath = hasPath || node.path != CapturedPaths::kUnknown;
  }
  graph.number = UINT32_MAX;
  if (!hasPath)
    return;
  constexpr size_t kMostDescriptions = 64; // later, earlier ones are described again
  if (graph.described.size() >= kMostDescriptions)
    graph.described.clear();
  const auto [known, isNew] = graph.described.try_emplace(std::move(nodes));
  if (isNew)
    known->second = attachment.describedGraphs.fetch_add(1, std::memory_order_relaxed);
  graph.number = known->second;
  for (const DescribedNode &node : isNew ? known->first : std::vector<DescribedNode>())
    attachment.events.add(EventKind::GraphNode, threadId(),
                          GraphNodeEvent{graph.number, node.kernel, node.path, 0});
}

/// With an event. Nodes of a graph that a capture launches become nodes of the captured graph.
CuResult replayWithEvent(Attachment &attachment, ExecutableGraph *graph, CuStream stream,
                         bool isCaptured, const GraphLaunch &launch) {
  LaunchNote note(attachment, LaunchKind::Graph);
  if (isCaptured)
    note.event.flags = kLaunchCaptured;
  const auto noted = [&] { return note.during(launch); };
  std::optional<GraphReplay> nodes;
  if (graph && !isCaptured) {
    describe(attachment, *graph);
    note.event.kernel = graph->number;
    nodes.emplace(attachment, *graph, stream);
  }
  const CuResult result = nodes ? nodes->run(GraphLaunch(noted)) : noted();
  if (result != CuResult::Success)
    return result;
  note.write();
  if (nodes)
    for (const ChosenNode &chosen : nodes->chosen())
      if (chosen.isRecorded)
        writeRecorded(attachment, note.event, chosen);
  return result;
}

template <HookId hook>
CuResult launchGraph(CuGraphExec executable, CuStream stream, bool isPerThread) {
  const RealFunction<hook> real;
  Attachment *attachment = real.isNested() ? nullptr : Attachment::get();
  if (!attachment)
    return real(executable, stream);
  ExecutableGraph *graph = attachment->graphs.find(executable);
  const CuStream named = isPerThread && !stream ? kCuStreamPerThread : stream;
  const bool isCaptured = isInCapture(*attachment, named);
  const auto launch = [&] { return real(executable, stream); };
  if (attachment->notesLaunches())
    return replayWithEvent(*attachment, graph, named, isCaptured, GraphLaunch(launch));
  if (!graph || isCaptured)
    return launch();
  GraphReplay nodes(*attachment, *graph, named);
  return nodes.chosen().empty() ? launch() : nodes.run(GraphLaunch(launch));
}

} // namespace

extern "C" {

CuResult cuGraphInstantiate(CuGraphExec *executable, CuGraph graph, CuGraphNode *errorNode,
                            char *log, size_t logBytes) {
  return instantiate<HookId::cuGraphInstantiate>(0, executable, graph, errorNode, log, logBytes);
}

CuResult cuGraphInstantiate_v2(CuGraphExec *executable, CuGraph graph, CuGraphNode *errorNode,
                               char *log, size_t logBytes) {
  return instantiate<HookId::cuGraphInstantiate_v2>(0, executable, graph, errorNode, log, logBytes);
}

CuResult cuGraphInstantiateWithFlags(CuGraphExec *executable, CuGraph graph, uint64_t flags) {
  return instantiate<HookId::cuGraphInstantiateWithFlags>(flags, executable, graph, flags);
}

CuResult cuGraphInstantiateWithParams(CuGraphExec *executable, CuGraph graph,
                                      CuGraphInstantiateParams *given) {
  return instantiate<HookId::cuGraphInstantiateWithParams>(given ? given->flags : 0, executable,
                                                           graph, given);
}

CuResult cuGraphInstantiateWithParams_ptsz(CuGraphExec *executable, CuGraph graph,
                                           CuGraphInstantiateParams *given) {
  return instantiate<HookId::cuGraphInstantiateWithParams_ptsz>(given ? given->flags : 0,
                                                                executable, graph, given);
}

CuResult cuGraphExecDestroy(CuGraphExec executable) {
  const RealFunction<HookId::cuGraphExecDestroy> real;
  Attachment *attachment = real.isNested() ? nullptr : Attachment::existing();
  CuGraph graph = attachment ? attachment->graphs.remove(executable) : nullptr;
  const CuResult result = real(executable);
  if (graph && attachment->driver.cuGraphDestroy) {
    const CaptureGuard guard(attachment->driver);
    attachment->driver.cuGraphDestroy(graph);
  }
  return result;
}

CuResult cuGraphDestroy(CuGraph graph) {
  const RealFunction<HookId::cuGraphDestroy> real;
  Attachment *attachment = real.isNested() ? nullptr : Attachment::existing();
  if (attachment)
    attachment->capturedPaths.forget(graph);
  return attachment && attachment->graphs.putOff(graph) ? CuResult::Success : real(graph);
}

CuResult cuGraphDestroyNode(CuGraphNode node) {
  const RealFunction<HookId::cuGraphDestroyNode> real;
  if (Attachment *attachment = real.isNested() ? nullptr : Attachment::existing()) {
    attachment->capturedPaths.forgetNode(node);
    attachment->graphs.forgetNode(node);
  }
  return real(node);
}

CuResult cuGraphExecKernelNodeSetParams(CuGraphExec executable, CuGraphNode node,
                                        const CuKernelNodeParams *given) {
  return setKernelNode<HookId::cuGraphExecKernelNodeSetParams>(executable, node, given, true);
}

CuResult cuGraphExecKernelNodeSetParams_v2(CuGraphExec executable, CuGraphNode node,
                                           const CuKernelNodeParams *given) {
  return setKernelNode<HookId::cuGraphExecKernelNodeSetParams_v2>(executable, node, given, false);
}

CuResult cuGraphExecNodeSetParams(CuGraphExec executable, CuGraphNode node, void *given) {
  const auto change = [=](Attachment &attachment, ExecutableGraph &graph) {
    const auto *parameters = static_cast<const CuGraphNodeParams *>(given);
    if (parameters->type == kCuGraphNodeKernel)
      updateNode(attachment, graph, node, parameters->kernel, false);
    else if (parameters->type == kCuGraphNodeGraph) // its parameters begin with the graph
      updateChild(attachment, graph, node, parameters->kernel.function);
    else
      graph.isChanged = true;
  };
  return changeExecutable<HookId::cuGraphExecNodeSetParams>(change, executable, node, given);
}

CuResult cuGraphExecChildGraphNodeSetParams(CuGraphExec executable, CuGraphNode node,
                                            CuGraph child) {
  const auto change = [=](Attachment &attachment, ExecutableGraph &graph) {
    updateChild(attachment, graph, node, child);
  };
  return changeExecutable<HookId::cuGraphExecChildGraphNodeSetParams>(change, executable, node,
                                                                      child);
}

CuResult cuGraphExecUpdate(CuGraphExec executable, CuGraph graph, CuGraphNode *errorNode,
                           int *updateResult) {
  const auto change = [=](Attachment &attachment, ExecutableGraph &changed) {
    updateGraph(attachment, changed, graph);
  };
  return changeExecutable<HookId::cuGraphExecUpdate>(change, executable, graph, errorNode,
                                                     updateResult);
}

CuResult cuGraphExecUpdate_v2(CuGraphExec executable, CuGraph graph, CuGraphUpdateInfo *info) {
  const auto change = [=](Attachment &attachment, ExecutableGraph &changed) {
    updateGraph(attachment, changed, graph);
  };
  return changeExecutable<HookId::cuGraphExecUpdate_v2>(change, executable, graph, info);
}

CuResult cuGraphNodeSetEnabled(CuGraphExec executable, CuGraphNode node, unsigned isEnabled) {
  const auto change = [=](Attachment &, ExecutableGraph &graph) {
    graph.isChanged = true;
    if (GraphNode *found = graph.find(node)) {
      found->isEnabled = isEnabled != 0;
      graph.order();
    }
  };
  return changeExecutable<HookId::cuGraphNodeSetEnabled>(change, executable, node, isEnabled);
}

CuResult cuGraphLaunch(CuGraphExec executable, CuStream stream) {
  return launchGraph<HookId::cuGraphLaunch>(executable, stream, false);
}

CuResult cuGraphLaunch_ptsz(CuGraphExec executable, CuStream stream) {
  return launchGraph<HookId::cuGraphLaunch_ptsz>(executable, stream, true);
}
}

} // namespace pstudio::attach
