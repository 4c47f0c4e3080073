// SPDX-License-Identifier: Apache-2.0
// The tracks of a trace that are units with asynchronous steps.
#pragma once

#include <vector>

#include "core/trace/trace.h"

namespace pstudio::analysis {

/// Meaning of a slice's category.
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

/// A warp's track with asynchronous steps, on itself or on the Async tracks below it.
struct PlannedUnit {
  LaunchId launch;
  TrackId cta; ///< the nearest CTA above; else the parent, or the track itself
  TrackId track;
  uint32_t waits = 0; ///< slices and instants of each kind
  uint32_t issues = 0;
  uint32_t flights = 0;
  uint32_t arrivals = 0;
};

/// Units by launch, then CTA; those without a launch last.
struct UnitPlan {
  std::vector<PlannedUnit> units;
  /// By launch, and one more for tracks without a launch: true if all of its asynchronous slices
  /// and instants have cycles.
  std::vector<bool> hasCycles;
};

/// O(slices and instants).
UnitPlan planUnits(const Trace &trace, AsyncCategories &categories);

} // namespace pstudio::analysis
