// SPDX-License-Identifier: Apache-2.0
// The recording strategies: what a segment does with its records.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace pstudio::record {

/// As a block's flags have it (record_layout.h).
enum class Strategy : uint32_t { Circular = 0, First = 1, Flush = 2, Stream = 3, Histogram = 4 };

/// What code that treats strategies alike needs of one.
struct StrategyTraits {
  std::string_view name;    ///< in modes, IR and traces
  std::string_view summary; ///< what a full segment does with the next record
  bool isDoubleBuffered;    ///< a segment is a double buffer, whose full half is flushed
  bool isCounting;          ///< slots are counters of accesses, and nothing else is recorded
  bool isBounded;           ///< records beyond the capacity of the profile buffer are dropped
};

/// By Strategy.
inline constexpr std::array kStrategies{
    StrategyTraits{"circular", "overwrites the oldest", false, false, true},
    StrategyTraits{"first", "rejects it", false, false, true},
    StrategyTraits{"flush", "its full half moves to global memory", true, false, true},
    StrategyTraits{"stream", "its full half moves to the host", true, false, false},
    StrategyTraits{"histogram", "nothing: slots are counters", false, true, false}};

/// The names alone, by Strategy.
inline constexpr auto kStrategyNames = [] {
  std::array<std::string_view, kStrategies.size()> names;
  for (size_t i = 0; i < names.size(); ++i)
    names[i] = kStrategies[i].name;
  return names;
}();

/// `strategy` is one of those above.
constexpr const StrategyTraits &traitsOf(Strategy strategy) {
  return kStrategies[static_cast<size_t>(strategy)];
}

} // namespace pstudio::record
