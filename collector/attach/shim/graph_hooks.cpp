// SPDX-License-Identifier: Apache-2.0
// Hooks of executable graphs: made, changed, launched, destroyed.
#include <algorithm>
#include <memory>
#include <optional>

#include "collector/attach/shim/graph_replay.h"
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
    graph.isChanged = true;
    GraphNode *found = graph.find(node);
    if (!found)
      return;
    const CaptureGuard guard(attachment.driver);
    changeNode(attachment, *found, *given, isOld);
    graph.order();
  };
  return changeExecutable<hook>(change, executable, node, given);
}

void loseNodes(ExecutableGraph &graph) {
  graph.isChanged = true;
  graph.reason = "graph.updated";
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

/// Nodes of a graph that a capture launches become nodes of the captured graph.
CuResult replay(Attachment &attachment, ExecutableGraph *graph, CuStream stream, bool isCaptured,
                const std::function<CuResult()> &launch) {
  std::optional<LaunchNote> note;
  if (attachment.notesLaunches())
    note.emplace(attachment, LaunchKind::Graph);
  if (note && isCaptured)
    note->event.flags = kLaunchCaptured;
  const std::function<CuResult()> noted = [&] { return note ? note->during(launch) : launch(); };
  std::optional<GraphReplay> nodes;
  if (graph && !isCaptured)
    nodes.emplace(attachment, *graph, stream);
  const CuResult result = nodes ? nodes->run(noted) : noted();
  if (!note || result != CuResult::Success)
    return result;
  note->write();
  if (nodes)
    for (const ChosenNode &chosen : nodes->chosen())
      if (chosen.isRecorded)
        writeRecorded(attachment, note->event, chosen);
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
  return replay(*attachment, graph, named, isInCapture(*attachment, named),
                [&] { return real(executable, stream); });
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
  return attachment && attachment->graphs.putOff(graph) ? CuResult::Success : real(graph);
}

CuResult cuGraphDestroyNode(CuGraphNode node) {
  const RealFunction<HookId::cuGraphDestroyNode> real;
  if (Attachment *attachment = real.isNested() ? nullptr : Attachment::existing())
    attachment->graphs.forgetNode(node);
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
  const auto change = [node](Attachment &, ExecutableGraph &graph) {
    graph.isChanged = true;
    if (GraphNode *found = graph.find(node))
      found->reason = "graph.updated";
  };
  return changeExecutable<HookId::cuGraphExecNodeSetParams>(change, executable, node, given);
}

CuResult cuGraphExecChildGraphNodeSetParams(CuGraphExec executable, CuGraphNode node,
                                            CuGraph child) {
  return changeExecutable<HookId::cuGraphExecChildGraphNodeSetParams>(
      [](Attachment &, ExecutableGraph &graph) { loseNodes(graph); }, executable, node, child);
}

CuResult cuGraphExecUpdate(CuGraphExec executable, CuGraph graph, CuGraphNode *errorNode,
                           int *updateResult) {
  return changeExecutable<HookId::cuGraphExecUpdate>(
      [](Attachment &, ExecutableGraph &changed) { loseNodes(changed); }, executable, graph,
      errorNode, updateResult);
}

CuResult cuGraphExecUpdate_v2(CuGraphExec executable, CuGraph graph, CuGraphUpdateInfo *info) {
  return changeExecutable<HookId::cuGraphExecUpdate_v2>(
      [](Attachment &, ExecutableGraph &changed) { loseNodes(changed); }, executable, graph, info);
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
