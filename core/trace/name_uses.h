// SPDX-License-Identifier: Apache-2.0
// Number and total duration of the slices of each name, counted once, when the trace is made.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/ids.h"
#include "core/base/units.h"
#include "core/trace/packed_columns.h"
#include "core/trace/trace_parts.h"

namespace pstudio {

/// All slices of one name.
struct NameUse {
  StringId name;
  uint64_t count = 0;
  Picoseconds total;       ///< sum of the durations; nested slices count in each
  Picoseconds median;      ///< of up to kMedianSample evenly spaced slices
  double warpTotalPs = -1; ///< likewise of slices on tracks of warps; -1: there are none
  bool isInKernel = false; ///< some are on tracks of a launch

  static constexpr uint64_t kMedianSample = 4096;
};

/// Every name that a slice has, ascending. O(slices), on all cores.
std::vector<NameUse> countNames(std::span<const Row> rows, std::span<const Track> tracks,
                                std::span<const StringId> names, const Lengths &durations);

} // namespace pstudio
