// SPDX-License-Identifier: Apache-2.0
// The recording strategies: the handling of a segment's records.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace pstudio::record {

/// Values as in a block's flags (record_layout.h).
enum class Strategy : uint32_t { Circular = 0, First = 1, Flush = 2, Stream = 3, Histogram = 4 };

/// Properties of a strategy, for code that handles all strategies alike.
struct StrategyTraits {
  std::string_view name;    ///< in modes, IR and traces
  std::string_view summary; ///< effect of the next record on a full segment
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
