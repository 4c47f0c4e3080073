// SPDX-License-Identifier: Apache-2.0
// One trace as it is arranged on screen: grouping, folding, colours and caches. Shared by the
// window and the picture.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/geometry/timeline/timeline_scene.h"
#include "viewer/geometry/timeline/warp_accesses.h"

namespace pstudio {

/// Owns what a TimelineScene refers to. [not thread-safe]
class TimelineContent {
public:
  /// Everything open. With a range, only tracks that show something in it. O(slices) for the
  /// colours.
  TimelineContent(std::shared_ptr<const Trace> trace, GroupingKind grouping,
                  std::optional<TimeRange> range = std::nullopt);
  TimelineContent(const TimelineContent &) = delete;
  TimelineContent &operator=(const TimelineContent &) = delete;

  const Trace &trace() const { return *m_trace; }
  GroupingKind grouping() const { return m_grouping; }
  const DisplayTree &tree() const { return m_tree; }
  const TrackLayout &layout() const { return m_layout; }
  const ScopeColors &colors() const { return m_colors; }
  DensityCache &density() { return m_density; }

  void setGrouping(GroupingKind grouping); ///< everything open again
  /// Shows other times of the same slices: `trace` has the tracks, rows, ids and names of the one
  /// that is shown. What is folded stays. O(tracks).
  void setTimes(std::shared_ptr<const Trace> trace);
  /// Opens as much as fits into `height` pixels (foldsForHeight).
  void openForHeight(double height);
  void setFolded(NodeId node, bool folded);
  /// A node and everything below it; none for the whole tree.
  void setFoldedBelow(NodeId node, bool folded);
  /// Opens what hides the rows of `track`.
  void openPathTo(TrackId track);

  /// Slices whose name does not contain `text` are dimmed; "" for none. O(slices).
  void setNameFilter(std::string_view text);

  /// A scene with all references set; the caller adds viewport, scroll and selection.
  TimelineScene scene();

  ///  /// The node whose clock holds at `node`: itself, one above, or the first below; none for the
  ///  whole
  /// tree. None if there is no clock. O(subtree).
  NodeId clockOwner(NodeId node) const;
  /// What to call it: "CTA 3", "SM 12". O(subtree).
  std::string clockName(NodeId node) const;
  /// The clock of that node, or null.
  const ClockLine *clockAt(NodeId node) const;

private:
  void layOut();
  const ClockLine *ownClock(NodeId node) const;

  std::shared_ptr<const Trace> m_trace;
  std::optional<TimeRange> m_onlyRange;
  GroupingKind m_grouping;
  DisplayTree m_tree;
  FoldState m_folds;
  TrackLayout m_layout;
  ScopeColors m_colors;
  WarpAccesses m_accesses;
  DensityCache m_density;
  std::vector<CounterScale> m_counterScales; ///< by TrackId
  std::vector<bool> m_filter;                ///< empty = no filter
};

} // namespace pstudio
