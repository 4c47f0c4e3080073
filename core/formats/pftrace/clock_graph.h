// SPDX-License-Identifier: Apache-2.0
// Converts timestamps of the clocks of a Perfetto trace to the trace's own clock.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include <protozero/data_view.hpp>

namespace pstudio {

/// The clocks of one trace, related by the snapshots seen so far. [not thread-safe]
class ClockGraph {
public:
  /// Adds a ClockSnapshot message. Throws protozero::exception if the message is damaged; nothing
  /// of it is added then.
  void addSnapshot(protozero::data_view snapshot, uint32_t sequence);

  /// `timestamp` of `clock` as whole nanoseconds of the trace clock; none if no chain of snapshots
  /// relates the two. Incremental clocks advance by the call, so call once a packet. O(snapshots of
  /// the clock) where clocks differ.
  std::optional<int64_t> toTraceTime(uint64_t timestamp, uint32_t clock, uint32_t sequence);
  /// As above for a value that is not a packet's timestamp: no unit, not incremental.
  std::optional<int64_t> toTraceTimeNs(int64_t nanoseconds, uint32_t clock) const;

  /// The clock of the trace: BOOTTIME unless a snapshot says otherwise.
  uint32_t traceClock() const { return m_traceClock; }

private:
  using Key = uint64_t; ///< clock id, and the sequence of those that belong to one
  struct Reading {
    uint32_t snapshot;
    int64_t nanoseconds;
  };
  struct Clock {
    int64_t unitNs = 1;
    bool isIncremental = false;
    int64_t last = 0; ///< [ns] of an incremental clock
    std::vector<Reading> readings;
  };

  static Key keyOf(uint32_t clock, uint32_t sequence);
  static const Reading &readingAt(const Clock &clock, int64_t nanoseconds);
  std::optional<int64_t> convertAtOnce(Key from, int64_t nanoseconds) const;
  std::optional<int64_t> convert(Key from, int64_t nanoseconds) const;

  std::map<Key, Clock> m_clocks;
  std::vector<std::vector<std::pair<Key, int64_t>>> m_snapshots; ///< readings of each [ns]
  uint32_t m_traceClock = 6;
  bool m_isTraceClockGiven = false;
};

} // namespace pstudio
