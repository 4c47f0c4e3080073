// SPDX-License-Identifier: Apache-2.0
// Fits the line from one SM's cycle counter to trace time, with a bound of its error.
#pragma once

#include <limits>
#include <optional>
#include <span>

#include "core/clocks/clock_region.h"
#include "core/trace/trace.h"

namespace pstudio::record {

/// Times further from the trace's origin than this are damage: 10 days.
inline constexpr Nanoseconds kMaxTimeOffset{10LL * 24 * 3600 * 1'000'000'000};

/// The cycle counter of one SM and the global timer, read together.
struct ClockPair {
  Cycles cycles;
  Nanoseconds time; ///< absolute
};

/// The pairs of one SM in one launch, in any order.
struct ClockPairs {
  std::span<const ClockPair> launch;   ///< of the blocks; the line has to hold between these
  std::span<const ClockPair> readings; ///< made before and after the launch
};

/// What a fit cannot know by itself.
struct ClockFitOptions {
  Nanoseconds origin;                 ///< absolute time of trace time 0
  TimeBase base = TimeBase::Measured; ///< of the pairs
  /// Used where no rate can be fitted: flagged, but for TimeBase::Model, where it is the model's.
  double assumedPicosecondsPerCycle = 1000.0;
  /// The timer shows the time of its last tick: a pair's time t means [t, t + timerTick].
  Nanoseconds timerTick{1};
  /// The counter and the timer of a launch's pair are read within this many cycles of each other;
  /// up to four times as many are tried where no line agrees with that.
  double readGapCycles = 16.0;
  /// The same for readings: their kernel does nothing else and knows in which order it reads.
  double readingGapCycles = 4.0;
};

/// What the rate of a line rests on.
enum class RateSource : uint8_t {
  Pairs,    ///< the SM's own
  OtherSms, ///< the SM has too few pairs; the rate is the one that the SMs of the launch agree on
  Assumed,  ///< ClockFitOptions::assumedPicosecondsPerCycle; line.base is TimeBase::Assumed
  Model,    ///< the same, which is the rate that the model defines; line.base is TimeBase::Model
};

/// A line and what it rests on.
struct ClockFit {
  ClockLine line;
  RateSource rateSource = RateSource::Assumed;
  /// Bound of the error of the rate, relative to it: the error of a duration on the SM. Infinite
  /// where the rate is assumed or no line agrees with the pairs.
  double rateError = std::numeric_limits<double>::infinity();
  size_t points = 0;  ///< pairs with different cycle counts that the line was fitted to
  size_t ignored = 0; ///< pairs that contradict the others and were left out
  /// False: no straight line agrees with the pairs, and the uncertainty is the largest residual of
  /// the line that comes nearest rather than a bound.
  bool isStraight = true;
};

/// All lines that the pairs of one SM allow.
///
/// A pair (c, t) says that the true time at c lies in [t, t + timerTick], give or take the gap
/// between its two reads: two half-planes in the space of lines, so that all pairs together leave a
/// convex polygon. Where it is empty some pair is wrong (a thread was held up between its two
/// reads) or the clock changed its rate between launch and readings, and pairs are left out: up to
/// a quarter of them if they are off by more than a tick from the robust line (medians) through
/// all, others stay on either side of the launch, and at least half of its own stay, else all
/// readings from the first one that contradicts the launch, counted by distance from it.
struct AllowedLines {
  ClockPair reference; ///< cycles and times of `region` and `range` are relative to it
  std::optional<ClockRegion> region; ///< none if no straight line agrees with the launch's pairs
  Interval range;                    ///< cycles of the launch
  size_t points = 0;
  size_t ignored = 0;
};

/// True if the rates differ by a factor of 1.5 at most.
bool isRateKnown(const Interval &rates);

/// See AllowedLines. There is at least one pair. O(pairs * corners); the corners are few.
AllowedLines findAllowedLines(const ClockPairs &pairs, const ClockFitOptions &options);

/// The line in the middle of what `allowed` holds, and `uncertaintyPs` = the greatest distance
/// within `allowed.range` to any other line that it holds: a bound of the error. `commonRates`,
/// where given, are the rates that the SMs of the launch agree on; they are used if the pairs leave
/// the rate open by more than half a per cent. `pairs` are those of `allowed`.
ClockFit chooseLine(const AllowedLines &allowed, const std::optional<Interval> &commonRates,
                    const ClockPairs &pairs, const ClockFitOptions &options);

/// Both of the above, for one SM alone. Without pairs the line has the assumed rate. Pairs of a
/// model (TimeBase::Model) are exact: the line goes through the outermost ones and its uncertainty
/// is 0 unless they contradict it; fewer than two leave the rate that the model defines. A rate
/// below 10 MHz or above 100 GHz is no clock's, nor is one that the pairs leave open (isRateKnown):
/// then the rate is assumed, and the uncertainty holds at the pairs only. Counters must be in [0,
/// kMaxCycles), times within kMaxTimeOffset of the origin.
ClockFit fitClockLine(const ClockPairs &pairs, const ClockFitOptions &options);

/// Trace time of a counter; clamped to 11 days around the line's origin, so that damaged clocks
/// stay numbers.
Picoseconds timeAt(const ClockLine &line, int64_t cycles);

} // namespace pstudio::record
