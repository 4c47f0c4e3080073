// SPDX-License-Identifier: Apache-2.0
// Pairs the asynchronous events of one CTA, within a warp and across warps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/record/operation_table.h"
#include "core/record/record.h"
#include "core/trace/trace.h"

namespace pstudio::record {

/// One asynchronous operation in flight.
struct MatchedEvent {
  int64_t begin = 0;      ///< [cycles]
  int64_t end = 0;        ///< [cycles], >= begin
  uint32_t startUnit = 0; ///< the unit that issued it; the end's unit if there is no start
  uint32_t endUnit = 0;   ///< the unit that saw its end; the start's unit if there is no end
  uint16_t operation = 0;
  uint16_t key = 0;  ///< instance
  uint8_t flags = 0; ///< SliceFlag bits: kSliceAsync, and kSliceNoEnd or kSliceNoStart
  bool operator==(const MatchedEvent &) const = default;
};

/// Collects the event records of a CTA's units, then pairs them. Keeps its memory between CTAs.
/// [not thread-safe]
///
/// Only records with the same operation and key pair. In order of time, an end takes the oldest
/// outstanding start of its own unit, else the oldest outstanding start of any unit of the CTA.
/// Records without partner are kept and flagged: a start extends to the unit's next start of the
/// same instance or to its last record, an end extends back to the unit's previous record of the
/// same instance or to its first record.
class EventMatcher {
public:
  /// Leaves out steps of asynchronous queues, if `operations`, which must outlive the matcher, are
  /// given.
  explicit EventMatcher(const OperationTable *operations = nullptr) : m_operations(operations) {}

  /// Clears all state. Up to `unitCount` units may be added.
  void begin(uint32_t unitCount);
  /// Adds the events of unit `unit` < unitCount; `records` are in order and have their cycles.
  void addUnit(uint32_t unit, std::span<const Record> records);
  /// All pairs and leftovers, by operation and key, then in order of their ends. Valid until
  /// begin(). O(events log events).
  std::span<const MatchedEvent> match();

  uint64_t unmatched() const { return m_unmatched; } ///< records without partner
  /// Ends with several candidate starts. The choice is correct only if the operations complete in
  /// order.
  uint64_t ambiguous() const { return m_ambiguous; }

private:
  static constexpr uint32_t kNone = 0xffffffffu;

  struct Entry {
    int64_t time = 0;   ///< [cycles], never less than that of the unit's entry before it
    uint32_t group = 0; ///< operation and key
    uint32_t unit = 0;
    uint32_t order = 0;    ///< position in the unit
    uint32_t next = kNone; ///< start: the unit's next outstanding start
    bool isEnd = false;
    bool isTaken = false;
  };
  struct Unit {
    int64_t first = 0; ///< [cycles] of any record of the unit
    int64_t last = 0;
    uint32_t oldest = kNone; ///< outstanding starts of the current group, a queue
    uint32_t newest = kNone;
    uint32_t outstanding = 0;
    int64_t neighbour = 0; ///< [cycles] of the unit's entry of the group next to the current one
  };

  bool isStep(const Record &record) const;
  void matchGroup(size_t begin, size_t end);
  bool takeEnd(size_t index);
  void putStart(size_t index);
  void takeStart(uint32_t unit);
  void addLeftovers(size_t begin, size_t end);
  void emit(const Entry &at, int64_t begin, int64_t end, uint32_t startUnit, uint32_t endUnit,
            uint8_t flags);

  const OperationTable *m_operations;
  std::vector<Entry> m_entries;
  std::vector<Unit> m_units;
  std::vector<MatchedEvent> m_events;
  std::vector<size_t>
      m_waiting;              // ends that found no start among the entries of the same instant yet
  size_t m_oldestStart = 0;   // no entry of the group before this one is an outstanding start
  uint32_t m_outstanding = 0; // in the group
  uint64_t m_unmatched = 0;
  uint64_t m_ambiguous = 0;
};

} // namespace pstudio::record
