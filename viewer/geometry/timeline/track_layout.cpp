// SPDX-License-Identifier: Apache-2.0
// Lays out the visible lines and chooses the folding that a trace opens with.
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

/// The line of one node, not yet placed.
LayoutItem lineOf(const Trace &trace, const DisplayTree &tree, NodeId id, bool isFolded,
                  const LayoutInput &input) {
  const DisplayNode &node = tree.node(id);
  LayoutItem item;
  item.node = id;
  item.content = contentOf(trace, node, input.accesses);
  item.canFold = canFold(trace, node, item.content);
  item.isFolded = item.canFold && isFolded;
  const uint32_t rows = node.track.isValid() ? trace.track(node.track).rowCount : 0;
  item.rowCount = item.isFolded ? std::min(rows, 1u) : rows;
  item.overlaidRows = item.isFolded ? std::max(rows, 1u) : 1;
  item.height = heightOf(item.content, item.rowCount, input.metrics);
  if (input.residency != nullptr && item.content == ItemContent::Strip)
    item.height = std::max(item.height, residencyHeight(input, id));
  return item;
}

/// The first group is opened even if it does not fit, unless its depth exceeds this limit, which
/// only unusual traces reach.
constexpr uint32_t kDeepestForced = 16;

/// Whether all lines fit into `height`. Stops at the first line that does not fit.
bool isWithin(double height, const Trace &trace, const DisplayTree &tree, const FoldState &folds,
              const LayoutInput &input) {
  double sum = 0;
  for (uint32_t i = 0; i < tree.size() && sum <= height;) {
    const LayoutItem item = lineOf(trace, tree, NodeId(i), folds.isFolded(NodeId(i)), input);
    sum += static_cast<double>(item.height);
    i = item.isFolded ? tree.nodes()[i].subtreeEnd : i + 1;
  }
  return sum <= height;
}

/// Chooses the folds of one tree from the top down.
class Opener {
public:
  Opener(const Trace &trace, const DisplayTree &tree, const LayoutInput &input, double limit,
         const std::vector<bool> &idle)
      : m_trace(trace), m_tree(tree), m_input(input), m_limit(limit), m_idle(idle),
        m_folds(tree.size(), true) {}

  FoldState open() && {
    for (uint32_t i = 0; i < m_tree.size(); i = m_tree.nodes()[i].subtreeEnd)
      place(i);
    return std::move(m_folds);
  }

private:
  LayoutItem line(uint32_t index, bool isFolded) const {
    return lineOf(m_trace, m_tree, NodeId(index), isFolded, m_input);
  }

  bool holdsOnlyTracks(const DisplayNode &node, uint32_t index) const {
    for (uint32_t i = index + 1; i < node.subtreeEnd; i = m_tree.nodes()[i].subtreeEnd)
      if (line(i, false).content == ItemContent::Strip)
        return false;
    return node.childCount > 0;
  }

  void place(uint32_t index) {
    const DisplayNode &node = m_tree.nodes()[index];
    if (node.childCount == 0 || line(index, false).content != ItemContent::Strip)
      placeTracks(index, node.subtreeEnd);
    else if (!m_idle.empty() && m_idle[index])
      m_y += static_cast<double>(line(index, false).height);
    else if (holdsOnlyTracks(node, index))
      placeLeafGroup(node, index);
    else
      placeGroup(node, index);
  }

  /// Form of the tracks below one heading. It is the same for all of them: if only some showed
  /// depths, the picture would suggest a difference between the tracks.
  enum class Detail : uint8_t {
    Open,       ///< depths and lanes
    Overlaid,   ///< depths in one row; those with lanes open
    OneRowEach, ///< depths in one row, lanes hidden
  };

  /// Whether the group is a host thread or stream beside recorded launches: it is not the first
  /// group, which belongs to a launch.
  bool isBesideLaunches(const DisplayNode &node, uint32_t index) const {
    for (uint32_t i = index; i < node.subtreeEnd; ++i)
      if (const TrackId track = m_tree.nodes()[i].track; track.isValid())
        return !m_trace.launches().empty() && !m_trace.track(track).launch.isValid();
    return false;
  }

  /// The first group shows as much detail as fits and is always opened: a picture of strips alone
  /// shows no scope. The groups after it show one row for each track.
  void placeLeafGroup(const DisplayNode &node, uint32_t index) {
    const double heading = m_y + static_cast<double>(line(index, false).height);
    const bool isBeside = isBesideLaunches(node, index);
    for (const Detail detail : {Detail::Open, Detail::Overlaid, Detail::OneRowEach}) {
      if (m_hasOpenGroup && detail != Detail::OneRowEach)
        continue;
      const double height = tracksHeight(index + 1, node.subtreeEnd, detail);
      const bool isForced = !m_hasOpenGroup && !isBeside && detail == Detail::OneRowEach;
      if (heading + height > m_limit && !isForced)
        continue;
      m_hasOpenGroup = m_hasOpenGroup || !isBeside;
      m_folds.setFolded(NodeId(index), false);
      foldTracks(index + 1, node.subtreeEnd, detail);
      m_y = heading + height;
      return;
    }
    m_y = heading;
  }

  void placeGroup(const DisplayNode &node, uint32_t index) {
    m_y += static_cast<double>(line(index, false).height);
    const bool isForced = !m_hasOpenGroup && node.depth < kDeepestForced;
    if (m_y + static_cast<double>(m_input.metrics.groupHeight) > m_limit && !isForced)
      return;
    m_folds.setFolded(NodeId(index), false);
    for (uint32_t i = index + 1; i < node.subtreeEnd; i = m_tree.nodes()[i].subtreeEnd)
      place(i);
  }

  void placeTracks(uint32_t begin, uint32_t end) {
    const bool fits = m_y + tracksHeight(begin, end, Detail::Open) <= m_limit;
    const Detail detail = fits ? Detail::Open : Detail::OneRowEach;
    foldTracks(begin, end, detail);
    m_y += tracksHeight(begin, end, detail);
  }

  bool isFolded(uint32_t index, Detail detail) const {
    if (detail != Detail::Overlaid)
      return detail == Detail::OneRowEach;
    return m_tree.nodes()[index].childCount == 0 &&
           line(index, false).content != ItemContent::Lanes;
  }

  /// Height of the tracks. Stops at the first track that exceeds the limit: the exact excess is not
  /// used.
  double tracksHeight(uint32_t begin, uint32_t end, Detail detail) const {
    double height = 0;
    for (uint32_t i = begin; i < end && m_y + height <= m_limit;) {
      const LayoutItem item = line(i, isFolded(i, detail));
      height += static_cast<double>(item.height);
      i = item.isFolded ? m_tree.nodes()[i].subtreeEnd : i + 1;
    }
    return height;
  }

  void foldTracks(uint32_t begin, uint32_t end, Detail detail) {
    for (uint32_t i = begin; i < end; ++i)
      m_folds.setFolded(NodeId(i), isFolded(i, detail));
  }

  const Trace &m_trace;
  const DisplayTree &m_tree;
  const LayoutInput &m_input;
  double m_limit;
  const std::vector<bool> &m_idle; ///< by node; empty: no node is idle
  double m_y = 0;
  bool m_hasOpenGroup = false;
  FoldState m_folds;
};

/// For each node, whether it and its subtree have no data in `time`. O(nodes * log slices).
std::vector<bool> idleNodes(const Trace &trace, const DisplayTree &tree, TimeRange time) {
  std::vector<bool> idle(tree.size(), true);
  for (size_t i = tree.size(); i-- > 0;) {
    const DisplayNode &node = tree.nodes()[i];
    if (node.track.isValid() && showsSomething(trace, trace.track(node.track), time))
      idle[i] = false;
    if (!idle[i] && node.parent.isValid())
      idle[node.parent.value] = false;
  }
  return idle;
}

} // namespace

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
    LayoutItem item = lineOf(trace, tree, NodeId(i), folds.isFolded(NodeId(i)), input);
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
  const auto row = static_cast<float>(index);
  if (item.content == ItemContent::Lanes)
    return row * m_metrics.lanePitch + (m_metrics.lanePitch - m_metrics.laneBar) / 2;
  return m_metrics.trackPadding + row * (m_metrics.barHeight + m_metrics.barGap);
}

float TrackLayout::rowHeight(const LayoutItem &item) const {
  return item.content == ItemContent::Lanes ? m_metrics.laneBar : m_metrics.barHeight;
}

FoldState foldsForHeight(const Trace &trace, const DisplayTree &tree, double height,
                         const LayoutInput &input, std::optional<TimeRange> time) {
  FoldState folds(tree.size(), false);
  if (isWithin(height, trace, tree, folds, input))
    return folds;
  const std::vector<bool> idle = time ? idleNodes(trace, tree, *time) : std::vector<bool>();
  // The open part leaves space for the strips of the rest. It uses at least three quarters of the
  // height, even if the rest is then outside of the pane.
  for (const double share : {1.0, 0.95, 0.9, 0.85, 0.8, 0.75}) {
    folds = Opener(trace, tree, input, height * share, idle).open();
    if (isWithin(height, trace, tree, folds, input))
      break;
  }
  return folds;
}

} // namespace pstudio
