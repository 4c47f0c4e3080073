// SPDX-License-Identifier: Apache-2.0
// What CUPTI sees of the device of a run, and which of its kernels are the run's launches.
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

/// CUPTI's numbers of the three kernels of a launch; 0 where one was not launched.
struct LaunchNumbers {
  uint32_t before = 0; ///< the clock probe's
  uint32_t kernel = 0;
  uint32_t after = 0; ///< the clock probe's
};

/// Never fails: where CUPTI is missing, too old or taken, it sees nothing and says why in the
/// trace. [one thread]
class DeviceActivity {
public:
  /// None if nothing is asked for. After cuInit and before the context is made. Loading CUPTI and
  /// switching it on takes some 0.1 s.
  static std::unique_ptr<DeviceActivity>
  begin(const ActivityKinds &kinds,
        const cupti::Environment &environment = cupti::processEnvironment());
  ~DeviceActivity();

  /// What happens from now on belongs into the trace, unless an earlier call said so.
  void beginRun();
  /// CUPTI's number of the kernel launched last.
  uint32_t lastLaunch() const { return m_session ? m_session->lastLaunch() : 0; }
  /// A launch and what the clock probes read around it; the latter may lack those after it.
  void addLaunch(const LaunchNumbers &numbers, std::span<const record::ClockReading> before,
                 std::span<const record::ClockReading> after, Nanoseconds timerTick);
  /// The launch added last is this one of the trace.
  void noteRecorded(LaunchId launch);

  /// Nothing is recorded any more, so that others can use CUPTI.
  void stop();

  /// Adds all since the last time to the trace, and a line to the log. Waits for nothing: the
  /// device must be idle, or lost.
  void addTo(TraceBuilder &trace, ProgressSink &progress, const cuda::Context &context);

private:
  explicit DeviceActivity(const ActivityKinds &kinds) : m_kinds(kinds) {}
  /// A clock probe that ran: its number and the first and last time that it read.
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
  std::string m_rejection;                           ///< why not
  bool m_isLost = false;
  std::optional<int64_t> m_fromNs;
  std::vector<Probe> m_probes;
  std::map<uint32_t, activity::KernelRole> m_roles;
  uint32_t m_lastKernel = 0; ///< of addLaunch()
};

} // namespace pstudio
