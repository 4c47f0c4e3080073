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

/// Overlapping launches of one device share their readings. The clocks are read before the first of
/// them and after the last, while no other kernel runs, since a CTA of the probe occupies a whole
/// SM. [one thread]
class LaunchClocks {
public:
  /// `activity` may be null. Else it must outlive this object; it provides the correlation ids of
  /// the probes.
  LaunchClocks(cuda::ClockProbe probe, const DeviceActivity *activity)
      : m_probe(std::move(probe)), m_activity(activity) {}

  /// Announces a launch. If no launch runs, queues a reading in `stream`.
  Result<void> begin(cuda::Stream &stream);
  /// The launch that begin() announced has ended, or was not made.
  void end() { --m_running; }
  bool isIdle() const { return m_running == 0; }

  /// Reads the clocks once more, in `stream`, and fetches the readings before and after the
  /// launches since the last idle state. Only while isIdle(). A second call for the same launches
  /// has no effect.
  Result<void> finish(cuda::Stream &stream);
  /// Fetches the available readings after a launch that did not end, through another stream.
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
