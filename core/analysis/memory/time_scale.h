// SPDX-License-Identifier: Apache-2.0
// The time range of a table's accesses, and its division into equal columns.
#pragma once

#include <bit>
#include <cstdint>

#include "core/access/access_table.h"

namespace pstudio::memory {

/// The distance from a place on an axis to a later one. It may exceed the range of int64_t.
inline double distance(int64_t from, int64_t to) {
  return static_cast<double>(static_cast<uint64_t>(to) - static_cast<uint64_t>(from));
}

/// Times from `begin` on, in steps of 2^shift picoseconds.
struct TimeScale {
  int64_t begin = 0;
  uint64_t length = 0; ///< from the first time to the last, inclusive; 0 without times
  uint32_t shift = 0;

  /// The step of a time of the table; less than 2^bits, with the `bits` of of().
  uint32_t stepOf(int64_t time) const {
    return static_cast<uint32_t>((static_cast<uint64_t>(time) - static_cast<uint64_t>(begin)) >>
                                 shift);
  }
  int64_t timeOf(uint64_t step) const { return timeOfOffset(step << shift); }
  int64_t timeOfOffset(uint64_t offset) const {
    return static_cast<int64_t>(static_cast<uint64_t>(begin) + offset);
  }
  /// One after the last time, or INT64_MAX if that would overflow.
  int64_t end() const {
    const uint64_t most = static_cast<uint64_t>(INT64_MAX) - static_cast<uint64_t>(begin);
    return length > most ? INT64_MAX : timeOfOffset(length);
  }
  /// At most 2^bits.
  uint64_t steps() const { return length == 0 ? 0 : ((length - 1) >> shift) + 1; }

  /// The finest scale with at most 2^bits steps (1 to 32) for the times of a table. O(accesses).
  static TimeScale of(const AccessTable &table, uint32_t bits) {
    TimeScale scale;
    int64_t end = 0;
    for (uint64_t i = 0; i < table.size(); ++i) {
      const int64_t time = table[i].time.value;
      scale.begin = i == 0 || time < scale.begin ? time : scale.begin;
      end = i == 0 || time > end ? time : end;
    }
    if (table.size() == 0)
      return scale;
    const uint64_t span = static_cast<uint64_t>(end) - static_cast<uint64_t>(scale.begin);
    scale.length = span == UINT64_MAX ? span : span + 1;
    const auto width = static_cast<uint32_t>(std::bit_width(span));
    scale.shift = width > bits ? width - bits : 0;
    return scale;
  }
};

} // namespace pstudio::memory
