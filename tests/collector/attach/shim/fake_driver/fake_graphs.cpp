// SPDX-License-Identifier: Apache-2.0
// The fake driver's graphs, their nodes, and what is made of them.
#include "tests/collector/attach/shim/fake_driver/fake_graphs.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "tests/collector/attach/shim/fake_driver/fake_state.h"

using namespace pstudio;
using namespace pstudio::test;

namespace pstudio::test {

namespace {

struct FakeGraphs {
  std::list<FakeGraph> graphs;
  std::list<FakeExec> executables;
};

FakeGraphs &fakeGraphs() {
  static auto *s_graphs = new FakeGraphs;
  return *s_graphs;
}

FakeNodeParameters copied(const CuKernelNodeParams &given) {
  FakeNodeParameters copy{given, {}, {}};
  const auto *entry =
      static_cast<const FakeEntry *>(given.function ? given.function : given.kernel);
  copy.arguments.resize(static_cast<size_t>(entry->text.value("parameters", 2)));
  for (size_t i = 0; i < copy.arguments.size(); ++i)
    if (given.parameters)
      std::memcpy(&copy.arguments[i], given.parameters[i], 8);
    else
      std::memcpy(&copy.arguments[i], static_cast<const char *>(given.extra[1]) + 8 * i, 8);
  for (uint64_t &argument : copy.arguments)
    copy.pointers.push_back(&argument);
  copy.given.parameters = copy.pointers.data();
  copy.given.extra = nullptr;
  return copy;
}

/// With pointers to its own arguments.
void assign(FakeNodeParameters &to, const FakeNodeParameters &from) {
  to = copied(from.given);
}

FakeNode &addedNode(FakeGraph &graph, int type) {
  FakeNode &node = graph.nodes.emplace_back();
  node.type = type;
  return node;
}

void addKernels(const FakeGraph &graph, FakeExec &executable) {
  for (const FakeNode &node : graph.nodes)
    if (node.type == kCuGraphNodeGraph) {
      addKernels(*node.child, executable);
    } else if (node.type == kCuGraphNodeKernel) {
      FakeExecNode &added = executable.nodes.emplace_back();
      added.node = &node;
      assign(added.kernel, node.kernel);
    }
}

/// "nodes=0": nodes do not take the kernel. "nodes=-1": executable graphs are not updated with it.
int nodesOf(const CuKernelNodeParams &given) {
  return static_cast<const FakeEntry *>(given.function ? given.function : given.kernel)
      ->text.value("nodes", 1);
}

FakeExecNode *find(void *executable, void *node) {
  auto *graph = static_cast<FakeExec *>(executable);
  if (graph->graph->isDestroyed)
    fakeDriver().offences.push_back("a node of a destroyed graph");
  for (FakeExecNode &known : graph->nodes)
    if (known.node == node)
      return &known;
  return nullptr;
}

} // namespace

void captureNode(FakeGraph *&graph, void *function, const std::array<uint32_t, 7> &extents,
                 void **parameters, void **extra) {
  if (!graph)
    graph = &fakeGraphs().graphs.emplace_back();
  CuKernelNodeParams given{function,
                           {extents[0], extents[1], extents[2]},
                           {extents[3], extents[4], extents[5]},
                           extents[6],
                           parameters,
                           extra,
                           nullptr,
                           nullptr};
  addedNode(*graph, kCuGraphNodeKernel).kernel = copied(given);
}

} // namespace pstudio::test

FAKE_EXPORT CuResult cuGraphCreate(void **graph, unsigned) {
  const std::lock_guard lock(fakeDriver().mutex);
  *graph = &fakeGraphs().graphs.emplace_back();
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuGraphAddKernelNode_v2(void **node, void *graph, const void *const *, size_t,
                                             const CuKernelNodeParams *given) {
  const std::lock_guard lock(fakeDriver().mutex);
  FakeNode &added = addedNode(*static_cast<FakeGraph *>(graph), kCuGraphNodeKernel);
  added.kernel = copied(*given);
  *node = &added;
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuGraphAddChildGraphNode(void **node, void *graph, const void *const *, size_t,
                                              void *child) {
  const std::lock_guard lock(fakeDriver().mutex);
  FakeNode &added = addedNode(*static_cast<FakeGraph *>(graph), kCuGraphNodeGraph);
  added.child = &fakeGraphs().graphs.emplace_back();
  for (const FakeNode &of : static_cast<FakeGraph *>(child)->nodes)
    assign(addedNode(*added.child, of.type).kernel, of.kernel);
  *node = &added;
  return kCuSuccess;
}
/// In the place of cuGraphAddNode with a conditional node, whose body is empty.
FAKE_EXPORT CuResult fakeAddConditional(void *graph) {
  addedNode(*static_cast<FakeGraph *>(graph), kCuGraphNodeConditional);
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuGraphGetNodes(void *graph, void **nodes, size_t *count) {
  const std::lock_guard lock(fakeDriver().mutex);
  auto &known = static_cast<FakeGraph *>(graph)->nodes;
  size_t written = 0;
  for (FakeNode &node : known)
    if (nodes && written < *count)
      nodes[written++] = &node;
  *count = nodes ? written : known.size();
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuGraphNodeGetType(void *node, int *type) {
  *type = static_cast<FakeNode *>(node)->type;
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuGraphChildGraphNodeGetGraph(void *node, void **graph) {
  *graph = static_cast<FakeNode *>(node)->child;
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuGraphKernelNodeGetParams_v2(void *node, CuKernelNodeParams *given) {
  *given = static_cast<FakeNode *>(node)->kernel.given;
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuGraphKernelNodeGetAttribute(void *, int, void *value) {
  std::memset(value, 0, sizeof CuLaunchAttribute::value);
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuGraphInstantiateWithFlags(void **executable, void *graph, uint64_t) {
  FakeDriver &driver = fakeDriver();
  const std::lock_guard lock(driver.mutex);
  FakeExec &made = fakeGraphs().executables.emplace_back();
  made.graph = static_cast<FakeGraph *>(graph);
  addKernels(*made.graph, made);
  *executable = &made;
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuGraphInstantiate_v2(void **executable, void *graph, void **, char *,
                                           size_t) {
  return cuGraphInstantiateWithFlags(executable, graph, 0);
}
FAKE_EXPORT CuResult cuGraphExecKernelNodeSetParams_v2(void *executable, void *node,
                                                       const CuKernelNodeParams *given) {
  const std::lock_guard lock(fakeDriver().mutex);
  FakeExecNode *found = find(executable, node);
  if (!found || nodesOf(*given) < 1)
    return kInvalidValue;
  found->kernel = copied(*given);
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuGraphExecUpdate_v2(void *executable, void *graph, CuGraphUpdateInfo *) {
  const std::lock_guard lock(fakeDriver().mutex);
  auto *changed = static_cast<FakeExec *>(executable);
  FakeExec made;
  addKernels(*static_cast<FakeGraph *>(graph), made);
  if (made.nodes.size() != changed->nodes.size())
    return kInvalidValue;
  for (const FakeExecNode &node : made.nodes)
    if (nodesOf(node.kernel.given) < 0)
      return kInvalidValue;
  for (size_t i = 0; i < made.nodes.size(); ++i)
    assign(changed->nodes[i].kernel, made.nodes[i].kernel);
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuGraphNodeSetEnabled(void *executable, void *node, unsigned isEnabled) {
  const std::lock_guard lock(fakeDriver().mutex);
  FakeExecNode *found = find(executable, node);
  if (found)
    found->isEnabled = isEnabled != 0;
  return found ? kCuSuccess : kInvalidValue;
}
FAKE_EXPORT CuResult cuGraphExecDestroy(void *executable) {
  const std::lock_guard lock(fakeDriver().mutex);
  fakeGraphs().executables.remove_if([=](const FakeExec &known) { return &known == executable; });
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuGraphDestroy(void *graph) {
  const std::lock_guard lock(fakeDriver().mutex);
  bool &isDestroyed = static_cast<FakeGraph *>(graph)->isDestroyed;
  if (isDestroyed)
    fakeDriver().offences.push_back("a graph that is destroyed twice");
  isDestroyed = true;
  return kCuSuccess;
}
/// Graphs that the program or the library has not destroyed; children go with theirs.
FAKE_EXPORT int fakeGraphCount() {
  const std::lock_guard lock(fakeDriver().mutex);
  const auto &graphs = fakeGraphs().graphs;
  return static_cast<int>(std::count_if(graphs.begin(), graphs.end(),
                                        [](const FakeGraph &graph) { return !graph.isDestroyed; }));
}
/// Nodes run in their order.
FAKE_EXPORT CuResult fakeLaunchGraph(void *executable, void *stream) {
  for (const bool isStart : {false, true})
    for (FakeExecNode &node : static_cast<FakeExec *>(executable)->nodes)
      if (node.isEnabled)
        if (const CuResult result = runNode(node.kernel, stream, isStart); result != kCuSuccess)
          return result;
  return kCuSuccess;
}
