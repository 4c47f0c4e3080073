// SPDX-License-Identifier: Apache-2.0
// The records of one CTA as scopes, events and instants, whatever buffer format they came from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/queues/queue_replay.h"
#include "core/record/event_matcher.h"
#include "core/record/operation_table.h"
#include "core/record/record.h"
#include "core/record/scope_matcher.h"
#include "core/record/step_collector.h"
#include "core/record/unit_records.h"

namespace pstudio::record {

/// A gap in a unit's records.
struct MatchedGap {
  int64_t cycles = 0; ///< of the preceding record; without one, of the following record
  uint64_t slots = 0; ///< dropped
};

/// The matched records of a unit.
struct MatchedUnit {
  uint32_t number = 0;
  std::vector<MatchedScope> scopes;
  std::vector<Record> values;         ///< in order
  std::vector<Record> accesses;       ///< memory accesses, in order
  std::vector<LaneAddress> addresses; ///< that `accesses` refer to
  std::vector<MatchedGap> gaps;
  std::vector<MatchedStep> steps; ///< in order
  bool hasUncertainClocks = false; ///< Record::isUncertain of one of its records
};

/// The matched records of a CTA. MatchedEvent names units by their position in `units`.
struct MatchedCta {
  std::vector<MatchedUnit> units;
  std::vector<MatchedEvent> events;
  analysis::PairedQueues queues; ///< its steps are those of `units`; empty if there are none
  uint64_t unmatched = 0;        ///< records without partner
  uint64_t ambiguous = 0;        ///< see EventMatcher
};

/// Matches one CTA after another; a result does not depend on those before. [not thread-safe]
class CtaMatcher {
public:
  /// `operations` must outlive the matcher.
  explicit CtaMatcher(const OperationTable &operations);

  /// `allRecord`: all warps of the CTA recorded. O(records log events).
  MatchedCta match(std::span<const UnitRecords> units, bool allRecord = true);

private:
  uint64_t matchUnit(const UnitRecords &from, MatchedUnit &unit, analysis::QueueUnit &queues);

  const StepCollector m_steps;
  ScopeMatcher m_scopes;
  EventMatcher m_events;
  analysis::QueueReplay m_replay;
  std::vector<analysis::QueueUnit> m_queueUnits; // kept for their memory
  std::vector<size_t> m_gaps;                    // scratch
};

} // namespace pstudio::record
