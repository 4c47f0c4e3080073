// SPDX-License-Identifier: Apache-2.0
// The arrangement of one trace on screen: grouping, folding, colours and caches. Shared by the
// window and the picture.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "viewer/geometry/timeline/search_marks.h"
#include "viewer/geometry/timeline/slice_colors.h"
#include "viewer/geometry/timeline/sm_residency.h"
#include "viewer/geometry/timeline/timeline_scene.h"
#include "viewer/geometry/timeline/track_arrangement.h"
#include "viewer/geometry/timeline/track_choice.h"
#include "viewer/geometry/timeline/warp_accesses.h"

namespace pstudio {

/// Owns the objects that a TimelineScene references. [not thread-safe]
class TimelineContent {
public:
  /// Everything open. With a range, only tracks that show something in it. O(tracks).
  /// \param busy  result of BusyCurve::ofTrace(), so that frames need not read all slices; or null.
  TimelineContent(std::shared_ptr<const Trace> trace, GroupingKind grouping,
                  std::optional<TimeRange> range = std::nullopt,
                  std::shared_ptr<const BusyCurve> busy = nullptr);
  TimelineContent(const TimelineContent &) = delete;
  TimelineContent &operator=(const TimelineContent &) = delete;

  const Trace &trace() const { return *m_trace; }
  GroupingKind grouping() const { return m_grouping; }
  const DisplayTree &tree() const { return m_chosen ? m_chosen->tree : m_whole; }
  const DisplayTree &wholeTree() const { return m_whole; } ///< of all tracks
  const TrackLayout &layout() const { return m_layout; }
  const ScopeColors &colors() const { return m_colors; }
  DensityCache &density() { return m_density; }

  /// Consecutive equal arrangements are one object. O(nodes) after a change, else O(1).
  std::shared_ptr<const TrackArrangement> arrangement() const;
  /// If the number of folds differs from the number of lines, the folds of the whole tree apply.
  /// O(tracks + nodes).
  void setArrangement(const TrackArrangement &arrangement);

  /// Each grouping has folds of its own. False if it was not shown before: everything is open.
  bool setGrouping(GroupingKind grouping);
  const TrackChoice &choice() const { return m_choice; }
  /// Folds stay. If the choice narrows the tracks (TrackChoice::isNarrowed()) everything is open;
  /// the folds of the whole tree return afterwards. O(tracks).
  void setChoice(TrackChoice choice);
  const TrackCounts &counts() const { return m_counts; }
  TrackHeight trackHeight() const { return m_trackHeight; }
  void setTrackHeight(TrackHeight height);
  ColorBy colorBy() const { return m_sliceColors ? m_sliceColors->by() : ColorBy::Scope; }
  void setColorBy(ColorBy by);              ///< see SliceColors for the cost
  std::vector<ColorMeaning> legend() const; ///< of colorBy(); empty for Scope
  /// Shows other times of the same slices: `trace` has the tracks, rows, ids and names of the one
  /// that is shown. Folds stay. O(tracks).
  void setTimes(std::shared_ptr<const Trace> trace,
                std::shared_ptr<const BusyCurve> busy = nullptr);
  /// Opens as many lines as fit into `height` pixels; groups without data in `time` stay folded
  /// (foldsForHeight).
  void openForHeight(double height, std::optional<TimeRange> time = std::nullopt);
  void setFolded(NodeId node, bool folded); ///< opened, a track shows all its levels
  /// A node and everything below it; none for the whole tree.
  void setFoldedBelow(NodeId node, bool folded);
  /// Opens the ancestors that hide the rows of `track`, and the track if its row `row` lies over or
  /// below another one.
  void openPathTo(TrackId track, uint32_t row = 0);

  /// Marks the results of a search in the trace and dims the rest; null: neither. setTimes()
  /// removes the search, because its hits contain times.
  void setSearch(std::shared_ptr<const SearchResult> result);
  /// A path to draw, ordered by time; setTimes() removes it.
  void setPath(std::vector<PathMark> path) { m_path = std::move(path); }
  SearchMarks *search() { return m_search.get(); } ///< null: no search
  const std::shared_ptr<const SearchResult> &searchResult() const { return m_searchResult; }

  /// A scene with all references set; the caller adds viewport, scroll and selection.
  TimelineScene scene();

  /// The owner of the clock that applies to `node`: itself, an ancestor, or the first descendant;
  /// none for the whole tree. None if there is no clock. O(subtree).
  NodeId clockOwner(NodeId node) const;
  /// Name of the clock: "CTA 3", "SM 12". O(subtree).
  std::string clockName(NodeId node) const;
  /// The clock of that node, counted from time 0 (the counters of a device begin when it starts,
  /// days before). Null without a clock; valid until setTimes().
  const ClockLine *clockAt(NodeId node) const;

private:
  void arrange();
  DensityCache makeDensity() const;
  void layOut();
  LayoutInput layoutInput() const;
  void keepFolds();
  FoldState keptFolds() const;
  const ClockLine *ownClock(NodeId node) const;

  std::shared_ptr<const Trace> m_trace;
  std::vector<ClockLine> m_clocks;         ///< by ClockId, cycle 0 at time 0
  std::shared_ptr<const BusyCurve> m_busy; ///< null: not computed
  std::optional<TimeRange> m_onlyRange;
  GroupingKind m_grouping;
  DisplayTree m_whole; ///< of all tracks
  TrackChoice m_choice;
  std::optional<ChosenTree> m_chosen; ///< none while everything is shown
  TrackCounts m_counts;
  std::map<GroupingKind, FoldState> m_keptFolds; ///< of the whole tree of each
  FoldState m_folds;                             ///< of tree()
  TrackHeight m_trackHeight = TrackHeight::Normal;
  mutable std::shared_ptr<const TrackArrangement> m_arrangement; ///< taken last
  mutable bool m_isArrangementNew = true;                        ///< m_arrangement may be outdated
  SmResidency m_residency;
  std::optional<SliceColors> m_sliceColors; ///< none by scope
  TrackLayout m_layout;
  ScopeColors m_colors;
  WarpAccesses m_accesses;
  DensityCache m_density;
  std::vector<CounterScale> m_counterScales; ///< by TrackId
  std::shared_ptr<const SearchResult> m_searchResult;
  std::unique_ptr<SearchMarks> m_search; ///< null: no search
  std::vector<PathMark> m_path;
};

} // namespace pstudio
