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

void depend(FakeNode &node, const void *const *dependencies, size_t count) {
  for (size_t i = 0; i < count; ++i)
    node.dependencies.push_back(static_cast<FakeNode *>(const_cast<void *>(dependencies[i])));
}

FakeGraph *cloned(const FakeGraph &graph) {
  FakeGraph &clone = fakeGraphs().graphs.emplace_back();
  clone.isDestroyed = true; // until a program gets it
  std::map<const FakeNode *, FakeNode *> clones;
  for (const FakeNode &node : graph.nodes) {
    FakeNode &copy = addedNode(clone, node.type);
    copy.origin = &node;
    clones[&node] = &copy;
    if (node.type == kCuGraphNodeKernel)
      assign(copy.kernel, node.kernel);
    if (node.child)
      copy.child = cloned(*node.child);
  }
  for (const FakeNode &node : graph.nodes)
    for (FakeNode *dependency : node.dependencies)
      clones[&node]->dependencies.push_back(clones[dependency]);
  return &clone;
}

/// The nodes on which no other one depends.
std::vector<const FakeNode *> exitNodes(const FakeGraph &graph) {
  std::vector<const FakeNode *> exits;
  for (const FakeNode &node : graph.nodes)
    if (std::none_of(graph.nodes.begin(), graph.nodes.end(), [&node](const FakeNode &other) {
          return std::count(other.dependencies.begin(), other.dependencies.end(), &node) > 0;
        }))
      exits.push_back(&node);
  return exits;
}

/// Which node of the updating graph each node of the executable one gets its parameters from: exit
/// nodes in their order, then along the edges in their order.
using FakePairs = std::map<const FakeNode *, const FakeNode *>;

bool pairGraphs(const FakeGraph &known, const FakeGraph &given, FakePairs &pairs);

bool pairUp(const FakeNode &known, const FakeNode &given, FakePairs &pairs) {
  const auto [pair, isNew] = pairs.try_emplace(&known, &given);
  if (!isNew)
    return pair->second == &given;
  if (known.type != given.type || known.dependencies.size() != given.dependencies.size())
    return false;
  for (size_t i = 0; i < known.dependencies.size(); ++i)
    if (!pairUp(*known.dependencies[i], *given.dependencies[i], pairs))
      return false;
  return !known.child || pairGraphs(*known.child, *given.child, pairs);
}

bool pairGraphs(const FakeGraph &known, const FakeGraph &given, FakePairs &pairs) {
  const auto exits = exitNodes(known), others = exitNodes(given);
  if (known.nodes.size() != given.nodes.size() || exits.size() != others.size())
    return false;
  for (size_t i = 0; i < exits.size(); ++i)
    if (!pairUp(*exits[i], *others[i], pairs))
      return false;
  return true;
}

/// \param shape  a clone
void addKernels(const FakeGraph &shape, FakeExec &executable) {
  for (const FakeNode &node : shape.nodes)
    if (node.type == kCuGraphNodeGraph) {
      addKernels(*node.child, executable);
    } else if (node.type == kCuGraphNodeKernel) {
      FakeExecNode &added = executable.nodes.emplace_back();
      added.node = node.origin;
      assign(added.kernel, node.kernel);
    }
}

/// "nodes=0": nodes do not take the kernel. "nodes=-1": executable graphs are not updated with it.
int nodesOf(const CuKernelNodeParams &given) {
  return static_cast<const FakeEntry *>(given.function ? given.function : given.kernel)
      ->text.value("nodes", 1);
}

/// All or nothing.
CuResult update(FakeExec &executable, const FakeGraph &known, const FakeGraph &given) {
  FakePairs pairs;
  if (!pairGraphs(known, given, pairs))
    return kUpdateFailure;
  for (const auto &[to, from] : pairs)
    if (from->type == kCuGraphNodeKernel && nodesOf(from->kernel.given) < 0)
      return kUpdateFailure;
  for (FakeExecNode &node : executable.nodes)
    for (const auto &[to, from] : pairs)
      if (to->origin == node.node)
        assign(node.kernel, from->kernel);
  return kCuSuccess;
}

const FakeNode *findClone(const FakeGraph &shape, const void *origin) {
  for (const FakeNode &node : shape.nodes) {
    if (node.origin == origin)
      return &node;
    if (const FakeNode *found = node.child ? findClone(*node.child, origin) : nullptr)
      return found;
  }
  return nullptr;
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

void captureNode(FakeCapture &capture, void *function, const std::array<uint32_t, 7> &extents,
                 void **parameters, void **extra) {
  if (!capture.graph)
    capture.graph = &fakeGraphs().graphs.emplace_back();
  CuKernelNodeParams given{function,
                           {extents[0], extents[1], extents[2]},
                           {extents[3], extents[4], extents[5]},
                           extents[6],
                           parameters,
                           extra,
                           nullptr,
                           nullptr};
  FakeNode &added = addedNode(*capture.graph, kCuGraphNodeKernel);
  added.kernel = copied(given);
  if (capture.last)
    depend(added, &capture.last, 1);
  capture.last = &added;
}

} // namespace pstudio::test

FAKE_EXPORT CuResult cuGraphCreate(void **graph, unsigned) {
  const std::lock_guard lock(fakeDriver().mutex);
  *graph = &fakeGraphs().graphs.emplace_back();
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuGraphAddKernelNode_v2(void **node, void *graph, void *const *dependencies,
                                             size_t count, const CuKernelNodeParams *given) {
  const std::lock_guard lock(fakeDriver().mutex);
  FakeNode &added = addedNode(*static_cast<FakeGraph *>(graph), kCuGraphNodeKernel);
  added.kernel = copied(*given);
  depend(added, dependencies, count);
  *node = &added;
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuGraphAddChildGraphNode(void **node, void *graph, void *const *dependencies,
                                              size_t count, void *child) {
  const std::lock_guard lock(fakeDriver().mutex);
  FakeNode &added = addedNode(*static_cast<FakeGraph *>(graph), kCuGraphNodeGraph);
  added.child = cloned(*static_cast<FakeGraph *>(child));
  depend(added, dependencies, count);
  *node = &added;
  return kCuSuccess;
}
/// In the place of cuGraphAddDependencies for one edge.
FAKE_EXPORT CuResult fakeAddEdge(void *from, void *to) {
  const std::lock_guard lock(fakeDriver().mutex);
  depend(*static_cast<FakeNode *>(to), &from, 1);
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuGraphClone(void **clone, void *graph) {
  const std::lock_guard lock(fakeDriver().mutex);
  FakeGraph *made = cloned(*static_cast<FakeGraph *>(graph));
  made->isDestroyed = false;
  *clone = made;
  return kCuSuccess;
}
FAKE_EXPORT CuResult cuGraphNodeFindInClone(void **node, void *original, void *clone) {
  const std::lock_guard lock(fakeDriver().mutex);
  for (FakeNode &known : static_cast<FakeGraph *>(clone)->nodes)
    if (known.origin == original) {
      *node = &known;
      return kCuSuccess;
    }
  return kInvalidValue;
}
FAKE_EXPORT CuResult cuGraphNodeGetDependencies_v2(void *node, void **dependencies,
                                                   CuGraphEdgeData *, size_t *count) {
  const std::lock_guard lock(fakeDriver().mutex);
  const auto &known = static_cast<FakeNode *>(node)->dependencies;
  if (dependencies)
    std::copy_n(known.begin(), std::min(*count, known.size()), dependencies);
  *count = known.size();
  return kCuSuccess;
}
/// The dependencies of the next node of a capture.
FAKE_EXPORT CuResult cuStreamGetCaptureInfo_v3(void *handle, int *status, uint64_t *id,
                                               void **graph, void *const **dependencies,
                                               const CuGraphEdgeData **edges, size_t *count) {
  const std::lock_guard lock(fakeDriver().mutex);
  FakeStream &stream = fakeDriver().stream(handle);
  *status = stream.isCapturing ? 1 : 0;
  *id = 1;
  *graph = stream.captured.graph;
  *dependencies = &stream.captured.last;
  *edges = nullptr;
  *count = stream.captured.last ? 1 : 0;
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
  made.shape = cloned(*made.graph);
  addKernels(*made.shape, made);
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
FAKE_EXPORT CuResult cuGraphExecNodeSetParams(void *executable, void *node, void *given) {
  const auto &parameters = *static_cast<const CuGraphNodeParams *>(given);
  return parameters.type == kCuGraphNodeKernel
             ? cuGraphExecKernelNodeSetParams_v2(executable, node, &parameters.kernel)
             : kInvalidValue;
}
FAKE_EXPORT CuResult cuGraphExecChildGraphNodeSetParams(void *executable, void *node, void *child) {
  const std::lock_guard lock(fakeDriver().mutex);
  auto &changed = *static_cast<FakeExec *>(executable);
  const FakeNode *known = findClone(*changed.shape, node);
  return known && known->child ? update(changed, *known->child, *static_cast<FakeGraph *>(child))
                               : kInvalidValue;
}
FAKE_EXPORT CuResult cuGraphExecUpdate_v2(void *executable, void *graph, CuGraphUpdateInfo *info) {
  const std::lock_guard lock(fakeDriver().mutex);
  auto &changed = *static_cast<FakeExec *>(executable);
  const CuResult result = update(changed, *changed.shape, *static_cast<FakeGraph *>(graph));
  info->result = result == kCuSuccess ? 0 : 2; // the topology changed
  return result;
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
