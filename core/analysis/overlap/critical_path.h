// SPDX-License-Identifier: Apache-2.0
// The chain of work, copies and synchronization that a CTA's duration consists of.
#pragma once

#include <array>
#include <vector>

#include "core/analysis/overlap/async_operation.h"

namespace pstudio::analysis {

struct LaunchOverlap;

/// Kind of a piece of the path.
enum class PathKind : uint8_t {
  Compute,         ///< a warp works (or waits at an unrecorded place)
  Issue,           ///< a warp issues the operation of the next piece
  Copy,            ///< a wait that blocked, while the copy was in flight
  Matrix,          ///< a wait that blocked, while the matrix operation was in flight
  Synchronization, ///< from an arrival to the end of the wait that it released
  Wait,            ///< a wait that blocked for an unrecorded cause
};
inline constexpr uint8_t kPathKinds = 6;

/// A piece of the path. Pieces follow each other without gaps.
struct PathSegment {
  PathKind kind = PathKind::Compute;
  uint32_t unit = kNoIndex; ///< of LaunchOverlap::units; of Copy and Matrix: the issuer
  Ticks begin;
  Ticks end;
  uint32_t wait = kNoIndex;      ///< of LaunchOverlap::waits: ends with the piece; none for work
  uint32_t operation = kNoIndex; ///< of LaunchOverlap::operations
};

struct CriticalPath {
  uint32_t cta = kNoIndex;                 ///< of LaunchOverlap::ctas; none: there is no path
  std::vector<PathSegment> segments;       ///< in order of time
  std::array<int64_t, kPathKinds> ticks{}; ///< by PathKind
  int64_t total = 0;                       ///< [ticks]
};

/// The path that ends with the end of the CTA: backwards along the warp that ends last. An
/// operation is part of it for the measured time in which a wait for it blocked; the time before
/// the wait belongs to the work that hid the operation. Where the operation was issued, or the warp
/// arrived, after the wait was entered, the path continues at the warp that issued or arrived. Time
/// before a warp's first record is unknown and not part of the path. O(waits of the CTA).
CriticalPath findCriticalPath(const LaunchOverlap &launch, uint32_t cta);

} // namespace pstudio::analysis
