// SPDX-License-Identifier: Apache-2.0
// From the raw profile buffer of one launch to tracks and slices of a trace.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/clocks/clock_map.h"
#include "core/record/access_writer.h"
#include "core/record/operation_table.h"
#include "core/record/recording_units.h"
#include "core/trace/trace_builder.h"

namespace pstudio::record {

/// A further property of a launch, for the arguments of its row.
struct LaunchFact {
  std::string key; ///< "model.virtualSms"
  std::variant<int64_t, std::string> value;
};

/// The fact as an argument of a launch in `trace`.
Arg toArg(const LaunchFact &fact, TraceBuilder &trace);

/// A reading of an SM's clock and the global timer that is not in a block: made by a small kernel
/// before or after the launch, which reads the two within ClockFitOptions::readingGapCycles.
struct ClockReading {
  uint32_t hardwareId = 0;
  ClockPair pair;
};

/// The profile buffer of one launch and the data that decoding requires.
struct LaunchCapture {
  std::span<const std::byte> blocks; ///< one block per sampled CTA (record_layout.h)
  /// Strategy stream: the drain log (stream_log.h), in place of `blocks`.
  std::span<const std::byte> streamed = {};
  OperationTable operations;
  std::string kernel;
  std::string target; ///< display name: "CPU model", "NVIDIA H200"
  TimeBase timeBase = TimeBase::Measured;
  std::array<uint32_t, 3> grid{1, 1, 1};
  std::array<uint32_t, 3> block{1, 1, 1};
  uint64_t dynamicSharedBytes = 0;
  uint32_t index = 0; ///< number of this launch within the run
  uint32_t lanesPerWarp = 32;
  /// The part of the launch that records. `blocks` has one block per sampled CTA, in order of their
  /// ids.
  Sampling sampling;
  std::string callSite; ///< "file:line:column" of the host code that launched it, or empty
  double assumedPicosecondsPerCycle =
      1000.0; ///< rate of an SM's clock where the pairs of the blocks give none
  std::vector<ClockReading> clockReadings; ///< further points of the SMs' lines
  /// The global timer shows the time of its last tick: a reading t means [t, t + timerTick).
  Nanoseconds timerTick{1};
  /// Above 0: SMs have no cycle counter, and records count the timer in steps of this. The time is
  /// this times the count.
  Nanoseconds cyclePeriod{0};
  std::optional<RecordingCost> recordingCost; ///< stored with the launch
  LaunchMemory memory = {};                   ///< for launches that record memory accesses
  std::vector<LaunchFact> facts; ///< arguments of the launch row, after the decoder's own
};

/// Adds launch > SM > CTA > warp tracks, scopes, async lanes, the launch row with its counts, and
/// notes. Damaged blocks are skipped, counted and noted; the only Error is a buffer that cannot
/// belong to this launch. trace.info().origin must be set before the first launch: times are
/// relative to it. O(records log records), on `threads` threads (0: all of the machine);
/// the trace does not depend on their number.
Result<void> decodeLaunch(const LaunchCapture &capture, TraceBuilder &trace, unsigned threads = 0);

} // namespace pstudio::record
