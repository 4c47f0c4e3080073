// SPDX-License-Identifier: Apache-2.0
#include "core/record/cta_matcher.h"

namespace pstudio::record {

/// Of the record in front of `index`, else of the one there; 0 if there is none at all.
static int64_t cyclesAt(std::span<const Record> records, size_t index) {
  if (records.empty())
    return 0;
  return records[index > 0 ? index - 1 : 0].cycles;
}

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
      if (record.kind == Kind::Value)
        unit.values.push_back(record);
      else if (record.kind == Kind::MemoryAccess)
        unit.instants.push_back(record);
    for (const SlotGap &gap : units[i].gaps)
      unit.gaps.push_back({cyclesAt(units[i].records, gap.record), gap.slots});
    m_events.addUnit(i, units[i].records);
  }
  const auto events = m_events.match();
  cta.events.assign(events.begin(), events.end());
  cta.unmatched += m_events.unmatched();
  cta.ambiguous = m_events.ambiguous();
  return cta;
}

} // namespace pstudio::record
