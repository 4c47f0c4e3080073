// SPDX-License-Identifier: Apache-2.0
// What a tool of ROCm sees of the device of a run, and which of its kernels are the run's launches.
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

/// A kernel that was launched, in the order of the launches.
struct HipLaunchSeen {
  std::string kernel;
  std::array<uint32_t, 3> grid{};
  std::array<uint32_t, 3> block{};
  LaunchId launch = {}; ///< in the trace; none of a warm-up
  /// What its CTAs read of the device's timer, first and last; nothing without records.
  std::optional<std::pair<Nanoseconds, Nanoseconds>> readings = {};
};

/// Never fails: where there is no tool, or another has its place, it sees nothing and says why in
/// the trace. [one thread]
class HipActivity {
public:
  /// None if nothing is asked for. Before the HIP runtime is opened.
  static std::unique_ptr<HipActivity> begin(const ActivityKinds &kinds,
                                            const Environment &environment = processEnvironment());

  /// What happens from now on belongs into the trace, unless an earlier call said so.
  void beginRun();
  /// A launch was queued.
  void addLaunch(HipLaunchSeen launch) { m_launches.push_back(std::move(launch)); }
  /// What the CTAs of the launch added last read of the device's timer.
  void noteReadings(Nanoseconds first, Nanoseconds last);
  /// The launch added last is this one of the trace.
  void noteRecorded(LaunchId launch);

  /// Adds all since the last time to the trace, and a line to the log. Launches and the tool's
  /// kernels of the same names are matched in their order; what the CTAs of a launch read of the
  /// device's timer lies within its kernel, which brings the two clocks together. The device must
  /// be idle, or `isLost`: then nothing is waited for.
  void addTo(TraceBuilder &trace, ProgressSink &progress, const std::string &device,
             Nanoseconds timerTick, bool isLost);

private:
  explicit HipActivity(const ActivityKinds &kinds) : m_kinds(kinds) {}
  std::vector<activity::ClockAnchor> match(activity::ActivityCapture &capture, TraceBuilder &trace,
                                           Nanoseconds timerTick);

  ActivityKinds m_kinds;
  std::unique_ptr<roc::ActivitySource> m_source; ///< none where no tool can be used
  std::string m_rejection;                       ///< why not
  std::vector<HipLaunchSeen> m_launches;         ///< since the last addTo()
  size_t m_launchCount = 0;                      ///< before those
  std::optional<int64_t> m_fromNs;
};

} // namespace pstudio
