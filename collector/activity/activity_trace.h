// SPDX-License-Identifier: Apache-2.0
// From an ActivityLog to tracks, slices and arrows of the trace that our own records are in.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "collector/activity/activity_clock.h"
#include "collector/activity/activity_log.h"
#include "core/run/activity_settings.h"
#include "core/trace/trace_builder.h"

namespace pstudio::activity {

/// What a kernel of the log is to the run.
struct KernelRole {
  bool isOwn = false; ///< one of ours that measures, not the user's
  LaunchId launch;    ///< in the trace; none of a warm-up
};

/// What is known beside the log.
struct ActivityCapture {
  ActivityLog log;
  ActivityClock clock;
  ActivityKinds shown; ///< the others are in the log because the clock needs them
  /// Activity that began before it belonged to setting the run up, and is counted and left out
  /// [ns of the tool's clock].
  int64_t fromNs = 0;
  std::map<uint32_t, KernelRole> kernels; ///< by correlation; those that are not listed are others'
  std::string tool;                       ///< "CUPTI 13.0"
  std::string device;                     ///< "NVIDIA H200"
};

/// How well the kernels of the log enclose the records that were made in them.
struct Containment {
  size_t launches = 0; ///< that were compared
  /// The farthest that a record lies outside of its kernel, at either end; below 0 the nearest that
  /// one comes to its kernel's begin or end from inside [ns].
  double outsideNs = 0.0;
};

/// Records are allowed to lie this far outside of their kernel, beside what the two clocks are
/// uncertain by: the tool rounds, and so does the line of an SM's clock [ns].
inline constexpr double kContainmentToleranceNs = 1000.0;

/// Adds what is shown, above the kernels' own tracks: process > thread with its calls, device >
/// context > stream with kernels, copies and memsets, and an arrow from each call to what it asked
/// for. What is missing or could not be placed becomes a note. O(n log n).
Containment addActivity(const ActivityCapture &capture, TraceBuilder &trace);

} // namespace pstudio::activity
