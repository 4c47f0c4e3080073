// SPDX-License-Identifier: Apache-2.0
// Fits the line from one SM's cycle counter to trace time, with an error bound.
#pragma once

#include <limits>
#include <optional>
#include <span>

#include "core/clocks/clock_region.h"
#include "core/trace/trace.h"

namespace pstudio::record {

/// Times farther from the trace's origin than this are invalid: 10 days.
inline constexpr Nanoseconds kMaxTimeOffset{10LL * 24 * 3600 * 1'000'000'000};

/// The cycle counter of one SM and the global timer, read together.
struct ClockPair {
  Cycles cycles;
  Nanoseconds time; ///< absolute
};

/// The pairs of one SM in one launch, in any order.
struct ClockPairs {
  std::span<const ClockPair> launch;   ///< of the blocks; the line must hold between these
  std::span<const ClockPair> readings; ///< made before and after the launch
};

/// Parameters of a fit that the pairs do not contain.
struct ClockFitOptions {
  Nanoseconds origin;                 ///< absolute time of trace time 0
  TimeBase base = TimeBase::Measured; ///< of the pairs
  /// Used if no rate can be fitted, and flagged, except for TimeBase::Model: there it is the rate
  /// of the model.
  double assumedPicosecondsPerCycle = 1000.0;
  /// The timer shows the time of its last tick: a pair's time t means [t, t + timerTick].
  Nanoseconds timerTick{1};
  /// Above 0: the cycle counter is the counter of the global timer, whose time is this period times
  /// the count. Nothing is fitted.
  Nanoseconds cyclePeriod{0};
  /// Largest distance of the reads of counter and timer in a launch's pair [cycles]. If no line
  /// agrees with it, the fit tries four times as many.
  double readGapCycles = 16.0;
  /// The same for readings: their kernel has no other work, and the order of its reads is fixed.
  double readingGapCycles = 4.0;
};

/// Source of the rate of a line.
enum class RateSource : uint8_t {
  Pairs,    ///< the pairs of the SM itself
  OtherSms, ///< the SM has too few pairs; the common rate of the SMs of the launch
  Assumed,  ///< ClockFitOptions::assumedPicosecondsPerCycle; line.base is TimeBase::Assumed
  Model,    ///< the same field, the rate of the model; line.base is TimeBase::Model
  Timer,    ///< ClockFitOptions::cyclePeriod
};

/// A line and the data that it was fitted to.
struct ClockFit {
  ClockLine line;
  RateSource rateSource = RateSource::Assumed;
  /// Bound of the error of the rate, relative to it: the error of a duration on the SM. Infinite
  /// where the rate is assumed or no line agrees with the pairs.
  double rateError = std::numeric_limits<double>::infinity();
  size_t points = 0;  ///< pairs with different cycle counts that the line was fitted to
  size_t ignored = 0; ///< pairs that contradict the others and were left out
  /// False: no straight line agrees with the pairs. The line is then the nearest one, and the
  /// uncertainty is its largest residual instead of a bound.
  bool isStraight = true;
};

/// All lines that the pairs of one SM allow.
///
/// A pair (c, t) bounds the true time at c to [t, t + timerTick], plus or minus the gap between its
/// two reads. Each bound is a half-plane in the space of lines, so all pairs together leave a
/// convex polygon. If the polygon is empty, either a pair is wrong (its thread was interrupted
/// between the two reads), or the clock changed its rate between launch and readings. Then pairs
/// are left out:
/// - up to a quarter of the pairs, if they are more than a tick away from the robust line (medians)
///   through all pairs, other pairs remain on both sides of the launch, and at least half of the
///   launch's own pairs remain;
/// - else all readings from the first one that contradicts the launch, by distance from the launch.
struct AllowedLines {
  ClockPair reference; ///< cycles and times of `region` and `range` are relative to it
  std::optional<ClockRegion> region; ///< none if no straight line agrees with the launch's pairs
  Interval range;                    ///< cycles of the launch
  size_t points = 0;
  size_t ignored = 0;
};

/// True if the highest rate is at most 1.5 times the lowest.
bool isRateKnown(const Interval &rates);

/// See AllowedLines. There is at least one pair. O(pairs * corners); the corners are few.
AllowedLines findAllowedLines(const ClockPairs &pairs, const ClockFitOptions &options);

/// The line in the middle of `allowed`, with `uncertaintyPs` = the greatest distance within
/// `allowed.range` to any other allowed line: an error bound. `commonRates`, if given, are the
/// common rates of the launch's SMs. They are used if the pairs determine the rate only to more
/// than half a per cent. `pairs` are those of `allowed`.
/// With ClockFitOptions::cyclePeriod the line is that of the timer, uncertain by one period; it is
/// not straight if a pair of the launch contradicts it.
ClockFit chooseLine(const AllowedLines &allowed, const std::optional<Interval> &commonRates,
                    const ClockPairs &pairs, const ClockFitOptions &options);

/// Both of the above, for one SM alone. Without pairs the line has the assumed rate. Pairs of a
/// model (TimeBase::Model) are exact: the line goes through the outermost ones, and its uncertainty
/// is 0 unless other pairs contradict it; with fewer than two pairs the line has the rate of the
/// model. If the rate is below 10 MHz or above 100 GHz, or if the pairs do not determine it
/// (isRateKnown), the rate is assumed, and the uncertainty holds at the pairs only. Counters must
/// be in [0, kMaxCycles), times within kMaxTimeOffset of the origin.
ClockFit fitClockLine(const ClockPairs &pairs, const ClockFitOptions &options);

/// Trace time of a counter; clamped to 11 days around the line's origin, so that damaged clocks do
/// not overflow.
Picoseconds timeAt(const ClockLine &line, int64_t cycles);

} // namespace pstudio::record
