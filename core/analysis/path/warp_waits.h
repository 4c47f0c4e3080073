// SPDX-License-Identifier: Apache-2.0
// The waits of a CTA's warps that blocked, and what released each of them.
#pragma once

#include <map>
#include <vector>

#include "core/analysis/path/cta_path.h"

namespace pstudio::analysis {

/// A wait at which a path may leave the warp.
struct WarpWait {
  TimeRange time;
  SliceId slice;
  /// Copy and Matrix: released by an operation; Synchronization: by a warp; Wait: not known.
  PathKind kind = PathKind::Wait;
  TrackId from;         ///< that issued or arrived; none for Wait
  Picoseconds released; ///< of Synchronization: when
  SliceId flight;       ///< of an operation
  SliceId issue;        ///< of it; none if it was not recorded
};

/// By warp, ordered by end.
using WaitsOfWarps = std::map<TrackId, std::vector<WarpWait>>;

/// \param warps  of the CTA. \param overlap  of its launch; may be null.
WaitsOfWarps waitsOf(const Trace &trace, TrackId cta, const std::vector<TrackId> &warps,
                     const LaunchOverlap *overlap);

} // namespace pstudio::analysis
