// SPDX-License-Identifier: Apache-2.0
// The steps of barriers, barrier by barrier in order of time over all units; private to
// core/queues.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/queues/paired_queues.h"
#include "core/queues/queue_steps.h"

namespace pstudio::analysis {

/// One moment of a barrier. Moments at the same cycle are in the order of `What`: an arrival may
/// release a wait in the same cycle.
struct BarrierEntry {
  enum class What : uint8_t { Init, Arrival, Exit };

  int64_t time = 0;  ///< [cycles]
  uint32_t slot = 0; ///< allocation << 16 | slot of an mbarrier; number of a named barrier
  uint32_t unit = 0;
  uint32_t step = 0;
  What what = What::Arrival;

  StepRef ref() const { return {unit, step}; }
};

/// All moments of the barriers of `queue`. A step that arrives and waits has two. A moment whose
/// start or end was not recorded is left out. O(steps log steps).
std::vector<BarrierEntry> entriesOf(std::span<const QueueUnit> units, AsyncQueue queue);

/// The intervals in which no unit lacks records. Steps in a hole, or on both sides of one, cannot
/// be paired.
class Coverage {
public:
  static constexpr uint32_t kHole = 0xffffffffu;

  /// O(units + gaps log gaps).
  Coverage(std::span<const QueueUnit> units, bool allUnitsRecord);

  /// The number of the interval without hole that contains the entry, or kHole. O(log gaps).
  uint32_t intervalAt(const BarrierEntry &entry) const;
  /// True if all units of the CTA record.
  bool allRecord() const { return m_allRecord; }
  /// True if no record before the interval was dropped.
  bool isBeginning(uint32_t interval) const { return interval == 0 && m_hasBegin; }
  /// True if no record after `cycles` was dropped, of any unit.
  bool isWholeFrom(int64_t cycles) const {
    return m_hasEnd && m_allRecord && (m_holes.empty() || cycles > m_holes.back().last);
  }

private:
  static constexpr uint32_t kNoUnit = 0xffffffffu;
  struct Hole {
    int64_t first = 0; ///< [cycles]
    int64_t last = 0;  ///< included: a dropped record may be of the same cycle
    uint32_t unit = 0; ///< the unit whose record at `last` is after the hole

    void extend(const Hole &other);
  };

  bool m_allRecord;
  bool m_hasBegin = true;
  bool m_hasEnd = true;
  std::vector<Hole> m_holes; ///< ascending and disjoint
};

} // namespace pstudio::analysis
