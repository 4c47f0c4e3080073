// SPDX-License-Identifier: Apache-2.0
#include "core/record/cta_matcher.h"

namespace pstudio::record {

MatchedCta CtaMatcher::match(std::span<const UnitRecords> units) {
  MatchedCta cta;
  cta.units.resize(units.size());
  m_events.begin(static_cast<uint32_t>(units.size()));
  for (uint32_t i = 0; i < units.size(); ++i) {
    MatchedUnit &unit = cta.units[i];
    unit.number = units[i].number;
    const auto scopes = m_scopes.match(units[i].records, units[i].oldestDropped);
    unit.scopes.assign(scopes.begin(), scopes.end());
    cta.unmatched += m_scopes.unmatched();
    for (const Record &record : units[i].records)
      if (record.kind == Kind::Value || record.kind == Kind::MemoryAccess)
        unit.instants.push_back(record);
    m_events.addUnit(i, units[i].records);
  }
  const auto events = m_events.match();
  cta.events.assign(events.begin(), events.end());
  cta.unmatched += m_events.unmatched();
  cta.ambiguous = m_events.ambiguous();
  return cta;
}

} // namespace pstudio::record
