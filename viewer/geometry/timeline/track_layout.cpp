// SPDX-License-Identifier: Apache-2.0
// Lays out the visible lines.
#include "viewer/geometry/timeline/track_layout.h"

#include <algorithm>

#include "viewer/geometry/timeline/sm_residency.h"
#include "viewer/geometry/timeline/warp_accesses.h"

namespace pstudio {
namespace {

constexpr uint32_t kHidden = UINT32_MAX;

ItemContent contentOf(const Trace &trace, const DisplayNode &node, const WarpAccesses *accesses) {
  if (!node.track.isValid())
    return ItemContent::Strip;
  const Track &track = trace.track(node.track);
  if (track.kind == TrackKind::Counter || track.sampleCount > 0)
    return ItemContent::Counter;
  if (track.rowCount == 0) {
    const bool hasAccesses = accesses != nullptr && accesses->countOf(node.track) > 0;
    return hasAccesses || track.instantCount > 0 ? ItemContent::Bars : ItemContent::Strip;
  }
  // The track of a GPU stream shows its work as bars. Operations in flight of a warp are lanes
  // beside the warp.
  const bool isStream =
      track.parent.isValid() && trace.track(track.parent).kind == TrackKind::Group;
  return track.kind == TrackKind::Async && !isStream ? ItemContent::Lanes : ItemContent::Bars;
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

constexpr uint32_t kMaxFullLanes = 4; // more CTAs at once share this height

float residencyHeight(const LayoutInput &input, NodeId id) {
  const uint32_t lanes = std::min(input.residency->laneCount(id), kMaxFullLanes);
  return lanes == 0 ? 0
                    : 2 * input.metrics.stripInset +
                          static_cast<float>(lanes) * input.metrics.residencyLane;
}

} // namespace

LayoutItem lineOf(const Trace &trace, const DisplayTree &tree, NodeId id, bool isFolded,
                  uint32_t levels, const LayoutInput &input) {
  const DisplayNode &node = tree.node(id);
  LayoutItem item;
  item.node = id;
  item.content = contentOf(trace, node, input.accesses);
  item.canFold = canFold(trace, node, item.content);
  item.isFolded = item.canFold && isFolded;
  const uint32_t rows = node.track.isValid() ? trace.track(node.track).rowCount : 0;
  item.rowCount = std::min(rows, item.isFolded ? 1u : std::max(levels, 1u));
  item.overlaidRows = item.rowCount == 0 ? 1 : rows - item.rowCount + 1;
  item.height = heightOf(item.content, item.rowCount, input.metrics);
  if (input.residency != nullptr && item.content == ItemContent::Strip)
    item.height = std::max(item.height, residencyHeight(input, id));
  return item;
}

LayoutItem lineOf(const Trace &trace, const DisplayTree &tree, NodeId id, const FoldState &folds,
                  const LayoutInput &input) {
  return lineOf(trace, tree, id, folds.isFolded(id), folds.levels(id), input);
}

float levelPitch(const LayoutItem &item, const LayoutMetrics &metrics) {
  return item.content == ItemContent::Lanes ? metrics.lanePitch
                                            : metrics.barHeight + metrics.barGap;
}

LayoutMetrics metricsOf(TrackHeight height) {
  LayoutMetrics metrics;
  if (height == TrackHeight::Compact)
    metrics = {.groupHeight = 16,
               .stripInset = 2,
               .barHeight = 11,
               .barGap = 1,
               .trackPadding = 2,
               .lanePitch = 10,
               .laneBar = 6,
               .counterHeight = 28,
               .residencyLane = 10};
  if (height == TrackHeight::Tall)
    metrics = {.groupHeight = 28,
               .stripInset = 4,
               .barHeight = 30,
               .barGap = 2,
               .trackPadding = 4,
               .lanePitch = 22,
               .laneBar = 14,
               .counterHeight = 72,
               .residencyLane = 20};
  return metrics;
}

TrackLayout::TrackLayout(const Trace &trace, const DisplayTree &tree, const FoldState &folds,
                         const LayoutInput &input)
    : m_metrics(input.metrics), m_itemOfNode(tree.size(), kHidden) {
  for (uint32_t i = 0; i < tree.size();) {
    LayoutItem item = lineOf(trace, tree, NodeId(i), folds, input);
    item.y = m_height;
    m_height += static_cast<double>(item.height);
    m_itemOfNode[i] = static_cast<uint32_t>(m_items.size());
    m_pinnedItems += i < tree.pinnedEnd();
    i = item.isFolded ? tree.nodes()[i].subtreeEnd : i + 1;
    m_items.push_back(item);
  }
}

double TrackLayout::fixedHeight(double paneHeight) const {
  constexpr double kMaxFixedShare = 0.6;
  double height = 0;
  for (size_t i = 0; i < m_pinnedItems; ++i) {
    const double bottom = m_items[i].y + static_cast<double>(m_items[i].height);
    if (bottom > paneHeight * kMaxFixedShare)
      break;
    height = bottom;
  }
  return height;
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
  const auto row = static_cast<float>(item.placeOf(index));
  if (item.content == ItemContent::Lanes)
    return row * m_metrics.lanePitch + (m_metrics.lanePitch - m_metrics.laneBar) / 2;
  return m_metrics.trackPadding + row * (m_metrics.barHeight + m_metrics.barGap);
}

float TrackLayout::rowHeight(const LayoutItem &item) const {
  return item.content == ItemContent::Lanes ? m_metrics.laneBar : m_metrics.barHeight;
}

} // namespace pstudio
