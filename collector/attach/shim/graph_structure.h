// SPDX-License-Identifier: Apache-2.0
// The nodes of a graph with their dependencies, and the pairs of nodes of an update as a whole.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "collector/vendor/cuda_types.h"

namespace pstudio::attach {

struct GraphStructure;

/// A node of any type.
struct StructureNode {
  static constexpr uint32_t kNoKernel = UINT32_MAX;

  CuGraphNode node = nullptr;
  int type = -1;
  std::vector<uint32_t> dependencies; ///< indices into GraphStructure::nodes, in the driver's order
  uint32_t kernel = kNoKernel;        ///< of a kernel node: index into GraphContents::nodes
  std::vector<GraphStructure> child;  ///< of a child graph: its structure; else empty
};

struct GraphStructure {
  std::vector<StructureNode> nodes;
  bool isKnown = true; ///< the driver described all of it
};

/// A kernel node and the one whose parameters it gets, both as StructureNode::kernel.
struct NodePair {
  uint32_t known = 0, given = 0;
};

/// The pairs of kernel nodes of an update of `known` with `given`.
struct NodePairing {
  std::vector<NodePair> kernels;
  std::string_view problem; ///< why they are unknown; empty: they are known
};

/// The driver pairs nodes from the last ones (those on which no other node depends) backwards,
/// along the dependencies in their order. It pairs last nodes in an order that it does not
/// disclose: several of them have known pairs only if what they depend on differs. O(nodes +
/// dependencies).
NodePairing pairNodes(const GraphStructure &known, const GraphStructure &given);

/// The structure that the child graph of `node` has; null: there is none. O(nodes).
const GraphStructure *childOf(const GraphStructure &graph, CuGraphNode node);

} // namespace pstudio::attach
