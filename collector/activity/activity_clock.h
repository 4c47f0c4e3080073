// SPDX-License-Identifier: Apache-2.0
// Converts the clock of a vendor's tool to the device's timer, the time axis of the records of a
// run.
#pragma once

#include <cstdint>
#include <vector>

#include "collector/activity/activity_log.h"
#include "core/base/units.h"

namespace pstudio::activity {

/// A kernel with times on both clocks: the tool reports its begin and end, and the kernel itself
/// reads the device's timer while it runs.
struct ClockAnchor {
  ToolTime tool;
  Nanoseconds first;        ///< the kernel's first value of the device's timer
  Nanoseconds last;         ///< its last value
  Nanoseconds timerTick{1}; ///< a value t means [t, t + timerTick)
};

/// Each anchor bounds the offset (device's timer - tool's clock) at its time from both sides: no
/// value of the timer is before the kernel's begin or after its end. Consecutive anchors whose
/// bounds overlap narrow each other. Where the clocks have drifted apart, a new stretch begins, and
/// between stretches the offset is interpolated. O(anchors) to construct, O(log anchors) for a
/// conversion.
class ActivityClock {
public:
  /// Anchors may be in any order. Without anchors, isKnown() is false.
  static ActivityClock fit(std::vector<ClockAnchor> anchors);

  bool isKnown() const { return !m_stretches.empty(); }
  /// On the device's timer. isKnown() must hold.
  Nanoseconds toDevice(int64_t toolNs) const;
  /// Maximum error of toDevice() by the anchors [ns].
  double uncertaintyNs() const { return m_uncertaintyNs; }
  /// The offset in the middle of the first stretch [ns].
  int64_t offsetNs() const { return m_stretches.empty() ? 0 : m_stretches.front().offsetNs; }
  size_t anchorCount() const { return m_anchorCount; }

private:
  /// Consecutive anchors with a common offset.
  struct Stretch {
    int64_t beginNs = 0; ///< of the first anchor, on the tool's clock
    int64_t endNs = 0;   ///< of the last
    int64_t offsetNs = 0;
  };
  std::vector<Stretch> m_stretches; ///< by time, not overlapping
  double m_uncertaintyNs = 0.0;
  size_t m_anchorCount = 0;
};

} // namespace pstudio::activity
