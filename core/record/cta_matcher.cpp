// SPDX-License-Identifier: Apache-2.0
#include "core/record/cta_matcher.h"

namespace pstudio::record {

/// Clock of the record before `index`, or of the first record if there is none before; 0 without
/// records [cycles].
static int64_t cyclesAt(std::span<const Record> records, size_t index) {
  if (records.empty())
    return 0;
  return records[index > 0 ? index - 1 : 0].cycles;
}

CtaMatcher::CtaMatcher(const OperationTable &operations)
    : m_steps(operations), m_scopes(operations), m_events(&operations), m_replay(m_steps.depths()) {
}

MatchedCta CtaMatcher::match(std::span<const UnitRecords> units, bool allRecord) {
  MatchedCta cta;
  cta.units.resize(units.size());
  m_events.begin(static_cast<uint32_t>(units.size()));
  m_queueUnits.resize(units.size());
  for (uint32_t i = 0; i < units.size(); ++i) {
    cta.unmatched += matchUnit(units[i], cta.units[i], m_queueUnits[i]);
    m_events.addUnit(i, units[i].records);
  }
  const auto events = m_events.match();
  cta.events.assign(events.begin(), events.end());
  cta.unmatched += m_events.unmatched();
  cta.ambiguous = m_events.ambiguous();
  if (m_steps.hasSteps())
    cta.queues = m_replay.replay(m_queueUnits, allRecord);
  return cta;
}

/// Matches everything that does not depend on other units. Returns the number of records without
/// partner.
uint64_t CtaMatcher::matchUnit(const UnitRecords &from, MatchedUnit &unit,
                               analysis::QueueUnit &queues) {
  unit.number = from.number;
  m_gaps.clear();
  for (const SlotGap &gap : from.gaps) {
    m_gaps.push_back(gap.record);
    unit.gaps.push_back({cyclesAt(from.records, gap.record), gap.slots});
  }
  const auto scopes = m_scopes.match(from.records, from.oldestDropped, m_gaps);
  unit.scopes.assign(scopes.begin(), scopes.end());
  for (const Record &record : from.records) {
    unit.hasUncertainClocks |= record.isUncertain;
    if (record.kind == Kind::Value)
      unit.values.push_back(record);
    else if (record.kind == Kind::MemoryAccess)
      unit.accesses.push_back(record);
  }
  if (!unit.accesses.empty())
    unit.addresses = from.addresses;
  uint64_t unmatched = m_scopes.unmatched();
  if (m_steps.hasSteps())
    unmatched += m_steps.collect(from, m_scopes, scopes, unit.steps, queues);
  return unmatched;
}

} // namespace pstudio::record
