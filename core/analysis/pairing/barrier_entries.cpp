// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/pairing/barrier_entries.h"

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
    const auto &gaps = units[unit].gaps;
    for (uint32_t i = 0; i < units[unit].steps.size(); ++i) {
      while (entry.holes < gaps.size() && gaps[entry.holes] <= i)
        ++entry.holes;
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

Coverage::Coverage(std::span<const QueueUnit> units, bool allUnitsRecord)
    : m_hasBegin(allUnitsRecord), m_hasEnd(allUnitsRecord) {
  for (const QueueUnit &unit : units) {
    if (unit.oldestDropped) {
      m_hasBegin = false;
      m_wholeFrom = std::max(m_wholeFrom, unit.begin);
    }
    m_hasEnd = m_hasEnd && !unit.newestDropped;
    if (unit.gaps.empty())
      continue;
    const uint32_t behind = unit.gaps.back();
    m_wholeFrom =
        std::max(m_wholeFrom, behind < unit.steps.size() ? unit.steps[behind].begin : unit.end);
  }
}

} // namespace pstudio::analysis
