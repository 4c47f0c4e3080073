// SPDX-License-Identifier: Apache-2.0
// One time axis for the host, the profiler and the device timer of an attached process.
#pragma once

#include <cstdint>
#include <vector>

#include "collector/activity/activity_clock.h"
#include "collector/attach/host/program_events.h"

namespace pstudio::attach {

/// A recorded launch whose blocks have read the device's timer.
struct TimedLaunch {
  uint64_t callBegin = 0; ///< of the driver's function, host's clock [ns]
  Nanoseconds first;      ///< first reading of the device's timer
  Nanoseconds last;       ///< last reading
  Nanoseconds timerTick{1};
  const KernelActivity *kernel = nullptr; ///< the same launch as the profiler timed it; or null
};

/// Maps the host's and the profiler's clock to the axis of a trace: the device's timer if a launch
/// was recorded, else the profiler's clock, else the host's.
class ProgramClock {
public:
  /// How the host's clock is related to the axis.
  enum class Relation : uint8_t { Unknown, Measured, LowerBound };

  static ProgramClock fit(const ProgramEvents &events, const std::vector<TimedLaunch> &recorded);

  /// On the axis [ns]. The clock must be related to it.
  int64_t ofHost(uint64_t time) const;
  int64_t ofActivity(uint64_t time) const;
  Relation host() const { return m_host; }
  Relation activity() const { return m_activity; }
  /// The device's timer and the profiler's clock, where both timed a launch.
  const activity::ActivityClock &deviceClock() const { return m_device; }
  /// Of a host time beside that of the device's timer [ns].
  uint64_t pairUncertaintyNs() const { return m_pairUncertainty; }

private:
  /// Profiler's minus host's clock at one host time.
  struct Pair {
    int64_t host = 0;
    int64_t offset = 0;
  };
  int64_t offsetAt(int64_t host) const;
  void relateHostToProfiler(const ProgramEvents &events);

  std::vector<Pair> m_pairs; ///< by host time
  uint64_t m_pairUncertainty = 0;
  activity::ActivityClock m_device;
  int64_t m_hostToAxis = 0;   ///< where the host is related to the axis directly
  bool m_isHostFirst = false; ///< the profiler's times go through the host's
  Relation m_hostToProfiler = Relation::Unknown;
  Relation m_host = Relation::Unknown;
  Relation m_activity = Relation::Unknown;
};

} // namespace pstudio::attach
