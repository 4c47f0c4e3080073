// SPDX-License-Identifier: Apache-2.0
// Which tracks of a trace are units with asynchronous steps.
#pragma once

#include <vector>

#include "core/trace/trace.h"

namespace pstudio::analysis {

/// What a category means here.
enum class AsyncCategory : uint8_t { None, Issue, Flight, Wait, Arrive };

/// Categories of a trace by their id, each name read once. [not thread-safe]
class AsyncCategories {
public:
  explicit AsyncCategories(const Trace &trace) : m_trace(trace) {}
  AsyncCategory of(StringId category);
  AsyncCategory ofSlice(uint32_t slice);

private:
  const Trace &m_trace;
  std::vector<uint8_t> m_known; // by string: 0 unread, else 1 + AsyncCategory
};

/// A warp's track that has asynchronous steps, on itself or on the Async tracks below it.
struct PlannedUnit {
  LaunchId launch;
  TrackId cta; ///< the nearest CTA above; else what is above, or the track itself
  TrackId track;
  uint32_t waits = 0; ///< slices and instants of each kind
  uint32_t issues = 0;
  uint32_t flights = 0;
  uint32_t arrivals = 0;
};

/// Units by launch, then CTA; those without a launch last.
struct UnitPlan {
  std::vector<PlannedUnit> units;
  /// By launch, and one more for those without: all of its asynchronous slices and instants can be
  /// told in cycles.
  std::vector<bool> hasCycles;
};

/// O(slices and instants).
UnitPlan planUnits(const Trace &trace, AsyncCategories &categories);

} // namespace pstudio::analysis
