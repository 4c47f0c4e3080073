// SPDX-License-Identifier: Apache-2.0
// Device activity that CUPTI records during a run, and the match of its kernels with the launches.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collector/activity/activity_clock.h"
#include "collector/activity/activity_trace.h"
#include "collector/activity/cupti/activity_session.h"
#include "collector/runtime/cuda/context.h"
#include "core/record/launch_decoder.h"
#include "core/run/activity_settings.h"
#include "core/trace/trace_builder.h"

namespace pstudio {

class ProgressSink;

/// CUPTI's correlation ids of the three kernels of a launch; 0 for a kernel that was not launched.
struct LaunchNumbers {
  uint32_t before = 0; ///< the clock probe's
  uint32_t kernel = 0;
  uint32_t after = 0; ///< the clock probe's
};

/// Never fails: if CUPTI is missing, too old or in use by another tool, it records nothing and adds
/// a note with the reason to the trace. [one thread]
class DeviceActivity {
public:
  /// Null if `kinds` is empty. Call it after cuInit and before the context is created. Loading and
  /// enabling CUPTI takes about 0.1 s.
  static std::unique_ptr<DeviceActivity>
  begin(const ActivityKinds &kinds,
        const cupti::Environment &environment = cupti::processEnvironment());
  ~DeviceActivity();

  /// Starts the time range of the trace. Later calls have no effect until addTo().
  void beginRun();
  /// CUPTI's correlation id of the kernel launched last.
  uint32_t lastLaunch() const { return m_session ? m_session->lastLaunch() : 0; }
  /// Adds a launch and the readings of the clock probes before and after it. `after` may be empty.
  void addLaunch(const LaunchNumbers &numbers, std::span<const record::ClockReading> before,
                 std::span<const record::ClockReading> after, Nanoseconds timerTick);
  /// Sets the trace's id of the launch that was added last.
  void noteRecorded(LaunchId launch);

  /// Stops recording, so that other users of CUPTI in the process can start.
  void stop();

  /// Adds the activity since the last call to the trace, and a line to the log. Does not wait: the
  /// device must be idle, or lost.
  void addTo(TraceBuilder &trace, ProgressSink &progress, const cuda::Context &context);

private:
  explicit DeviceActivity(const ActivityKinds &kinds) : m_kinds(kinds) {}
  /// A completed clock probe: its correlation id, and its first and last time.
  struct Probe {
    uint32_t number;
    Nanoseconds first;
    Nanoseconds last;
    Nanoseconds tick;
  };
  void addProbe(uint32_t number, std::span<const record::ClockReading> readings, Nanoseconds tick);
  activity::ActivityClock fitClock(const activity::ActivityLog &log) const;

  ActivityKinds m_kinds;
  std::unique_ptr<cupti::ActivitySession> m_session; ///< none where CUPTI cannot be used
  std::string m_rejection;                           ///< reason if m_session is null
  bool m_isLost = false;
  std::optional<int64_t> m_fromNs;
  std::vector<Probe> m_probes;
  std::map<uint32_t, activity::KernelRole> m_roles;
  uint32_t m_lastKernel = 0; ///< of addLaunch()
};

} // namespace pstudio
