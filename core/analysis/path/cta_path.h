// SPDX-License-Identifier: Apache-2.0
// The chain of scopes, barriers and asynchronous operations that a CTA's duration consists of.
#pragma once

#include <vector>

#include "core/analysis/overlap/critical_path.h"
#include "core/trace/trace.h"

namespace pstudio::analysis {

/// A piece of the path, in times as recorded.
struct PathPiece {
  PathKind kind = PathKind::Compute;
  TrackId track;  ///< the warp that works, issues or waits; of Copy and Matrix: the issuer
  TimeRange time; ///< pieces follow each other without gaps
  SliceId slice;  ///< innermost scope, issue, operation in flight or wait; none: of no scope
  bool operator==(const PathPiece &) const = default;
};

struct CtaPath {
  TrackId cta; ///< none: there is no path
  std::vector<PathPiece> pieces;
  uint64_t crossings = 0; ///< waits that blocked for an operation or for another warp

  Picoseconds length() const {
    return pieces.empty() ? Picoseconds() : pieces.back().time.end - pieces.front().time.begin;
  }
};

/// The CTAs whose warps have slices, in the order of the tracks. O(tracks).
std::vector<TrackId> ctasWithSlices(const Trace &trace);

/// The path that ends with the last slice of the CTA's warps: backwards along that warp, divided by
/// its innermost scopes. An operation is part of it for the time in which a wait for it blocked.
/// If the operation was issued after the wait was entered, the path continues with the warp that
/// issued it; at other waits with the warp that arrived, or, at a barrier, reached it last. Waits
/// are those of `overlap`, which is of the CTA's launch or null, and the scopes of the mode
/// "barriers". Time before a warp's first record is not part of it. \param trace  as recorded:
/// subtraction of the recording cost shifts warps relative to each other. O(slices of the CTA *
/// log).
CtaPath findCtaPath(const Trace &trace, TrackId cta, const LaunchOverlap *overlap);

/// The share of a path of the pieces with one kind and name.
struct PathShare {
  PathKind kind = PathKind::Compute;
  StringId name; ///< of the slices; none: of no scope
  uint64_t pieces = 0;
  Picoseconds total;
  double share = 0; ///< of the length of the path, 0 to 1
  SliceId longest;  ///< of the longest piece; none if it is of no scope
};

/// The largest first. O(pieces log pieces).
std::vector<PathShare> pathShares(const Trace &trace, const CtaPath &path);

} // namespace pstudio::analysis
