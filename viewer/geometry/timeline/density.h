// SPDX-License-Identifier: Apache-2.0
// The busy share of a group of tracks at any time and zoom, for folded groups and the minimap.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/trace/trace.h"
#include "viewer/geometry/timeline/grouping.h"
#include "viewer/geometry/timeline/viewport.h"

namespace pstudio {

/// The busy time of a set of rows, summed up over time.
///
/// The running sum B(t) of busy picoseconds before t is kept at the edges of equal bins of the
/// trace's time, about one bin per eight slices. A column wider than a bin costs O(1): (B(t1) -
/// B(t0)) / (t1 - t0) / most rows busy at once, exact at the edges and straight between them. A
/// column narrower than a bin is summed from the slices themselves, of which there are then only a
/// few per column, and is exact. Building reads every slice once and can be spread over frames.
class BusyCurve {
public:
  /// Nothing is read yet. `rows` are the outermost rows of the group's tracks; `range` the trace's
  /// time.
  /// With `only`, the rows may be of any depth and only slices of this name count.
  BusyCurve(const Trace &trace, std::vector<RowId> rows, TimeRange range,
            StringId only = StringId());

  /// The curve of all tracks, complete: for the minimap. O(slices).
  static std::shared_ptr<const BusyCurve> ofTrace(const Trace &trace);

  /// Reads up to `budget` slices more and lowers it by what was read. True once everything is read.
  bool build(const Trace &trace, size_t &budget);
  bool isReady() const { return m_nextRow == m_rows.size() && m_isSummed; }
  size_t rowCount() const { return m_rows.size(); }
  /// Maximum of the busy rows, averaged over a bin. A share of 1 corresponds to it. The CTAs of one
  /// SM follow each other, so a share of all rows would be small even on a full SM.
  double peakRows() const { return m_peakRows; }

  /// Busy rows, as a share [0, 1] of peakRows(), of columns of `columnPx` pixels that cover the
  /// viewport from its left edge. Needs isReady().
  void shares(const Trace &trace, const Viewport &viewport, double columnPx,
              std::vector<float> &out) const;

private:
  double binPs() const;
  void addSlice(int64_t beginPs, int64_t endPs);
  void sumUp();
  double busyBefore(double offsetPs) const;
  void exactShares(const Trace &trace, const Viewport &viewport, double columnPx,
                   std::vector<float> &out) const;

  std::vector<RowId> m_rows;
  StringId m_only; ///< none: all names
  TimeRange m_range;
  std::vector<double> m_busy; ///< per bin [ps]; after sumUp(): before each edge
  std::vector<double>
      m_full; ///< change in the number of slices that fill a bin; empty after sumUp()
  size_t m_nextRow = 0;
  uint32_t m_nextSlice = 0; ///< within that row
  double m_peakRows = 0;
  bool m_isSummed = false;
};

/// The curves of all groups that were shown. Valid as long as trace and tree stay the same.
/// [not thread-safe]
class DensityCache {
public:
  DensityCache() = default;
  /// \param whole  result of BusyCurve::ofTrace() for a tree of all tracks; null: built on demand,
  /// as the other curves are.
  DensityCache(const Trace &trace, const DisplayTree &tree,
               std::shared_ptr<const BusyCurve> whole = nullptr);

  /// Allows the curves requested from now on to read this many slices in total.
  void startFrame(size_t sliceBudget);
  /// Allows them to read for about `time` of wall-clock time from now on, but at least
  /// kMinPerFrame slices: pictures of small traces do not depend on the load of the machine.
  void startFrame(std::chrono::nanoseconds time);
  static constexpr size_t kMinPerFrame = 50'000;
  /// The curve of a node's group, of the whole trace for none; null while it is not complete.
  const BusyCurve *curve(NodeId node);
  /// Whether a curve that was requested in this frame is incomplete: the caller draws again soon.
  bool isPending() const { return m_isPending; }

private:
  std::vector<RowId> rowsBelow(NodeId node) const;
  std::vector<RowId> rowsOfScope(StringId scope) const;
  bool isLate() const;
  bool read(BusyCurve &curve);

  const Trace *m_trace = nullptr;
  const DisplayTree *m_tree = nullptr;
  std::shared_ptr<const BusyCurve> m_whole;
  std::vector<std::unique_ptr<BusyCurve>> m_curves; ///< by node; the last: the whole trace
  size_t m_budget = 0;
  std::optional<std::chrono::steady_clock::time_point> m_deadline; ///< of the frame; none: no limit
  size_t m_read = 0;                                               ///< slices in this frame
  bool m_isPending = false;
};

} // namespace pstudio
