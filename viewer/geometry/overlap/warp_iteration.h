// SPDX-License-Identifier: Apache-2.0
// An iteration of a loop in one warp as an object: its extent, its slices and operations, and their
// difference from the median iteration.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/geometry/overlap_data.h"

namespace pstudio {

/// One iteration. A loop is a channel of the overlap analysis (analysis::Channel). The iterations
/// of a warp begin at its waits for the operations of the channel; where it waits for none, at its
/// issues. An iteration ends where the next one begins; the last one with its warp, unless that is
/// later than twice the median length: then after the median length.
struct WarpIteration {
  uint32_t launch = 0;   ///< index into OverlapData::launches()
  uint32_t channel = 0;  ///< of LaunchOverlap::channels
  uint32_t unit = 0;     ///< of LaunchOverlap::units
  uint64_t instance = 0; ///< number of the operation, as in the overlap view
  size_t index = 0;      ///< among the iterations of the warp
  size_t count = 0;      ///< recorded iterations of the warp
  TimeRange time;        ///< in the times that were passed
  Picoseconds median;    ///< length of the median iteration of the warp
  SliceId step;          ///< that begins it
  bool operator==(const WarpIteration &) const = default;
};

/// A slice of an iteration, or an operation in flight.
struct WarpIterationPart {
  SliceId slice;
  bool isFlight = false;
  Picoseconds begin;                     ///< after the begin of the iteration; of flights maybe < 0
  std::optional<Picoseconds> length;     ///< none: begin or end is not recorded
  std::optional<Picoseconds> difference; ///< from the median of the same part in all iterations
  bool operator==(const WarpIterationPart &) const = default;
};

/// The iteration that a slice belongs to: that of its operation, else the one in which it begins.
/// \param times  the trace as recorded, or the same with other times. O(operations of a channel).
std::optional<WarpIteration> iterationOf(const OverlapData &overlap, const Trace &times,
                                         SliceId slice);

/// The parts of an iteration by begin: slices of the warp that begin in it, and operations with its
/// number that the warp issues or waits for. Parts correspond if they have the same name, category
/// and order in their iterations. O(slices of the warp * log + operations of the channel).
std::vector<WarpIterationPart> iterationParts(const OverlapData &overlap, const Trace &times,
                                              const WarpIteration &iteration);

/// The slice that corresponds to `slice` in the next (1) or previous (-1) iteration of the warp, or
/// the step that begins that iteration; none after the last one. O(as iterationParts()).
SliceId sliceOfNeighbour(const OverlapData &overlap, const Trace &times,
                         const WarpIteration &iteration, SliceId slice, int direction);

/// "iteration 7, warp 3, CTA 0".
std::string iterationName(const OverlapData &overlap, const WarpIteration &iteration);
/// "+12.0 ns", "-3.00 ns"; "as the median" for 0.
std::string medianDifferenceText(Picoseconds difference);

} // namespace pstudio
