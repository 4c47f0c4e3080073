// SPDX-License-Identifier: Apache-2.0
// The part of each slice of a track in a time range, and its self time.
#pragma once

#include <vector>

#include "core/statistics/statistics_query.h"

namespace pstudio::statistics {

/// Position of a slice relative to a time range.
enum class SlicePlace : uint8_t {
  Outside, ///< no part of it is in the range
  Whole,   ///< all of it is in the range
  Cut,     ///< an edge of the range cuts it
  Open,    ///< a part is in the range, but its begin or its end was not recorded
};

/// Value of unknown cycles, which no slice has: the clock of its track is unknown.
inline constexpr int64_t kUnknownCycles = -1;

/// The part of a slice in the range.
struct SlicePart {
  SlicePlace place = SlicePlace::Outside;
  int64_t picoseconds = 0;
  int64_t cycles = kUnknownCycles; ///< as recorded; of a cut slice by the rate of the clock
};

/// The part of each slice of one track in a range, and the share of it that no child covers. [not
/// thread-safe]
class TrackParts {
public:
  /// \param range  none: all times. O(slices of the track), O(n log n) where children cross.
  TrackParts(const Trace &trace, TrackId track, const std::optional<TimeRange> &range);

  uint32_t first() const { return m_first; } ///< slice of the track
  uint32_t end() const { return m_first + static_cast<uint32_t>(m_parts.size()); }
  const SlicePart &part(uint32_t slice) const { return m_parts[slice - m_first]; }
  /// The part without that of the slice's children on the track.
  SlicePart self(uint32_t slice) const;

private:
  void cover(const Trace &trace);
  void coverCrossing(const Trace &trace, const std::optional<TimeRange> &range);

  uint32_t m_first = 0;
  std::vector<SlicePart> m_parts;
  std::vector<SlicePart> m_covered; ///< by children; the place is not used
};

/// The slices of a track, which are contiguous: the first one and the number of them.
std::pair<uint32_t, uint32_t> slicesOf(const Trace &trace, const Track &track);

/// The part of one slice. `line` is the clock of its track, or null. O(1).
SlicePart partOf(const Trace &trace, uint32_t slice, const std::optional<TimeRange> &range,
                 const ClockLine *line);

} // namespace pstudio::statistics
