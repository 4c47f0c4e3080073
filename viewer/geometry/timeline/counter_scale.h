// SPDX-License-Identifier: Apache-2.0
// What range of numbers the lines of counters show.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace pstudio {

/// The numbers at the bottom and the top of a counter's line.
struct CounterScale {
  double low = 0;
  double high = 0; ///< more than `low`, unless there is no sample that is a number
  double least = 0;
  double most = 0; ///< of the samples
  bool isEmpty() const { return !(low < high); }
  bool operator==(const CounterScale &) const = default;
};

/// The scale of every track, by TrackId. Values that kernels record (counters below warps) have one
/// scale for all of a name and unit, so that heights can be compared between warps; other counters
/// have their own. Zero is on the scale, unless all numbers are nearer to each other than to zero.
/// Samples that are no numbers have no part in it. O(samples).
std::vector<CounterScale> counterScales(const Trace &trace);

/// Whether the counter is one that a kernel recorded: it lies below a warp.
bool isRecordedValue(const Trace &trace, TrackId counter);

/// "0 .. 128 rows": the numbers between which a counter is. Empty without samples.
std::string scaleText(const Trace &trace, TrackId counter, const CounterScale &scale);

/// Where the counter ends: its last value holds no longer than its warp is known to run.
Picoseconds counterEnd(const Trace &trace, TrackId counter);

/// Index into Trace::samples() of the last sample of `counter` before `time`; UINT32_MAX if there
/// is none. O(log samples).
uint32_t sampleBefore(const Trace &trace, TrackId counter, Picoseconds time);

} // namespace pstudio
