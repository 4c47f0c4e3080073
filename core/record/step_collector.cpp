// SPDX-License-Identifier: Apache-2.0
#include "core/record/step_collector.h"

#include <algorithm>

namespace pstudio::record {

StepCollector::StepCollector(const OperationTable &operations) : m_operations(operations) {
  for (const Operation &operation : operations.operations) {
    if (!operation.async)
      continue;
    m_hasSteps = true;
    m_depths.add(*operation.async);
  }
}

const analysis::AsyncSite *StepCollector::siteOf(uint16_t operation) const {
  const Operation *known = m_operations.find(OperationId(operation));
  return known != nullptr && known->async ? &*known->async : nullptr;
}

/// Sets the unit's first and last clock, and whether records are missing at its begin or end.
static void setExtent(const UnitRecords &from, analysis::QueueUnit &unit) {
  unit.begin = unit.end = from.records.empty() ? 0 : from.records.front().cycles;
  for (const Record &record : from.records)
    unit.end = std::max(unit.end, record.cycles);
  // The gaps of a streamed unit have positions.
  unit.oldestDropped = from.gaps.empty() ? from.oldestDropped : from.gaps.front().record == 0;
  unit.newestDropped =
      from.newestDropped || (!from.gaps.empty() && from.gaps.back().record >= from.records.size());
}

uint64_t StepCollector::collect(const UnitRecords &from, const ScopeMatcher &matcher,
                                std::span<const MatchedScope> scopes,
                                std::vector<MatchedStep> &steps, analysis::QueueUnit &unit) const {
  unit.steps.clear();
  unit.gaps.clear();
  setExtent(from, unit);
  uint64_t unexplained = 0;
  int64_t now = unit.begin;
  size_t scope = 0;
  size_t gap = 0;
  for (size_t i = 0; i < from.records.size(); ++i) {
    const Record &record = from.records[i];
    now = std::max(now, record.cycles);
    for (; gap < from.gaps.size() && from.gaps[gap].record <= i; ++gap)
      if (i > 0)
        unit.gaps.push_back(static_cast<uint32_t>(steps.size()));
    for (; scope < scopes.size() && matcher.recordOf(scope) == i; ++scope)
      if (siteOf(scopes[scope].operation) != nullptr && record.kind != Kind::ScopeStart &&
          record.kind != Kind::ScopeEnd)
        addScope(scopes[scope], static_cast<uint32_t>(scope), record.key, steps, unit);
    if (record.kind != Kind::EventStart && record.kind != Kind::EventEnd)
      continue;
    const analysis::AsyncSite *site = siteOf(record.operation);
    if (site == nullptr || analysis::hasEnd(site->step))
      continue;
    if (record.kind == Kind::EventEnd) {
      ++unexplained;
      continue;
    }
    steps.push_back({MatchedScope::kNone, record.operation, now});
    unit.steps.push_back({now, now, *site, record.operation, record.key});
  }
  return unexplained;
}

void StepCollector::addScope(const MatchedScope &scope, uint32_t index, uint16_t key,
                             std::vector<MatchedStep> &steps, analysis::QueueUnit &unit) const {
  steps.push_back({index, scope.operation, scope.begin});
  analysis::QueueStep step{scope.begin, scope.end, *siteOf(scope.operation), scope.operation, key};
  step.hasBegin = (scope.flags & kSliceNoStart) == 0;
  step.hasEnd = (scope.flags & kSliceNoEnd) == 0;
  unit.steps.push_back(step);
}

} // namespace pstudio::record
