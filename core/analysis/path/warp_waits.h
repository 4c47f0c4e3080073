// SPDX-License-Identifier: Apache-2.0
// The waits of a CTA's warps that blocked, and the release of each of them.
#pragma once

#include <map>
#include <vector>

#include "core/analysis/path/cta_path.h"

namespace pstudio::analysis {

/// A wait at which a path may continue with another warp.
struct WarpWait {
  TimeRange time;
  SliceId slice;
  /// Copy and Matrix: released by an operation; Synchronization: by a warp; Wait: unknown.
  PathKind kind = PathKind::Wait;
  TrackId from;         ///< the warp that issued or arrived; none for Wait
  Picoseconds released; ///< of Synchronization: time of the release
  SliceId flight;       ///< of an operation
  SliceId issue;        ///< of the operation; none if it was not recorded
};

/// By warp, ordered by end.
using WaitsOfWarps = std::map<TrackId, std::vector<WarpWait>>;

/// \param warps  of the CTA. \param overlap  of its launch; may be null.
WaitsOfWarps waitsOf(const Trace &trace, TrackId cta, const std::vector<TrackId> &warps,
                     const LaunchOverlap *overlap);

} // namespace pstudio::analysis
