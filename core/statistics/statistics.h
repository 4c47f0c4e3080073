// SPDX-License-Identifier: Apache-2.0
// Durations of scopes, over a trace or an area of it.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/statistics/duration_figures.h"
#include "core/statistics/statistics_query.h"
#include "core/statistics/time_shares.h"

namespace pstudio::statistics {

/// The kind of time of a row.
enum class RowContent : uint8_t {
  Scope,       ///< instances of a scope
  Outside,     ///< of no scope: kOutsideOfScopes
  NotRecorded, ///< of scopes whose begin or end is not recorded: kNotRecorded
};

/// The figures of one scope, or of the slices of one warp, CTA or SM. Quantiles, mean, minimum and
/// maximum are of whole instances. As in Perfetto, total, self time and share also contain the part
/// in the range of each instance that an edge of the range cuts. Instances without a recorded begin
/// or end are only counted.
struct StatisticsRow {
  RowContent content = RowContent::Scope;
  ScopeKey scope;        ///< none of time without a scope
  TrackId track;         ///< by warp, CTA or SM: it; none otherwise
  std::string label;     ///< name of the scope; by warp, CTA or SM: "CTA 3, warp 0"
  uint64_t cutCount = 0; ///< instances that an edge of the range cuts
  uint64_t openCount = 0;
  DurationFigures time;                  ///< of whole instances [ps]
  std::optional<DurationFigures> cycles; ///< none where an instance has no cycles
  int64_t total = 0;                     ///< [ps]
  std::optional<int64_t> self;           ///< [ps]; none for operations in flight
  std::optional<int64_t> totalCycles;
  std::optional<int64_t> selfCycles;
  /// shareOf() of the time of all warps in the area; by warp, CTA or SM: of its time. Nested scopes
  /// count in each of their parents. None for operations in flight, and for the host beside warps.
  std::optional<double> share;
  SliceId longest; ///< whole instance; none where there is none

  /// Whether `total` and `self` have a meaning: not where instances are only counted.
  bool hasLengths() const { return content != RowContent::Scope || time.count + cutCount > 0; }
};

/// Rows by total, largest first; equal ones by label. In a table of all scopes the rows of time
/// that no scope has follow: the shares of their time and of all self times add up to 1.
struct StatisticsTable {
  StatisticsQuery query;
  std::vector<StatisticsRow> rows;
  WarpTime warpTime;             ///< that shares are of
  uint32_t trackCount = 0;       ///< in the area, with slices
  bool isCostSubtracted = false; ///< of a launch: its times, not its cycles
};

/// Linear in the slices of the area, on up to `threads` threads (0: as many as the machine has).
/// The result does not depend on their number. Incomplete if `stop` was requested.
StatisticsTable makeStatistics(const Trace &trace, const StatisticsQuery &query,
                               unsigned threads = 0, const std::stop_token &stop = {});

} // namespace pstudio::statistics
