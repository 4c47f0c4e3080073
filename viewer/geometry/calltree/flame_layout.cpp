// SPDX-License-Identifier: Apache-2.0
// The widths and the order of the nodes of a flame graph.
#include "viewer/geometry/calltree/flame_layout.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace pstudio {
namespace {

using namespace calltree;

constexpr double kLargest = 1e300; // sums of a million nodes stay finite

double sizeOfValue(double value) {
  return value > 0 && value <= kLargest / 1e9 ? value : 0;
}

} // namespace

FlameLayout::FlameLayout(const TreeData &data, const TreeColumn &column) {
  const std::vector<double> &values = column.sizes.empty() ? column.values : column.sizes;
  m_sizes.resize(values.size());
  std::ranges::transform(values, m_sizes.begin(), sizeOfValue);
  m_childSizes.resize(values.size() + 1);
  const std::span<const Node> nodes = data.tree.nodes();
  for (size_t i = nodes.size(); i-- > 0;) { // children before their parents
    if (column.isInclusive)
      m_sizes[i] = std::max(m_sizes[i], m_childSizes[i + 1]);
    else
      m_sizes[i] += m_childSizes[i + 1];
    m_childSizes[listOf(nodes[i].parent)] += m_sizes[i];
  }
  listChildren(data.tree);
}

void FlameLayout::listChildren(const CallTree &tree) {
  const std::span<const Node> nodes = tree.nodes();
  m_begins.resize(nodes.size() + 2);
  for (const Node &node : nodes)
    ++m_begins[listOf(node.parent) + 1];
  for (size_t i = 1; i < m_begins.size(); ++i)
    m_begins[i] += m_begins[i - 1];
  m_children.resize(nodes.size());
  std::vector<uint32_t> next = m_begins;
  for (size_t i = 0; i < nodes.size(); ++i)
    m_children[next[listOf(nodes[i].parent)]++] = static_cast<NodeId>(i);
  for (size_t list = 0; list + 1 < m_begins.size(); ++list)
    if (m_begins[list + 1] - m_begins[list] > 1)
      std::ranges::stable_sort(m_children.begin() + m_begins[list],
                               m_children.begin() + m_begins[list + 1], std::greater(),
                               [this](NodeId id) { return m_sizes[id]; });
}

} // namespace pstudio
