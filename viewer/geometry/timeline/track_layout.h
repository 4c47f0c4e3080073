// SPDX-License-Identifier: Apache-2.0
// The position of each visible line of the tree, and the rows of slices that are open.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/trace/trace.h"
#include "viewer/geometry/timeline/grouping.h"

namespace pstudio {

class SmResidency;
class WarpAccesses;

/// Heights in logical pixels.
struct LayoutMetrics {
  float groupHeight = 20; ///< a heading or folded group
  float stripInset = 3;   ///< above a density strip
  float barHeight = 18;   ///< a slice at any depth
  float barGap = 2;       ///< between two depths
  float trackPadding = 3; ///< above and below the bars of a track
  float lanePitch = 14;   ///< one lane of overlapping operations
  float laneBar = 8;      ///< the bar in it
  float counterHeight = 36;
  float residencyLane = 14; ///< a CTA in the heading of its SM
};

/// Height of the lines.
enum class TrackHeight : uint8_t { Compact, Normal, Tall };
LayoutMetrics metricsOf(TrackHeight height);

/// The folded nodes of a DisplayTree. A folded heading hides all lines below it; a folded track
/// shows all of its depths or lanes in one row, the innermost on top. An open track can be limited
/// to its outermost levels (depths or lanes): its last row then shows the others, too.
class FoldState {
public:
  static constexpr uint32_t kAllLevels = UINT32_MAX;

  FoldState() = default;
  explicit FoldState(size_t nodeCount, bool folded = false) : m_folded(nodeCount, folded) {}
  bool isFolded(NodeId id) const { return m_folded[id.value]; }
  /// Also removes the limit of levels.
  void setFolded(NodeId id, bool folded) {
    m_folded[id.value] = folded;
    m_levels.erase(id.value);
  }
  /// The rows of an open track, at least 1; kAllLevels without a limit. O(log limits).
  uint32_t levels(NodeId id) const {
    const auto limit = m_levels.find(id.value);
    return limit == m_levels.end() ? kAllLevels : limit->second;
  }
  /// Opens the node with a limit of at least 1, or with kAllLevels.
  void setLevels(NodeId id, uint32_t levels) {
    setFolded(id, false);
    if (levels != kAllLevels)
      m_levels[id.value] = levels;
  }
  /// State of `id` as that of `other` in `from`.
  void copy(NodeId id, const FoldState &from, NodeId other) {
    setFolded(id, from.isFolded(other));
    if (const auto limit = from.m_levels.find(other.value); limit != from.m_levels.end())
      m_levels[id.value] = limit->second;
  }
  const std::map<uint32_t, uint32_t> &limits() const { return m_levels; } ///< by NodeId::value
  size_t size() const { return m_folded.size(); }
  bool operator==(const FoldState &) const = default;

private:
  std::vector<bool> m_folded;
  std::map<uint32_t, uint32_t> m_levels; ///< few: a limited track fills a part of the window
};

/// Content of a line.
enum class ItemContent : uint8_t {
  Strip,   ///< the busy share of everything below
  Bars,    ///< rows of nested slices; or instants or memory accesses, in one row
  Lanes,   ///< rows of overlapping operations
  Counter, ///< samples
};

/// One visible line.
struct LayoutItem {
  NodeId node;
  double y = 0; ///< from the top of the content, not of the screen
  float height = 0;
  ItemContent content = ItemContent::Strip;
  bool canFold = false;
  bool isFolded = false;
  uint32_t rowCount = 0;     ///< places for rows of Bars and Lanes
  uint32_t overlaidRows = 1; ///< rows over each other in the last place, innermost on top

  /// Rows of the track that the line shows.
  uint32_t shownRows() const { return rowCount == 0 ? 0 : rowCount + overlaidRows - 1; }
  /// The place of row `index` of the track.
  uint32_t placeOf(uint32_t index) const {
    return rowCount == 0 || index < rowCount ? index : rowCount - 1;
  }
  /// Whether the place has several rows over each other.
  bool isOverlaid(uint32_t place) const { return overlaidRows > 1 && place + 1 >= rowCount; }
};

/// Parameters that define the lines of a tree, in addition to its folds.
struct LayoutInput {
  LayoutMetrics metrics;
  const WarpAccesses *accesses = nullptr; ///< warps with accesses get a row for them
  const SmResidency *residency = nullptr; ///< headings of SMs get lanes for their CTAs
};

/// Positions of all visible lines, from the top. The tree and the trace must outlive it. [thread:
/// any]
class TrackLayout {
public:
  TrackLayout() = default;
  /// O(visible lines).
  TrackLayout(const Trace &trace, const DisplayTree &tree, const FoldState &folds,
              const LayoutInput &input = {});

  std::span<const LayoutItem> items() const { return m_items; }
  double height() const { return m_height; }
  /// Height of the pinned lines that stay at the top of a pane: all of them, or as many as fit into
  /// 60 % of `paneHeight`. O(pinned lines).
  double fixedHeight(double paneHeight) const;
  const LayoutMetrics &metrics() const { return m_metrics; }

  /// Index of the first item that ends below `y`; items().size() if there is none. O(log items).
  size_t firstEndingBelow(double y) const;
  /// Index of the item at `y` of a pane whose first `fixedHeight` pixels do not scroll.
  size_t itemAt(double y, double scrollY, double fixedHeight) const {
    return firstEndingBelow(y >= 0 && y < fixedHeight ? y : y + scrollY);
  }
  /// Index of the item that shows `node`, or its nearest visible ancestor.
  size_t itemOf(const DisplayTree &tree, NodeId node) const;
  /// Top of row `index` of the item's track, relative to the item, and the height of its bars.
  float rowTop(const LayoutItem &item, uint32_t index) const;
  float rowHeight(const LayoutItem &item) const;

private:
  LayoutMetrics m_metrics;
  std::vector<LayoutItem> m_items;
  std::vector<uint32_t> m_itemOfNode; ///< UINT32_MAX where hidden
  size_t m_pinnedItems = 0;
  double m_height = 0;
};

/// The line of one node, not yet placed: y is 0. O(log limits).
LayoutItem lineOf(const Trace &trace, const DisplayTree &tree, NodeId id, const FoldState &folds,
                  const LayoutInput &input);
LayoutItem lineOf(const Trace &trace, const DisplayTree &tree, NodeId id, bool isFolded,
                  uint32_t levels, const LayoutInput &input);

/// Height of one more level of a line [logical pixels].
float levelPitch(const LayoutItem &item, const LayoutMetrics &metrics);

} // namespace pstudio
