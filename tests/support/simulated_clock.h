// SPDX-License-Identifier: Apache-2.0
// An SM's cycle counter and a ticking global timer, for tests that compare with the true time.
#pragma once

#include <cmath>
#include <random>

#include "core/clocks/clock_fit.h"

namespace pstudio::test {

/// A clock with a given true line. A pair is read as on a device: the timer is read up to
/// `gapCycles` before or after the counter, and rounded down to its tick.
struct SimulatedClock {
  double picosecondsPerCycle = 505.0;
  int64_t firstCycle = 0;
  int64_t firstTimeNs = 0; ///< absolute, at firstCycle
  double phasePs = 0;      ///< added to it
  int64_t tickNs = 32;
  double gapCycles = 16;

  /// True time since firstTimeNs [ps].
  double truth(double cycles) const {
    return phasePs + (cycles - static_cast<double>(firstCycle)) * picosecondsPerCycle;
  }
  /// The same for a cycle count, relative to a trace's origin [ps].
  double truthFrom(Nanoseconds origin, int64_t cycles) const {
    return truth(static_cast<double>(cycles)) +
           static_cast<double>(firstTimeNs - origin.value) * 1000.0;
  }
  /// The pair that a thread reads at `cycles`. `delayPs` is a delay between its two reads.
  record::ClockPair read(int64_t cycles, std::mt19937_64 &random, double delayPs = 0) const {
    const double gap = std::uniform_real_distribution<double>(-gapCycles, gapCycles)(random);
    const double seen = truth(static_cast<double>(cycles) + gap) + delayPs;
    const int64_t time = firstTimeNs + static_cast<int64_t>(std::floor(seen / 1000.0));
    return {Cycles(cycles), Nanoseconds(time - time % tickNs)};
  }
};

} // namespace pstudio::test
