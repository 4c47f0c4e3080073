// SPDX-License-Identifier: Apache-2.0
// Fits the line from each SM's cycle counter to trace time, with its uncertainty.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "core/trace/trace.h"

namespace pstudio::record {

/// Times further from the trace's origin than this are damage: 10 days.
inline constexpr Nanoseconds kMaxTimeOffset{10LL * 24 * 3600 * 1'000'000'000};

/// The cycle counter of one SM and the global timer, read together.
struct ClockPair {
  Cycles cycles;
  Nanoseconds time; ///< absolute
};

/// What a fit cannot know by itself.
struct ClockFitOptions {
  Nanoseconds origin;                         ///< absolute time of trace time 0
  TimeBase base = TimeBase::Measured;         ///< of the pairs
  double assumedPicosecondsPerCycle = 1000.0; ///< used, and flagged, where no rate can be fitted
};

/// A line and what it rests on.
struct ClockFit {
  ClockLine line;
  size_t points = 0;     ///< pairs with different cycle counts; the line is fitted from 2 on
  bool isFitted = false; ///< false: the rate is assumed and line.base is TimeBase::Assumed
};

/// Least squares over the pairs, in any order, computed on offsets from the first of them so that
/// large counters lose nothing. Pairs that lie on one line to half a picosecond give exactly that
/// line. `uncertaintyPs` is the largest residual; two points always fit each other, so it says
/// nothing about them (see `points`). One point, no point, or pairs whose rate is no possible clock
/// (below 10 MHz, above 1 THz or running backwards): the assumed rate through the pairs' mean,
/// TimeBase::Assumed. Counters must be in [0, kMaxCycles), times within kMaxTimeOffset of the
/// origin. O(pairs).
ClockFit fitClockLine(std::span<const ClockPair> pairs, const ClockFitOptions &options);

/// Trace time of a counter; clamped to 11 days around the line's origin, so that damaged clocks
/// stay numbers.
Picoseconds timeAt(const ClockLine &line, int64_t cycles);

/// The pairs of one launch, by SM. [not thread-safe]
class ClockMap {
public:
  explicit ClockMap(const ClockFitOptions &options) : m_options(options) {}

  void add(uint32_t hardwareId, ClockPair pair) { m_pairs[hardwareId].push_back(pair); }
  /// One fit per SM that has pairs, by hardware id. O(pairs).
  std::map<uint32_t, ClockFit> fit() const;

private:
  ClockFitOptions m_options;
  std::map<uint32_t, std::vector<ClockPair>> m_pairs;
};

} // namespace pstudio::record
