// SPDX-License-Identifier: Apache-2.0
// Number and total duration of the slices of each name, counted once, when the trace is made.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/ids.h"
#include "core/base/units.h"
#include "core/trace/packed_columns.h"
#include "core/trace/trace_parts.h"

namespace pstudio {

/// All slices of one name. Durations are those of its whole slices (isWholeSlice()).
struct NameUse {
  StringId name;
  uint64_t count = 0;
  uint64_t wholeCount = 0;
  Picoseconds total;                 ///< sum of the durations; nested slices count in each
  std::optional<Picoseconds> median; ///< of up to kMedianSample evenly spaced whole slices
  double warpTotalPs = -1;           ///< total of slices on tracks of warps; -1: no slice is on one
  bool isInKernel = false;           ///< some are on tracks of a launch

  static constexpr uint64_t kMedianSample = 4096;
};

/// Every name that a slice has, ascending. `names`, `durations` and `flags` have a value for each
/// slice. O(slices), on all cores.
std::vector<NameUse> countNames(std::span<const Row> rows, std::span<const Track> tracks,
                                std::span<const StringId> names, const Lengths &durations,
                                std::span<const uint8_t> flags);

} // namespace pstudio
