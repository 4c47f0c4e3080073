// SPDX-License-Identifier: Apache-2.0
// The steps of asynchronous queues among a unit's records, as the replay of the queues requires
// them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/queues/queue_replay.h"
#include "core/record/operation_table.h"
#include "core/record/scope_matcher.h"
#include "core/record/unit_records.h"

namespace pstudio::record {

/// One step of an asynchronous queue.
struct MatchedStep {
  uint32_t scope = MatchedScope::kNone; ///< position in the unit's scopes; kNone: a moment
  uint16_t operation = 0;
  int64_t cycles = 0; ///< of a moment
};

/// Finds the steps of a unit. [thread: any]
class StepCollector {
public:
  /// `operations` must outlive the collector. Loops that record only each n-th iteration record
  /// the steps of queues in every iteration.
  explicit StepCollector(const OperationTable &operations);

  /// True if the kernel has asynchronous queues.
  bool hasSteps() const { return m_hasSteps; }
  /// The depths of the kernel's queues, from all its sites.
  const analysis::QueueDepths &depths() const { return m_depths; }

  /// Sets `steps` and, with the same positions, `unit`. `matcher` has just matched `records` to
  /// `scopes`. Returns the number of records that belong to no step. O(records).
  uint64_t collect(const UnitRecords &records, const ScopeMatcher &matcher,
                   std::span<const MatchedScope> scopes, std::vector<MatchedStep> &steps,
                   analysis::QueueUnit &unit) const;

private:
  const analysis::AsyncSite *siteOf(uint16_t operation) const;
  void addScope(const MatchedScope &scope, uint32_t index, uint16_t key,
                std::vector<MatchedStep> &steps, analysis::QueueUnit &unit) const;

  const OperationTable &m_operations;
  bool m_hasSteps = false;
  analysis::QueueDepths m_depths;
};

} // namespace pstudio::record
