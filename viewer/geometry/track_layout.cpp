// SPDX-License-Identifier: Apache-2.0
// Lays out the visible lines and chooses the folding that a trace opens with.
#include "viewer/geometry/track_layout.h"

#include <algorithm>

namespace pstudio {
namespace {

constexpr uint32_t kHidden = UINT32_MAX;

ItemContent contentOf(const Trace &trace, const DisplayNode &node) {
  if (!node.track.isValid())
    return ItemContent::Strip;
  const Track &track = trace.track(node.track);
  if (track.kind == TrackKind::Counter || track.sampleCount > 0)
    return ItemContent::Counter;
  if (track.rowCount == 0)
    return track.instantCount > 0 ? ItemContent::Bars : ItemContent::Strip;
  return track.kind == TrackKind::Async ? ItemContent::Lanes : ItemContent::Bars;
}

bool canFold(const Trace &trace, const DisplayNode &node, ItemContent content) {
  if (node.childCount > 0)
    return true;
  const bool hasRows = content == ItemContent::Bars || content == ItemContent::Lanes;
  return hasRows && trace.track(node.track).rowCount > 1;
}

float heightOf(ItemContent content, uint32_t rowCount, const LayoutMetrics &metrics) {
  const auto count = static_cast<float>(std::max(rowCount, 1u));
  switch (content) {
  case ItemContent::Counter:
    return metrics.counterHeight;
  case ItemContent::Bars:
    return 2 * metrics.trackPadding + count * metrics.barHeight + (count - 1) * metrics.barGap;
  case ItemContent::Lanes:
    return count * metrics.lanePitch + metrics.trackPadding;
  case ItemContent::Strip:
    break;
  }
  return metrics.groupHeight;
}

/// The line of one node, not yet placed.
LayoutItem lineOf(const Trace &trace, const DisplayTree &tree, NodeId id, bool isFolded,
                  const LayoutMetrics &metrics) {
  const DisplayNode &node = tree.node(id);
  LayoutItem item;
  item.node = id;
  item.content = contentOf(trace, node);
  item.canFold = canFold(trace, node, item.content);
  item.isFolded = item.canFold && isFolded;
  const uint32_t rows = node.track.isValid() ? trace.track(node.track).rowCount : 0;
  item.rowCount = item.isFolded ? std::min(rows, 1u) : rows;
  item.height = heightOf(item.content, item.rowCount, metrics);
  return item;
}

} // namespace

TrackLayout::TrackLayout(const Trace &trace, const DisplayTree &tree, const FoldState &folds,
                         const LayoutMetrics &metrics)
    : m_metrics(metrics), m_itemOfNode(tree.size(), kHidden) {
  for (uint32_t i = 0; i < tree.size();) {
    LayoutItem item = lineOf(trace, tree, NodeId(i), folds.isFolded(NodeId(i)), m_metrics);
    item.y = m_height;
    m_height += item.height;
    m_itemOfNode[i] = static_cast<uint32_t>(m_items.size());
    i = item.isFolded ? tree.nodes()[i].subtreeEnd : i + 1;
    m_items.push_back(item);
  }
}

size_t TrackLayout::firstEndingBelow(double y) const {
  const auto found =
      std::partition_point(m_items.begin(), m_items.end(), [y](const LayoutItem &item) {
        return item.y + static_cast<double>(item.height) <= y;
      });
  return static_cast<size_t>(found - m_items.begin());
}

size_t TrackLayout::itemOf(const DisplayTree &tree, NodeId node) const {
  while (node.isValid() && m_itemOfNode[node.value] == kHidden)
    node = tree.node(node).parent;
  return node.isValid() ? m_itemOfNode[node.value] : m_items.size();
}

float TrackLayout::rowTop(const LayoutItem &item, uint32_t index) const {
  const auto row = static_cast<float>(index);
  if (item.content == ItemContent::Lanes)
    return row * m_metrics.lanePitch + (m_metrics.lanePitch - m_metrics.laneBar) / 2;
  return m_metrics.trackPadding + row * (m_metrics.barHeight + m_metrics.barGap);
}

float TrackLayout::rowHeight(const LayoutItem &item) const {
  return item.content == ItemContent::Lanes ? m_metrics.laneBar : m_metrics.barHeight;
}

FoldState foldsForHeight(const Trace &trace, const DisplayTree &tree, double height,
                         const LayoutMetrics &metrics) {
  FoldState open(tree.size(), false);
  if (TrackLayout(trace, tree, open, metrics).height() <= height)
    return open;
  // Three quarters for what is open; the rest shows that there is more, as strips.
  const double limit = height * 0.75;
  FoldState folds(tree.size(), true);
  double y = 0;
  for (uint32_t i = 0; i < tree.size();) {
    const NodeId id(i);
    const DisplayNode &node = tree.node(id);
    LayoutItem line = lineOf(trace, tree, id, false, metrics);
    const float below = node.childCount > 0 ? metrics.groupHeight : 0;
    const bool isOpen = y + static_cast<double>(line.height + below) <= limit;
    if (!isOpen)
      line = lineOf(trace, tree, id, true, metrics);
    folds.setFolded(id, !isOpen);
    y += static_cast<double>(line.height);
    i = isOpen ? i + 1 : node.subtreeEnd;
  }
  return folds;
}

} // namespace pstudio
