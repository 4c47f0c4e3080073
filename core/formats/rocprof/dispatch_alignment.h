// SPDX-License-Identifier: Apache-2.0
// Maps rocprofv3's clock to the device's timer, by kernels that both recorded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/trace/trace.h"

namespace pstudio::rocprof {

/// Category of the slices that rocprofv3 writes for kernels.
inline constexpr std::string_view kDispatchCategory = "kernel_dispatch";

/// A kernel as one of the two recorded it, from its begin to its end [absolute ns of a clock].
struct Interval {
  int64_t beginNs = 0;
  int64_t endNs = 0;
};

/// Offset of the clocks: device's timer = rocprofv3's clock + offsetNs.
struct Alignment {
  int64_t offsetNs = 0;
  double uncertaintyNs = 0.0; ///< largest error of offsetNs, from the dispatches that enclose the
                              ///< records
  size_t launches = 0;        ///< of ours that were found among the dispatches
  size_t others = 0;          ///< dispatches of the same kernels that we have no records of
  /// Other dispatches fit as well: the last ones were chosen, because warm-ups precede them.
  bool isAmbiguous = false;
};

/// Records lie inside of their dispatch, which bounds the offset from both sides; the bounds of all
/// launches hold together, up to 1 us and the drift of two clocks (100 parts per million of the
/// time between the launches). InvalidInput, saying what does not fit, if `recorded` has no launch
/// with measured times, `traced` no dispatches or fewer than launches, or if no order of dispatches
/// encloses the records. O(launches * dispatches).
Result<Alignment> alignDispatches(const Trace &recorded, const Trace &traced);

/// The kernel's name as both write it: without parameters, without ".kd".
std::string plainKernelName(std::string_view name);

} // namespace pstudio::rocprof
