// SPDX-License-Identifier: Apache-2.0
// The chain of work, copies and synchronization that a CTA's duration consists of.
#pragma once

#include <array>
#include <vector>

#include "core/analysis/overlap/async_operation.h"

namespace pstudio::analysis {

struct LaunchOverlap;

/// What a piece of the path is spent on.
enum class PathKind : uint8_t {
  Compute,         ///< a warp works (or waits for what is not recorded)
  Issue,           ///< a warp issues the operation that the path goes on with
  Copy,            ///< a wait that blocked, while the copy was in flight
  Matrix,          ///< a wait that blocked, while the matrix operation was in flight
  Synchronization, ///< from an arrival to the end of the wait that it ended
  Wait,            ///< a wait that blocked, for what is not recorded
};
inline constexpr uint8_t kPathKinds = 6;

/// A piece of the path. Pieces follow each other without gaps.
struct PathSegment {
  PathKind kind = PathKind::Compute;
  uint32_t unit = kNoIndex; ///< of LaunchOverlap::units; of Copy and Matrix: that issued it
  Ticks begin;
  Ticks end;
  uint32_t wait = kNoIndex;      ///< of LaunchOverlap::waits: that ends with it; none for work
  uint32_t operation = kNoIndex; ///< of LaunchOverlap::operations
};

struct CriticalPath {
  uint32_t cta = kNoIndex;                 ///< of LaunchOverlap::ctas; none: there is no path
  std::vector<PathSegment> segments;       ///< in order of time
  std::array<int64_t, kPathKinds> ticks{}; ///< by PathKind
  int64_t total = 0;                       ///< [ticks]
};

/// The path that ends with the CTA's last exit: backwards along the warp that ends last. An
/// operation is part of it as long as a wait for it blocked, as measured; the time before the wait
/// belongs to the work that hid the operation. Where the operation was issued, or the warp arrived,
/// after the wait was entered, the path continues at the warp that issued or arrived. Time before a
/// warp's first record is not known and not part of it. O(waits of the CTA).
CriticalPath findCriticalPath(const LaunchOverlap &launch, uint32_t cta);

} // namespace pstudio::analysis
