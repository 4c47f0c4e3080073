// SPDX-License-Identifier: Apache-2.0
// The memory accesses of warps that recorded nothing else, for the lines of the timeline.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/access/launch_accesses.h"
#include "core/trace/trace.h"
#include "viewer/geometry/timeline/grouping.h"
#include "viewer/geometry/timeline/viewport.h"

namespace pstudio {

/// If a launch recorded accesses and no scopes (mode `memory` without annotations), its warps would
/// be empty lines. This class finds the accesses of each such warp by time. [not thread-safe]
class WarpAccesses {
public:
  WarpAccesses() = default;
  /// Only warps without slices are read. O(tracks + accesses of such warps).
  explicit WarpAccesses(const Trace &trace);

  bool isEmpty() const { return m_runs.empty(); }
  /// 0 for a track that is not such a warp.
  uint64_t countOf(TrackId track) const;

  /// The columns of `columnPx` pixels, from the left edge of the viewport, that hold an access of
  /// the track. O(columns x log accesses).
  void columnsOf(TrackId track, const Viewport &viewport, double columnPx,
                 std::vector<size_t> &out) const;

  /// For each column the warps below `node` (none: all) that have an access in it, as a share [0,
  /// 1] of the most in any column on screen. Kept until the viewport or the tree changes. O(warps x
  /// columns x log accesses).
  const std::vector<float> &sharesBelow(const DisplayTree &tree, NodeId node,
                                        const Viewport &viewport, double columnPx);
  /// Required after a change of the tree.
  void forgetShares() { m_shares.clear(); }

private:
  /// Accesses of one warp by rising time.
  struct Run {
    std::shared_ptr<const memory::LaunchAccesses> accesses;
    uint64_t begin = 0, end = 0;  ///< in the table
    std::vector<int64_t> ordered; ///< their times [ps]; empty if the table has them in order
    int64_t timeAt(uint64_t index) const;
    uint64_t firstAtOrAfter(uint64_t from, int64_t timePs) const;
    uint64_t size() const { return end - begin; }
  };
  struct Shares {
    Viewport viewport;
    double columnPx = 0;
    std::vector<float> shares;
  };

  void addLaunch(const Trace &trace, LaunchId launch,
                 const std::unordered_map<uint64_t, TrackId> &warps);

  std::unordered_map<uint32_t, Run> m_runs;      ///< by track
  std::unordered_map<uint32_t, Shares> m_shares; ///< by node
  std::vector<size_t> m_columns;                 // scratch
};

} // namespace pstudio
