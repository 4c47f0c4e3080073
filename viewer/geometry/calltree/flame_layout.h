// SPDX-License-Identifier: Apache-2.0
// The widths and the order of the nodes of a flame graph.
#pragma once

#include <span>
#include <vector>

#include "viewer/geometry/calltree/tree_data.h"

namespace pstudio {

/// Sizes of all nodes by one column: a node is never smaller than its children together, and of
/// siblings the largest is first, so that a walk stops at the first one that is too narrow.
/// Unknown, negative and infinite values count as 0. [thread: any] [memory: 24 bytes a node]
class FlameLayout {
public:
  FlameLayout() = default;
  /// O(nodes), and O(siblings * log(siblings)).
  FlameLayout(const TreeData &data, const TreeColumn &column);

  double sizeOf(calltree::NodeId node) const { return m_sizes[node]; }
  /// The size of all children (of all roots: kNoNode) together.
  double sizeOfChildren(calltree::NodeId node) const { return m_childSizes[listOf(node)]; }
  /// The largest first; of kNoNode the roots.
  std::span<const calltree::NodeId> children(calltree::NodeId node) const {
    const size_t list = listOf(node);
    return std::span(m_children).subspan(m_begins[list], m_begins[list + 1] - m_begins[list]);
  }
  bool isEmpty() const { return m_children.empty(); }

private:
  static size_t listOf(calltree::NodeId node) {
    return node == calltree::kNoNode ? 0 : size_t{node} + 1;
  }
  void listChildren(const calltree::CallTree &tree);

  std::vector<double> m_sizes;      ///< by node
  std::vector<double> m_childSizes; ///< by list: roots, then children of node 0, ...
  std::vector<calltree::NodeId> m_children;
  std::vector<uint32_t> m_begins; ///< by list, and the end of the last one
};

} // namespace pstudio
