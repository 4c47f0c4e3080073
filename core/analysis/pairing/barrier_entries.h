// SPDX-License-Identifier: Apache-2.0
// The steps of barriers, barrier by barrier in order of time over all units; private to
// core/analysis/pairing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/pairing/paired_queues.h"
#include "core/analysis/pairing/queue_steps.h"

namespace pstudio::analysis {

/// One moment of a barrier. What happens at the same cycle comes in the order of `What`: an arrival
/// may let a wait go in no time.
struct BarrierEntry {
  enum class What : uint8_t { Init, Arrival, Exit };

  int64_t time = 0;  ///< [cycles]
  uint32_t slot = 0; ///< allocation << 16 | slot of an mbarrier; number of a named barrier
  uint32_t unit = 0;
  uint32_t step = 0;
  uint32_t holes = 0; ///< gaps of the unit in front of this
  What what = What::Arrival;

  StepRef ref() const { return {unit, step}; }
};

/// All moments of the barriers of `queue`. A step that arrives and waits has two. Steps without the
/// end that a moment needs are left out. O(steps log steps).
std::vector<BarrierEntry> entriesOf(std::span<const QueueUnit> units, AsyncQueue queue);

/// What of the units' records is here.
class Coverage {
public:
  /// O(units + gaps).
  Coverage(std::span<const QueueUnit> units, bool allUnitsRecord);

  /// Nothing was dropped before the first record of any unit.
  bool hasBegin() const { return m_hasBegin; }
  /// No record of any unit behind `cycles` was dropped.
  bool isWholeFrom(int64_t cycles) const { return m_hasEnd && cycles >= m_wholeFrom; }
  /// Nothing at all was dropped, and all units record.
  bool isWhole() const { return m_hasBegin && m_hasEnd && m_wholeFrom == INT64_MIN; }

private:
  bool m_hasBegin = true;
  bool m_hasEnd = true;
  int64_t m_wholeFrom = INT64_MIN;
};

} // namespace pstudio::analysis
