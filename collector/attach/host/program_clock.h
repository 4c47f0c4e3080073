// SPDX-License-Identifier: Apache-2.0
// One time axis for the host, the profiler and the device timer of an attached process.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "collector/activity/activity_clock.h"
#include "collector/attach/host/program_events.h"

namespace pstudio::attach {

/// A recorded launch whose CTAs have read the device's timer.
struct TimedLaunch {
  uint64_t callBegin = 0; ///< of the driver's function, host's clock [ns]
  Nanoseconds first;      ///< first reading of the device's timer
  Nanoseconds last;       ///< last reading
  Nanoseconds timerTick{1};
  const KernelActivity *kernel = nullptr; ///< activity that contains all of it; or null
};

/// Activities that contain recorded launches.
class LaunchAnchors {
public:
  /// `events` must outlive this object. O((launches + kernels) log recorded launches).
  explicit LaunchAnchors(const ProgramEvents &events);
  /// The activity of the recorded launch with this index; where the profiler recorded replays of
  /// graphs as a whole, that of the replay of a node; null if there is none, or for -1.
  const KernelActivity *of(int64_t launch) const;

private:
  const ProgramEvents &m_events;
  std::map<int64_t, const KernelActivity *> m_activities; ///< by launch
};

/// Maps the host's and the profiler's clock to the axis of a trace: the device's timer if a launch
/// was recorded, else the profiler's clock, else the host's.
class ProgramClock {
public:
  /// Relation of the host's or the profiler's clock to the axis.
  enum class Relation : uint8_t { Unknown, Measured, LowerBound };

  static ProgramClock fit(const ProgramEvents &events, const std::vector<TimedLaunch> &recorded);

  /// Converts a time to the axis [ns]. The relation of the clock must not be Unknown.
  int64_t ofHost(uint64_t time) const;
  int64_t ofActivity(uint64_t time) const;
  Relation host() const { return m_host; }
  Relation activity() const { return m_activity; }
  /// Relation of the device's timer and the profiler's clock, if both timed a launch.
  const activity::ActivityClock &deviceClock() const { return m_device; }
  /// Largest uncertainty of the pairs of host and profiler times [ns].
  uint64_t pairUncertaintyNs() const { return m_pairUncertainty; }

private:
  /// Profiler's clock minus host clock at one host time.
  struct Pair {
    int64_t host = 0;
    int64_t offset = 0;
  };
  int64_t offsetAt(int64_t host) const;
  void relateHostToProfiler(const ProgramEvents &events);

  std::vector<Pair> m_pairs; ///< by host time
  uint64_t m_pairUncertainty = 0;
  activity::ActivityClock m_device;
  int64_t m_hostToAxis = 0;   ///< offset if the host clock is related to the axis directly
  bool m_isHostFirst = false; ///< profiler times are first converted to host times
  Relation m_hostToProfiler = Relation::Unknown;
  Relation m_host = Relation::Unknown;
  Relation m_activity = Relation::Unknown;
};

} // namespace pstudio::attach
