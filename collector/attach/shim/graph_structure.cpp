// SPDX-License-Identifier: Apache-2.0
// Pairs the nodes of two graphs as an update of the driver does.
#include "collector/attach/shim/graph_structure.h"

#include <algorithm>
#include <unordered_map>

namespace pstudio::attach {

namespace {

constexpr uint32_t kNoNode = UINT32_MAX;

std::vector<uint32_t> lastNodes(const GraphStructure &graph) {
  std::vector<bool> isNeeded(graph.nodes.size(), false);
  for (const StructureNode &node : graph.nodes)
    for (const uint32_t dependency : node.dependencies)
      isNeeded[dependency] = true;
  std::vector<uint32_t> last;
  for (uint32_t i = 0; i < graph.nodes.size(); ++i)
    if (!isNeeded[i])
      last.push_back(i);
  return last;
}

/// Indices of the nodes, each after its dependencies. Fewer than all if these have a cycle.
std::vector<uint32_t> inOrder(const GraphStructure &graph) {
  std::vector<size_t> missing(graph.nodes.size(), 0);
  std::vector<std::vector<uint32_t>> dependents(graph.nodes.size());
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < graph.nodes.size(); ++i) {
    missing[i] = graph.nodes[i].dependencies.size();
    for (const uint32_t dependency : graph.nodes[i].dependencies)
      dependents[dependency].push_back(i);
    if (missing[i] == 0)
      order.push_back(i);
  }
  for (size_t next = 0; next < order.size(); ++next)
    for (const uint32_t dependent : dependents[order[next]])
      if (--missing[dependent] == 0)
        order.push_back(dependent);
  return order;
}

/// A number of what a node is and depends on. Equal ones of different nodes only make a pairing
/// unknown.
std::vector<uint64_t> shapesOf(const GraphStructure &graph) {
  std::vector<uint64_t> shapes(graph.nodes.size(), 0);
  for (const uint32_t i : inOrder(graph)) {
    uint64_t shape = static_cast<uint64_t>(graph.nodes[i].type) + 1;
    for (const uint32_t dependency : graph.nodes[i].dependencies)
      shape = (shape ^ (shapes[dependency] >> 29)) * 0x9e3779b97f4a7c15u + shapes[dependency];
    shapes[i] = shape;
  }
  return shapes;
}

class Pairs {
public:
  explicit Pairs(NodePairing &pairing) : m_pairing(pairing) {}

  bool add(const GraphStructure &known, const GraphStructure &given) {
    if (!known.isKnown || !given.isKnown)
      return fail("the driver does not describe its nodes");
    if (known.nodes.size() != given.nodes.size())
      return fail("the number of its nodes differs");
    std::vector<NodePair> open;
    if (!addLast(known, given, open))
      return false;
    std::vector<uint32_t> pairOf(known.nodes.size(), kNoNode), backOf(known.nodes.size(), kNoNode);
    while (!open.empty()) {
      const NodePair pair = open.back();
      open.pop_back();
      if (pairOf[pair.known] == pair.given)
        continue;
      if (pairOf[pair.known] != kNoNode || backOf[pair.given] != kNoNode)
        return fail("its dependencies differ");
      pairOf[pair.known] = pair.given;
      backOf[pair.given] = pair.known;
      if (!addNode(known.nodes[pair.known], given.nodes[pair.given], open))
        return false;
    }
    return std::find(pairOf.begin(), pairOf.end(), kNoNode) == pairOf.end() ||
           fail("its dependencies differ");
  }

private:
  bool fail(std::string_view problem) {
    m_pairing.problem = problem;
    return false;
  }

  bool addLast(const GraphStructure &known, const GraphStructure &given,
               std::vector<NodePair> &open) {
    const std::vector<uint32_t> last = lastNodes(known), others = lastNodes(given);
    if (last.size() != others.size())
      return fail("the number of its last nodes differs");
    if (last.size() == 1) {
      open.push_back({last[0], others[0]});
      return true;
    }
    const std::vector<uint64_t> shapes = shapesOf(known), otherShapes = shapesOf(given);
    std::unordered_map<uint64_t, uint32_t> byShape;
    for (const uint32_t node : last)
      if (!byShape.try_emplace(shapes[node], node).second)
        return fail("several of its last nodes have the same dependencies");
    for (const uint32_t other : others) {
      const auto found = byShape.extract(otherShapes[other]);
      if (!found)
        return fail("its dependencies differ");
      open.push_back({found.mapped(), other});
    }
    return true;
  }

  bool addNode(const StructureNode &known, const StructureNode &given,
               std::vector<NodePair> &open) {
    if (known.type != given.type || known.child.size() != given.child.size())
      return fail("its nodes are of other types");
    if (known.dependencies.size() != given.dependencies.size())
      return fail("its dependencies differ");
    for (size_t i = 0; i < known.dependencies.size(); ++i)
      open.push_back({known.dependencies[i], given.dependencies[i]});
    if (known.kernel != StructureNode::kNoKernel && given.kernel != StructureNode::kNoKernel)
      m_pairing.kernels.push_back({known.kernel, given.kernel});
    return known.child.empty() || add(known.child[0], given.child[0]);
  }

  NodePairing &m_pairing;
};

} // namespace

NodePairing pairNodes(const GraphStructure &known, const GraphStructure &given) {
  NodePairing pairing;
  if (!Pairs(pairing).add(known, given))
    pairing.kernels.clear();
  return pairing;
}

const GraphStructure *childOf(const GraphStructure &graph, CuGraphNode node) {
  for (const StructureNode &known : graph.nodes) {
    if (known.child.empty())
      continue;
    if (known.node == node)
      return &known.child[0];
    if (const GraphStructure *found = childOf(known.child[0], node))
      return found;
  }
  return nullptr;
}

} // namespace pstudio::attach
