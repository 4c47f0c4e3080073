// SPDX-License-Identifier: Apache-2.0
// Readings of the SMs' clocks around launches.
#pragma once

#include <cstdint>
#include <vector>

#include "collector/runtime/cuda/clock_probe.h"
#include "collector/runtime/cuda/kernel_launch.h"
#include "collector/session/targets/device_activity.h"
#include "core/record/launch_decoder.h"

namespace pstudio {

/// Launches of one device that overlap share their readings: the clocks are read before the first
/// of them and after the last, when nothing else runs, since the reading takes a whole SM at a
/// time. [one thread]
class LaunchClocks {
public:
  /// `activity` may be null; else it must outlive this, and tells the numbers of the probes.
  LaunchClocks(cuda::ClockProbe probe, const DeviceActivity *activity)
      : m_probe(std::move(probe)), m_activity(activity) {}

  /// A launch comes: if none runs, a reading is queued in `stream`.
  Result<void> begin(cuda::Stream &stream);
  /// The launch that begin() announced has ended, or was not made.
  void end() { --m_running; }
  bool isIdle() const { return m_running == 0; }

  /// The readings around the launches since isIdle() was true before; only while it is true again.
  /// The clocks are read once more, in `stream`, unless an earlier call did so.
  Result<void> finish(cuda::Stream &stream);
  /// What there is of them after a launch that did not end, by way of another stream.
  Result<void> readInterrupted(cuda::Stream &stream);

  const std::vector<record::ClockReading> &before() const { return m_before; }
  const std::vector<record::ClockReading> &after() const { return m_after; }
  Nanoseconds timerTick() const { return m_timerTick; }
  /// The earliest time of before().
  Nanoseconds beginTime() const;
  uint32_t numberBefore() const { return m_numberBefore; } ///< as LaunchNumbers
  uint32_t numberAfter() const { return m_numberAfter; }

private:
  uint32_t lastNumber() const { return m_activity ? m_activity->lastLaunch() : 0; }

  cuda::ClockProbe m_probe;
  const DeviceActivity *m_activity;
  unsigned m_running = 0;
  bool m_isFinished = false;
  uint32_t m_numberBefore = 0;
  uint32_t m_numberAfter = 0;
  std::vector<record::ClockReading> m_before;
  std::vector<record::ClockReading> m_after;
  Nanoseconds m_timerTick{1};
};

} // namespace pstudio
