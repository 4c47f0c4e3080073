// SPDX-License-Identifier: Apache-2.0
#include "core/queues/barrier_entries.h"

#include <algorithm>
#include <tuple>

namespace pstudio::analysis {
namespace {

using What = BarrierEntry::What;

uint32_t slotOf(const QueueStep &step) {
  if (step.site.queue == AsyncQueue::NamedBarrier)
    return step.key;
  return uint32_t{step.site.barrier} << 16 | step.key >> 1;
}

void addMoments(const QueueStep &step, BarrierEntry entry, std::vector<BarrierEntry> &entries) {
  const AsyncStep kind = step.site.step;
  const auto add = [&](What what, int64_t time) {
    entry.what = what;
    entry.time = time;
    entries.push_back(entry);
  };
  if (kind == AsyncStep::Init)
    add(What::Init, step.begin);
  else if (kind != AsyncStep::Wait && kind != AsyncStep::Commit && step.hasBegin)
    add(What::Arrival, step.begin);
  if ((kind == AsyncStep::Wait || kind == AsyncStep::Synchronize) && step.hasEnd)
    add(What::Exit, step.end);
}

} // namespace

std::vector<BarrierEntry> entriesOf(std::span<const QueueUnit> units, AsyncQueue queue) {
  std::vector<BarrierEntry> entries;
  for (uint32_t unit = 0; unit < units.size(); ++unit) {
    BarrierEntry entry;
    entry.unit = unit;
    for (uint32_t i = 0; i < units[unit].steps.size(); ++i) {
      const QueueStep &step = units[unit].steps[i];
      if (step.site.queue != queue)
        continue;
      entry.step = i;
      entry.slot = slotOf(step);
      addMoments(step, entry, entries);
    }
  }
  std::ranges::sort(entries, {}, [](const BarrierEntry &e) {
    return std::tuple(e.slot, e.time, e.what, e.unit, e.step);
  });
  return entries;
}

static int64_t firstRecordOf(const QueueStep &step) {
  return step.hasBegin ? step.begin : step.end;
}

Coverage::Coverage(std::span<const QueueUnit> units, bool allUnitsRecord)
    : m_allRecord(allUnitsRecord) {
  std::vector<Hole> holes;
  for (uint32_t i = 0; i < units.size(); ++i) {
    const QueueUnit &unit = units[i];
    if (unit.oldestDropped)
      holes.push_back({INT64_MIN, unit.begin, i});
    m_hasBegin = m_hasBegin && !unit.oldestDropped;
    m_hasEnd = m_hasEnd && !unit.newestDropped;
    for (const uint32_t gap : unit.gaps)
      holes.push_back({gap > 0 ? unit.steps[gap - 1].end : unit.begin,
                       gap < unit.steps.size() ? firstRecordOf(unit.steps[gap]) : unit.end, i});
  }
  std::ranges::sort(holes, {}, &Hole::first);
  for (const Hole &hole : holes)
    if (m_holes.empty() || hole.first > m_holes.back().last)
      m_holes.push_back(hole);
    else
      m_holes.back().extend(hole);
}

void Coverage::Hole::extend(const Hole &other) {
  if (other.last == last && other.unit != unit)
    unit = kNoUnit;
  if (other.last <= last)
    return;
  last = other.last;
  unit = other.unit;
}

uint32_t Coverage::intervalAt(const BarrierEntry &entry) const {
  auto next = std::ranges::lower_bound(m_holes, entry.time, {}, &Hole::last);
  if (next != m_holes.end() && next->first <= entry.time) {
    if (next->last != entry.time || next->unit != entry.unit)
      return kHole;
    ++next;
  }
  return static_cast<uint32_t>(next - m_holes.begin());
}

} // namespace pstudio::analysis
