// SPDX-License-Identifier: Apache-2.0
// The records of one CTA as scopes, events and instants, whatever buffer format they came from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/record/event_matcher.h"
#include "core/record/operation_table.h"
#include "core/record/record.h"
#include "core/record/scope_matcher.h"

namespace pstudio::record {

/// Slots of a streamed unit that were dropped.
struct SlotGap {
  size_t record = 0; ///< index of the first record behind it
  uint64_t slots = 0;
};

/// The records of one unit, in order and with their cycles.
struct UnitRecords {
  uint32_t number = 0; ///< of the unit in its CTA
  bool oldestDropped = false;
  std::vector<Record> records;
  std::vector<SlotGap> gaps = {}; ///< in order
};

/// Where a unit's records have a gap.
struct MatchedGap {
  int64_t cycles = 0; ///< of the record in front of it, else of the one behind it
  uint64_t slots = 0; ///< dropped
};

/// What a unit recorded.
struct MatchedUnit {
  uint32_t number = 0;
  std::vector<MatchedScope> scopes;
  std::vector<Record> values;   ///< in order
  std::vector<Record> instants; ///< memory accesses, in order
  std::vector<MatchedGap> gaps;
};

/// What a CTA recorded. MatchedEvent names units by their position in `units`.
struct MatchedCta {
  std::vector<MatchedUnit> units;
  std::vector<MatchedEvent> events;
  uint64_t unmatched = 0; ///< records without partner
  uint64_t ambiguous = 0; ///< see EventMatcher
};

/// Matches one CTA after another; a result does not depend on those before. [not thread-safe]
class CtaMatcher {
public:
  /// `operations` must outlive the matcher.
  explicit CtaMatcher(const OperationTable &operations) : m_scopes(operations) {}

  /// O(records log events).
  MatchedCta match(std::span<const UnitRecords> units);

private:
  ScopeMatcher m_scopes;
  EventMatcher m_events;
};

} // namespace pstudio::record
