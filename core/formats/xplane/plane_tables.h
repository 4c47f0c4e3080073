// SPDX-License-Identifier: Apache-2.0
// The tables of a plane to which its events refer: names of events and stats, constant stats.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/formats/xplane/cut_message.h"
#include "core/trace/trace_builder.h"

namespace pstudio::xplane {

/// Counts of what a trace does not contain. Each becomes a note.
struct XplaneCounts {
  uint64_t damaged = 0;     ///< messages that do not decode
  uint64_t aggregated = 0;  ///< events with a number of occurrences and no time
  uint64_t binaryStats = 0; ///< stats and metadata of bytes
  uint64_t unnamed = 0;     ///< events whose metadata is missing
  uint64_t emptyPlanes = 0;
  uint64_t leftOutStats = 0; ///< constant stats beyond kMostConstantStats
  bool isCut = false;        ///< the file ends early
};

/// An event type of a plane.
struct EventMetadata {
  StringId name;                           ///< display name, else name; none if it has neither
  StringId longName;                       ///< name, where the display name differs; else none
  std::vector<protozero::data_view> stats; ///< constant ones, at most kMostConstantStats
};

inline constexpr size_t kMostConstantStats = 64;

/// The tables of one plane. Views are those of the plane's bytes. [not thread-safe]
class PlaneTables {
public:
  /// Reads the two maps; they may follow the lines. O(size of the plane).
  PlaneTables(protozero::data_view plane, TraceBuilder &builder, XplaneCounts &counts);

  /// Null if the plane does not have it.
  const EventMetadata *eventOf(int64_t id) const;
  /// Empty if the plane does not have it.
  std::string_view statName(int64_t id) const;

private:
  void readEvent(protozero::data_view entry, TraceBuilder &builder, XplaneCounts &counts);
  void readStat(protozero::data_view entry);

  std::unordered_map<int64_t, EventMetadata> m_events;
  std::unordered_map<int64_t, std::string_view> m_stats;
};

} // namespace pstudio::xplane
