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

/// A length in both units. Sums end at INT64_MAX, and with unknown cycles they are unknown.
struct SliceLength {
  int64_t picoseconds = 0;
  int64_t cycles = 0; ///< as recorded; of a cut slice by the rate of the clock
  void add(const SliceLength &other);
};

/// The part of a slice in the range.
struct SlicePart : SliceLength {
  SlicePlace place = SlicePlace::Outside;
};

/// The time of a slice within `range`; not after its begin if there is none. O(1).
TimeRange clipped(const Trace &trace, uint32_t slice, const std::optional<TimeRange> &range);

/// The time [ps] in at least one of the ranges, which may cross each other and be empty; at most
/// INT64_MAX. O(n log n).
int64_t coveredTime(std::vector<TimeRange> ranges);

/// Consecutive parts of `count` things with at least `least` units of work each, but the last: the
/// first thing of each part, and `count`. workOf(i) is that of the thing i.
template <class WorkOf>
std::vector<size_t> partsOf(size_t count, uint64_t least, const WorkOf &workOf) {
  std::vector<size_t> begins;
  uint64_t work = least;
  for (size_t i = 0; i < count; ++i) {
    if (work >= least) {
      begins.push_back(i);
      work = 0;
    }
    work += workOf(i);
  }
  begins.push_back(count);
  return begins;
}

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
  SliceLength self(uint32_t slice) const;

private:
  void cover(const Trace &trace);
  void coverCrossing(const Trace &trace, const std::optional<TimeRange> &range);

  uint32_t m_first = 0;
  std::vector<SlicePart> m_parts;
  std::vector<SliceLength> m_covered; ///< by children
};

/// The part of one slice. `line` is the clock of its track, or null. O(1).
SlicePart partOf(const Trace &trace, uint32_t slice, const std::optional<TimeRange> &range,
                 const ClockLine *line);

} // namespace pstudio::statistics
