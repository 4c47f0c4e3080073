// SPDX-License-Identifier: Apache-2.0
// Sums of the recorded data of each source line: times, waits, memory accesses, PC samples.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/source/trace_places.h"
#include "core/trace/launch_samples.h"

namespace pstudio {

/// The part of a trace that sums are of. The default is all of it.
struct SourceArea {
  std::optional<TimeRange> range; ///< none: all times
  std::vector<TrackId> tracks;    ///< ascending; empty: all
  bool operator==(const SourceArea &) const = default;
};

/// A figure of a line.
enum class LineColumn : uint8_t {
  Self,             ///< time of its slices without that of their children [ps]
  Total,            ///< time of its slices [ps]; nested slices of one line count each
  Waits,            ///< self time of slices that wait (SliceState::Waiting) [ps]
  InFlight,         ///< time of its asynchronous operations in flight [ps]
  Events,           ///< slices and instants
  Accesses,         ///< memory accesses of warps
  Bytes,            ///< distinct bytes of each access, added up
  ExcessSectors,    ///< of global memory, beyond the fewest possible
  ExcessWavefronts, ///< of shared memory, beyond those without bank conflicts
  Samples,          ///< PC samples
};
inline constexpr size_t kLineColumns = 10;

/// The figures of one line. A slice that an edge of the area cuts counts with its part. Slices
/// whose begin or end was not recorded are events without a time.
struct LineSums {
  uint32_t line = 0; ///< from 1
  /// By LineColumn; none if the line has no record of the kind.
  std::array<std::optional<int64_t>, kLineColumns> values;
  uint64_t openSlices = 0;        ///< events without a recorded begin or end
  std::vector<StallCount> stalls; ///< of the samples, most first

  std::optional<int64_t> operator[](LineColumn column) const {
    return values[static_cast<size_t>(column)];
  }
};

/// The lines of one file that have records, ascending.
struct FileSums {
  std::string path;
  std::vector<LineSums> lines;
  /// Of all its lines.
  std::array<int64_t, kLineColumns> totals{};
  /// The sums of a line; null if it has no records. O(log lines).
  const LineSums *at(uint32_t line) const;
};

/// All files: most self time first, then most samples, accesses and events, then by path.
struct SourceSums {
  SourceArea area;
  std::vector<FileSums> files;
  std::array<bool, kLineColumns> has{}; ///< whether a line has a value of the column
  uint64_t eventsWithoutLine = 0;       ///< slices and instants of the area without a location
  uint64_t samplesWithoutLine = 0;
  bool isCostSubtracted = false; ///< of a launch: times are without the recording cost
};

/// O(slices, instants and accesses of the area's tracks) on up to `threads` threads (0: as many as
/// the machine has); the result does not depend on their number. PC samples have no time and no
/// track: an area has none. Incomplete if `stop` was requested. `places` is of `trace`.
SourceSums sumByLine(const Trace &trace, const TracePlaces &places, const SourceArea &area = {},
                     unsigned threads = 0, const std::stop_token &stop = {});

} // namespace pstudio
