// SPDX-License-Identifier: Apache-2.0
// The one definition of a share of time, for all views.
//
//     share = time in a scope / time of the warps
//
// The time of the warps is the sum over all warps with slices, each from its first begin to its
// last end. Where a trace has no warps, the tracks of threads stand for them. Nested scopes count
// in each of their parents. The self times of all scopes, the time outside of scopes and the time
// of scopes whose begin or end is not recorded add up to the whole.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/trace/trace.h"

namespace pstudio::statistics {

/// Names of the rows of time that no scope has.
inline constexpr std::string_view kOutsideOfScopes = "outside of scopes";
inline constexpr std::string_view kNotRecorded = "begin or end not recorded";

/// Whether shares are of the time of such tracks: of warps; of threads where there are no warps.
/// Operations in flight overlap each other and have no share.
bool countsForShares(const Track &track, bool hasWarps);

/// Whether a warp of the trace has slices. O(tracks).
bool hasWarpSlices(const Trace &trace);

/// From the first begin to the last end of the track's slices, within `range` [ps]; 0 if there are
/// none. O(rows).
int64_t spanOf(const Trace &trace, const Track &track, const std::optional<TimeRange> &range);

/// The parts of the time of some tracks [ps].
struct WarpTime {
  int64_t whole = 0;       ///< the sum of spanOf(): what shares are of
  int64_t outside = 0;     ///< of it, in no scope
  int64_t notRecorded = 0; ///< of it, innermost in a scope that is not whole

  WarpTime &operator+=(const WarpTime &other);
};

/// Of one track within `range`. O(slices of the track), O(n log n) where slices cross.
WarpTime warpTimeOf(const Trace &trace, TrackId track, const std::optional<TimeRange> &range);

/// The share of a time [ps] of the whole, 0 to 1 for the time of one scope, more where scopes of
/// one name are nested. None if the whole is 0.
std::optional<double> shareOf(int64_t time, int64_t whole);

} // namespace pstudio::statistics
