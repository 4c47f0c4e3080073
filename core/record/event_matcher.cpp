// SPDX-License-Identifier: Apache-2.0
#include "core/record/event_matcher.h"

#include <algorithm>
#include <tuple>

namespace pstudio::record {

void EventMatcher::begin(uint32_t unitCount) {
  m_entries.clear();
  m_events.clear();
  m_units.assign(unitCount, Unit());
  m_unmatched = m_ambiguous = 0;
}

void EventMatcher::addUnit(uint32_t unit, std::span<const Record> records) {
  if (records.empty())
    return;
  int64_t now = records.front().cycles;
  m_units[unit].first = now;
  uint32_t order = 0;
  for (const Record &record : records) {
    now = std::max(now, record.cycles);
    if ((record.kind != Kind::EventStart && record.kind != Kind::EventEnd) || isStep(record))
      continue;
    Entry entry;
    entry.time = now;
    entry.group = uint32_t{record.operation} << 16 | record.key;
    entry.unit = unit;
    entry.order = order++;
    entry.isEnd = record.kind == Kind::EventEnd;
    m_entries.push_back(entry);
  }
  m_units[unit].last = now;
}

bool EventMatcher::isStep(const Record &record) const {
  if (m_operations == nullptr)
    return false;
  const Operation *known = m_operations->find(OperationId(record.operation));
  return known != nullptr && known->async;
}

std::span<const MatchedEvent> EventMatcher::match() {
  std::sort(m_entries.begin(), m_entries.end(), [](const Entry &a, const Entry &b) {
    return std::tie(a.group, a.time, a.unit, a.order) < std::tie(b.group, b.time, b.unit, b.order);
  });
  m_events.reserve(m_entries.size());
  for (size_t begin = 0; begin < m_entries.size();) {
    size_t end = begin;
    while (end < m_entries.size() && m_entries[end].group == m_entries[begin].group)
      ++end;
    matchGroup(begin, end);
    begin = end;
  }
  return m_events;
}

void EventMatcher::matchGroup(size_t begin, size_t end) {
  m_oldestStart = begin;
  m_outstanding = 0;
  for (size_t i = begin; i < end;) {
    const int64_t now = m_entries[i].time;
    m_waiting.clear();
    for (; i < end && m_entries[i].time == now; ++i) {
      if (!m_entries[i].isEnd)
        putStart(i);
      else if (!takeEnd(i))
        m_waiting.push_back(i);
    }
    // The order of units at one instant is arbitrary: a start of a later unit may belong to an end
    // that was visited before it.
    for (size_t waiting : m_waiting)
      takeEnd(waiting);
  }
  addLeftovers(begin, end);
}

void EventMatcher::putStart(size_t index) {
  Unit &unit = m_units[m_entries[index].unit];
  const auto at = static_cast<uint32_t>(index);
  if (unit.oldest == kNone)
    unit.oldest = at;
  else
    m_entries[unit.newest].next = at;
  unit.newest = at;
  ++unit.outstanding;
  ++m_outstanding;
}

/// Pairs an end with its start; false if none is outstanding.
bool EventMatcher::takeEnd(size_t index) {
  if (m_outstanding == 0)
    return false;
  Entry &end = m_entries[index];
  uint32_t from = end.unit;
  uint32_t candidates = m_units[from].outstanding;
  if (candidates == 0) {
    while (m_entries[m_oldestStart].isEnd || m_entries[m_oldestStart].isTaken)
      ++m_oldestStart;
    from = m_entries[m_oldestStart].unit;
    candidates = m_outstanding;
  }
  m_ambiguous += candidates > 1;
  const Entry &start = m_entries[m_units[from].oldest];
  emit(end, start.time, end.time, start.unit, end.unit, 0);
  end.isTaken = true;
  takeStart(from);
  return true;
}

void EventMatcher::takeStart(uint32_t unitIndex) {
  Unit &unit = m_units[unitIndex];
  m_entries[unit.oldest].isTaken = true;
  unit.oldest = m_entries[unit.oldest].next;
  --unit.outstanding;
  --m_outstanding;
}

/// Empties the queues of the group's units and emits the records without partner.
void EventMatcher::addLeftovers(size_t begin, size_t end) {
  uint64_t count = 0;
  for (size_t i = begin; i < end; ++i) {
    Unit &unit = m_units[m_entries[i].unit];
    unit.oldest = kNone;
    unit.outstanding = 0;
    unit.neighbour = unit.first;
    count += !m_entries[i].isTaken;
  }
  m_unmatched += count;
  if (count == 0)
    return;
  // An end reaches back to its unit's neighbour in the group, a start forward to it.
  for (size_t i = begin; i < end; ++i) {
    const Entry &entry = m_entries[i];
    Unit &unit = m_units[entry.unit];
    if (entry.isEnd && !entry.isTaken)
      emit(entry, unit.neighbour, entry.time, entry.unit, entry.unit, kSliceNoStart);
    unit.neighbour = entry.time;
  }
  for (size_t i = begin; i < end; ++i)
    m_units[m_entries[i].unit].neighbour = m_units[m_entries[i].unit].last;
  for (size_t i = end; i-- > begin;) {
    const Entry &entry = m_entries[i];
    if (entry.isEnd)
      continue;
    Unit &unit = m_units[entry.unit];
    if (!entry.isTaken)
      emit(entry, entry.time, unit.neighbour, entry.unit, entry.unit, kSliceNoEnd);
    unit.neighbour = entry.time;
  }
}

void EventMatcher::emit(const Entry &at, int64_t begin, int64_t end, uint32_t startUnit,
                        uint32_t endUnit, uint8_t flags) {
  MatchedEvent event;
  event.begin = begin;
  event.end = end;
  event.startUnit = startUnit;
  event.endUnit = endUnit;
  event.operation = static_cast<uint16_t>(at.group >> 16);
  event.key = static_cast<uint16_t>(at.group & 0xffff);
  event.flags = static_cast<uint8_t>(kSliceAsync | flags);
  m_events.push_back(event);
}

} // namespace pstudio::record
