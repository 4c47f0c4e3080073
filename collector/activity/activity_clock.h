// SPDX-License-Identifier: Apache-2.0
// From the clock of a vendor's tool to the device's timer, on which the records of a run lie.
#pragma once

#include <cstdint>
#include <vector>

#include "collector/activity/activity_log.h"
#include "core/base/units.h"

namespace pstudio::activity {

/// A kernel of which both clocks are known: the tool says when it ran, and the kernel itself read
/// the device's timer while it did.
struct ClockAnchor {
  ToolTime tool;
  Nanoseconds first;        ///< the kernel's first reading of the device's timer
  Nanoseconds last;         ///< its last
  Nanoseconds timerTick{1}; ///< a reading t means [t, t + timerTick)
};

/// Each anchor bounds the offset (device's timer - tool's clock) at its time from both sides: no
/// reading can be before the kernel began or after it ended. Anchors that agree with the ones
/// before narrow each other; where the clocks have drifted apart a new stretch begins, and between
/// stretches the offset is interpolated. O(anchors) to make, O(log anchors) to ask.
class ActivityClock {
public:
  /// In any order; none makes a clock that knows nothing.
  static ActivityClock fit(std::vector<ClockAnchor> anchors);

  bool isKnown() const { return !m_stretches.empty(); }
  /// On the device's timer. isKnown() must hold.
  Nanoseconds toDevice(int64_t toolNs) const;
  /// How far toDevice() may be from the truth at most, by the anchors [ns].
  double uncertaintyNs() const { return m_uncertaintyNs; }
  /// The offset in the middle of the first stretch [ns].
  int64_t offsetNs() const { return m_stretches.empty() ? 0 : m_stretches.front().offsetNs; }
  size_t anchorCount() const { return m_anchorCount; }

private:
  /// Anchors that one offset fits.
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
