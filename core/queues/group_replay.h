// SPDX-License-Identifier: Apache-2.0
// Queues whose operations complete in order, unit by unit; private to core/queues.
#pragma once

#include <span>
#include <vector>

#include "core/queues/queue_replay.h"

namespace pstudio::analysis {

/// One queue of one unit. Steps are given in order. [not thread-safe]
class GroupQueue {
public:
  /// `stages`: operations that may be in flight at once, at least 1. `unit` and `out` must outlive
  /// this.
  GroupQueue(uint32_t unitIndex, const QueueUnit &unit, uint32_t stages, PairedQueues &out)
      : m_unitIndex(unitIndex), m_unit(unit), m_stages(stages), m_out(out),
        m_isHeadUnknown(unit.oldestDropped), m_seenTo(m_isHeadUnknown ? kBeforeAll : 0) {}

  void add(uint32_t step);
  /// Records were dropped here: the groups after the gap are counted backwards from each wait.
  void addGap();
  /// No further steps follow: no wait observed the operations in flight.
  void finish();

private:
  static constexpr int64_t kBeforeAll = INT64_MIN;
  static constexpr uint32_t kEmpty = 0xffffffffu;   // a group without operation
  static constexpr uint32_t kUnknown = 0xfffffffeu; // its issue may have been dropped

  void issue(uint32_t step);
  void commit();
  void wait(uint32_t step);
  void see(uint32_t flight, uint32_t step);
  void leaveUnseen(AsyncPairing pairing);
  StreamPlace &place(uint32_t step) { return m_out.steps[m_unitIndex][step]; }

  const uint32_t m_unitIndex;
  const QueueUnit &m_unit;
  const uint32_t m_stages;
  PairedQueues &m_out;
  std::vector<uint32_t> m_flights; // of this queue, in order
  std::vector<uint32_t> m_groups;  // flights, kEmpty or kUnknown, since the last hole
  uint32_t m_open = kEmpty;        // the flight of the open group
  bool m_isHeadUnknown;            // groups may have been committed before the first of m_groups
  int64_t m_seenTo;                // all groups before this position were observed by a wait
};

} // namespace pstudio::analysis
