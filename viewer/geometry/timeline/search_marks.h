// SPDX-License-Identifier: Apache-2.0
// The results of a search for the lines of the timeline and the minimap.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/search/trace_search.h"
#include "viewer/geometry/timeline/grouping.h"
#include "viewer/geometry/timeline/viewport.h"

namespace pstudio {

/// The matching slices, instants and tracks, and for each group the times at which something below
/// it matches. The times are collected over several frames. [not thread-safe]
class SearchMarks {
public:
  /// No times are collected yet. The tree must outlive it.
  SearchMarks(std::shared_ptr<const Trace> trace, std::shared_ptr<const SearchResult> result,
              const DisplayTree &tree);

  const SearchResult &result() const { return *m_result; }
  bool isMatch(SliceId slice) const { return m_result->slices.test(slice.value); }
  bool isMatch(TrackId track) const { return m_result->tracks.test(track.value); }

  /// Collects the times of up to `budget` hits more, in time order. O(budget x depth of the tree).
  void build(size_t budget);
  /// Whether times are missing: the caller draws again soon.
  bool isPending() const { return m_next < m_result->hits.size(); }

  /// For each column of `columnPx` pixels, from the left edge of the viewport, whether a slice, an
  /// instant or an access below `node` matches in it; none: in the whole trace.
  /// O(columns x log hits).
  void columnsBelow(NodeId node, const Viewport &viewport, double columnPx,
                    std::vector<bool> &out) const;

private:
  /// [begin, end) in picoseconds.
  struct Interval {
    int64_t begin = 0, end = 0;
  };
  using Intervals = std::vector<Interval>; ///< ascending and disjoint

  void add(const SearchHit &hit);
  static void append(Intervals &to, const TimeRange &time);

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const SearchResult> m_result;
  const DisplayTree *m_tree;
  WarpTracks m_warps;
  size_t m_next = 0;              ///< the first hit that is not collected
  std::vector<Intervals> m_below; ///< by node: of groups, and of warps with accesses
  Intervals m_all;
};

} // namespace pstudio
