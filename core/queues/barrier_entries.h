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

/// One moment of a barrier. What happens at the same cycle comes in the order of `What`: an arrival
/// may let a wait go in no time.
struct BarrierEntry {
  enum class What : uint8_t { Init, Arrival, Exit };

  int64_t time = 0;  ///< [cycles]
  uint32_t slot = 0; ///< allocation << 16 | slot of an mbarrier; number of a named barrier
  uint32_t unit = 0;
  uint32_t step = 0;
  What what = What::Arrival;

  StepRef ref() const { return {unit, step}; }
};

/// All moments of the barriers of `queue`. A step that arrives and waits has two. Steps without the
/// end that a moment needs are left out. O(steps log steps).
std::vector<BarrierEntry> entriesOf(std::span<const QueueUnit> units, AsyncQueue queue);

/// From when to when no unit's records have a hole. What happened in a hole, or across one, cannot
/// be told from what is left.
class Coverage {
public:
  static constexpr uint32_t kHole = 0xffffffffu;

  /// O(units + gaps log gaps).
  Coverage(std::span<const QueueUnit> units, bool allUnitsRecord);

  /// The number of the interval without hole that the entry lies in, or kHole. O(log gaps).
  uint32_t intervalAt(const BarrierEntry &entry) const;
  /// The CTA has no units but these.
  bool allRecord() const { return m_allRecord; }
  /// Nothing was dropped in front of the interval.
  bool isBeginning(uint32_t interval) const { return interval == 0 && m_hasBegin; }
  /// No record behind `cycles` was dropped, of any unit.
  bool isWholeFrom(int64_t cycles) const {
    return m_hasEnd && m_allRecord && (m_holes.empty() || cycles > m_holes.back().last);
  }

private:
  static constexpr uint32_t kNoUnit = 0xffffffffu;
  struct Hole {
    int64_t first = 0; ///< [cycles]
    int64_t last = 0;  ///< included: what was dropped may have happened in the same cycle
    uint32_t unit = 0; ///< whose record at `last` is behind the hole

    void extend(const Hole &other);
  };

  bool m_allRecord;
  bool m_hasBegin = true;
  bool m_hasEnd = true;
  std::vector<Hole> m_holes; ///< ascending and apart
};

} // namespace pstudio::analysis
