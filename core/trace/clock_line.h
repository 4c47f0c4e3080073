// SPDX-License-Identifier: Apache-2.0
// The line from one SM's cycle counter to trace time, and where its rate comes from.
#pragma once

#include <cstdint>

#include "core/base/units.h"

namespace pstudio {

/// Where a clock's rate comes from. Shown beside every time that depends on it.
enum class TimeBase : uint8_t {
  Measured, ///< fitted over pairs of (cycle counter, global timer) read on the device
  Model,    ///< virtual cycles of the CPU target: never a hardware time
  Assumed,  ///< a rate from a file that was not measured (Triton Proton's "1 GHz")
};

/// A straight line from one SM's cycle counter to trace time, for one launch.
/// time [ps] = origin + (cycles - cycleOrigin) * picosecondsPerCycle.
struct ClockLine {
  Cycles cycleOrigin;
  Picoseconds origin;
  double picosecondsPerCycle = 1000.0; ///< > 0
  double uncertaintyPs = 0.0;          ///< bound of the distance to the true time within
                                       ///< the launch [ps]; 0 for a model
  TimeBase base = TimeBase::Measured;

  /// Rounded to the nearest picosecond. Exact for |cycles - cycleOrigin| < 2^53 /
  /// picosecondsPerCycle.
  Picoseconds toTime(Cycles cycles) const;
  /// Cycles after cycleOrigin.
  double offsetOf(Cycles cycles) const;
  /// The time at an offset from cycleOrigin [cycles], which need not be whole.
  Picoseconds atOffset(double cycles) const;
  /// The nearest cycle; the inverse of toTime within half a cycle.
  Cycles toCycles(Picoseconds time) const;
  bool operator==(const ClockLine &) const = default;
};

} // namespace pstudio
