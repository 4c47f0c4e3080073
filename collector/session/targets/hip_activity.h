// SPDX-License-Identifier: Apache-2.0
// Device activity that a tool of ROCm records during a run, and the match of its kernels with the
// launches.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collector/activity/activity_trace.h"
#include "collector/activity/hip/activity_source.h"
#include "core/run/activity_settings.h"
#include "core/trace/trace_builder.h"

namespace pstudio {

class ProgressSink;

/// A launched kernel, in the order of the launches.
struct HipLaunchSeen {
  std::string kernel;
  std::array<uint32_t, 3> grid{};
  std::array<uint32_t, 3> block{};
  LaunchId launch = {}; ///< id in the trace; invalid for a warm-up
  /// First and last reading of the device's timer by its CTAs; nullopt without records.
  std::optional<std::pair<Nanoseconds, Nanoseconds>> readings = {};
};

/// Never fails: if there is no tool, or another tool is active, it records nothing and adds a note
/// with the reason to the trace. [one thread]
class HipActivity {
public:
  /// Null if `kinds` is empty. Call it before the HIP runtime is opened.
  static std::unique_ptr<HipActivity> begin(const ActivityKinds &kinds,
                                            const Environment &environment = processEnvironment());

  /// Starts the time range of the trace. Later calls have no effect until addTo().
  void beginRun();
  /// Adds a launch that was queued.
  void addLaunch(HipLaunchSeen launch) { m_launches.push_back(std::move(launch)); }
  /// Sets the first and last reading of the device's timer by the CTAs of the launch added last.
  void noteReadings(Nanoseconds first, Nanoseconds last);
  /// Sets the trace's id of the launch that was added last.
  void noteRecorded(LaunchId launch);

  /// Adds the activity since the last call to the trace, and a line to the log. Launches and the
  /// tool's kernels of the same names are matched in their order. The timer readings of the CTAs of
  /// a launch lie within the time of its kernel, which relates the two clocks. The device must be
  /// idle, or `isLost`: then this does not wait for the tool.
  void addTo(TraceBuilder &trace, ProgressSink &progress, const std::string &device,
             Nanoseconds timerTick, bool isLost);

private:
  explicit HipActivity(const ActivityKinds &kinds) : m_kinds(kinds) {}
  std::vector<activity::ClockAnchor> match(activity::ActivityCapture &capture, TraceBuilder &trace,
                                           Nanoseconds timerTick);

  ActivityKinds m_kinds;
  std::unique_ptr<roc::ActivitySource> m_source; ///< none where no tool can be used
  std::string m_rejection;                       ///< reason if m_source is null
  std::vector<HipLaunchSeen> m_launches;         ///< since the last addTo()
  size_t m_launchCount = 0;                      ///< launches before those in m_launches
  std::optional<int64_t> m_fromNs;
};

} // namespace pstudio
