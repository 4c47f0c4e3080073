// SPDX-License-Identifier: Apache-2.0
// Converts an ActivityLog to tracks, slices and arrows of the trace that contains the records.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "collector/activity/activity_clock.h"
#include "collector/activity/activity_log.h"
#include "core/run/activity_settings.h"
#include "core/trace/trace_builder.h"

namespace pstudio::activity {

/// The relation of a kernel of the log to the run.
struct KernelRole {
  bool isOwn = false; ///< a measuring kernel of this program, not the user's
  LaunchId launch;    ///< in the trace; none of a warm-up
};

/// The log and its context.
struct ActivityCapture {
  ActivityLog log;
  ActivityClock clock;
  ActivityKinds shown; ///< the log has other kinds only because the clock needs them
  /// Activity that began before this time belongs to the setup: it is counted and left out [ns of
  /// the tool's clock].
  int64_t fromNs = 0;
  std::map<uint32_t, KernelRole> kernels; ///< by correlation; unlisted kernels belong to other code
  std::string tool;                       ///< "CUPTI 13.0"
  std::string device;                     ///< "NVIDIA H200"
};

/// The distance of records from the begin and end of their kernels in the log.
struct Containment {
  size_t launches = 0; ///< that were compared
  /// The largest distance of a record outside of its kernel, at either end. Negative if all records
  /// are inside: then the smallest distance to the kernel's begin or end [ns].
  double outsideNs = 0.0;
};

/// Records may lie this far outside of their kernel, in addition to the uncertainty of the two
/// clocks: the tool rounds its times, and the line fitted to an SM's clock has an error [ns].
inline constexpr double kContainmentToleranceNs = 1000.0;

/// Adds the shown activity, above the kernels' own tracks: process > thread with its calls, device
/// > context > stream with kernels, copies and memsets, and an arrow from each call to the work
/// that it requested. Missing activity, and activity without a place, becomes a note. O(n log n).
Containment addActivity(const ActivityCapture &capture, TraceBuilder &trace);

} // namespace pstudio::activity
