// SPDX-License-Identifier: Apache-2.0
// The value ranges of the lines of counters.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace pstudio {

/// The numbers at the bottom and the top of a counter's line.
struct CounterScale {
  double low = 0;
  double high = 0; ///< more than `low`, unless no sample is finite
  double least = 0;
  double most = 0; ///< of the samples
  bool isEmpty() const { return !(low < high); }
  bool operator==(const CounterScale &) const = default;
};

/// The scale of every track, by TrackId. Counters that kernels record (counters below warps) share
/// one scale for each name and unit, so heights are comparable between warps. Each other counter
/// has its own scale. The scale contains zero, unless all values are nearer to each other than to
/// zero. Samples that are not finite are ignored. O(samples).
std::vector<CounterScale> counterScales(const Trace &trace);

/// Whether the counter is one that a kernel recorded: it lies below a warp.
bool isRecordedValue(const Trace &trace, TrackId counter);

/// "0 .. 128 rows": the range of the counter's values. Empty without samples.
std::string scaleText(const Trace &trace, TrackId counter, const CounterScale &scale);

/// The end of the line of a counter: the end of the trace. The line of a recorded counter ends at
/// the last slice of its warp or its last sample, whichever is later.
Picoseconds counterEnd(const Trace &trace, TrackId counter);

/// Index into Trace::samples() of the last sample of `counter` before `time`; UINT32_MAX if there
/// is none. O(log samples).
uint32_t sampleBefore(const Trace &trace, TrackId counter, Picoseconds time);

} // namespace pstudio
