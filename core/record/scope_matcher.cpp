// SPDX-License-Identifier: Apache-2.0
#include "core/record/scope_matcher.h"

#include <algorithm>

namespace pstudio::record {

constexpr uint32_t kNoScope = MatchedScope::kNone;

/// Flags of a scope because of the clock of its start or end.
static uint8_t clockFlags(const Record &record) {
  return record.isUncertain ? kSliceNoStart | kSliceNoEnd | kSliceLengthUnknown : 0;
}

ScopeMatcher::ScopeMatcher(const OperationTable &operations)
    : m_operations(operations), m_perOperation(kMaxOperations) {}

std::span<const MatchedScope> ScopeMatcher::match(std::span<const Record> records,
                                                  bool oldestDropped,
                                                  std::span<const size_t> gaps) {
  reset(records, oldestDropped);
  size_t gap = 0;
  for (m_at = 0; m_at < records.size(); ++m_at) {
    const Record &record = records[m_at];
    if (gap < gaps.size() && gaps[gap] <= m_at) {
      passGap();
      while (gap < gaps.size() && gaps[gap] <= m_at)
        ++gap;
    }
    m_now = std::max(m_now, record.cycles);
    if (record.kind == Kind::ScopeStart || (record.kind == Kind::EventStart && isStep(record)))
      start(record);
    else if (record.kind == Kind::ScopeEnd || (record.kind == Kind::EventEnd && isStep(record)))
      end(record);
    m_previous = m_now;
  }
  closeAll();
  return m_scopes;
}

void ScopeMatcher::reset(std::span<const Record> records, bool oldestDropped) {
  std::fill(m_perOperation.begin(), m_perOperation.end(), PerOperation());
  m_scopes.clear();
  m_states.clear();
  m_open.clear();
  m_roots.clear();
  m_first = m_previous = m_now = records.empty() ? 0 : records.front().cycles;
  m_unmatched = 0;
  m_oldestDropped = oldestDropped;
  m_passedGap = false;
}

/// Open steps of queues end here, because the start that belongs to the next end of the same step
/// is unknown.
void ScopeMatcher::passGap() {
  if (m_at == 0)
    return;
  m_passedGap = true;
  forgetClosed();
  for (size_t i = m_open.size(); i-- > 0;)
    if (const uint32_t index = m_open[i]; m_states[index].isOpen && m_states[index].isStep)
      closeLost(index);
}

bool ScopeMatcher::isStep(const Record &record) const {
  const Operation *known = m_operations.find(OperationId(record.operation));
  return known != nullptr && known->async && analysis::hasEnd(known->async->step);
}

void ScopeMatcher::start(const Record &record) {
  PerOperation &operation = m_perOperation[record.operation];
  operation.wasSeen = true;
  // The same lanes cannot be twice in one scope: the end of the first time was lost.
  for (uint32_t again = findOpen(record); again != kNoScope; again = findOpen(record))
    closeLost(again);
  const uint32_t index = add(record, m_now, innermostOpen(record.laneMask));
  m_states[index].nextOpen = operation.newestOpen;
  operation.newestOpen = index;
  m_open.push_back(index);
  ++m_openCount;
}

void ScopeMatcher::end(const Record &record) {
  uint32_t index = findOpen(record);
  if (index != kNoScope && m_states[index].isStep && m_states[index].key != record.key) {
    closeLost(index);
    index = kNoScope;
  }
  if (index == kNoScope) {
    endWithoutStart(record);
    return;
  }
  do {
    if (record.partial)
      m_scopes[index].flags |= kSliceDivergent;
    m_scopes[index].flags |= clockFlags(record);
    close(index);
    index = findOpen(record);
  } while (index != kNoScope && (m_scopes[index].laneMask & ~record.laneMask) == 0);
}

void ScopeMatcher::endWithoutStart(const Record &record) {
  PerOperation &operation = m_perOperation[record.operation];
  const bool isStepAfterGap = m_passedGap && record.kind == Kind::EventEnd;
  const bool startWasDropped = m_oldestDropped && !operation.wasSeen && !isStepAfterGap;
  operation.wasSeen = true;
  ++m_unmatched;
  const uint32_t enclosing = innermostOpen(record.laneMask);
  const uint32_t index =
      add(record, startWasDropped ? m_first : m_previous, startWasDropped ? kNoScope : enclosing);
  MatchedScope &scope = m_scopes[index];
  PerScope &state = m_states[index];
  state.isOpen = false;
  if (state.isStaticChild)
    --m_states[scope.parent].openStaticChildren;
  scope.end = m_now;
  scope.flags |= kSliceNoStart;
  if (startWasDropped) {
    for (uint32_t root : m_roots)
      m_scopes[root].parent = index;
    m_roots.clear();
    if (enclosing != kNoScope)
      scope.flags |= kSliceCrossing; // the open scope began inside it and ends after it
  }
  addRoot(index);
}

void ScopeMatcher::closeAll() {
  for (size_t i = m_open.size(); i-- > 0;)
    if (m_states[m_open[i]].isOpen)
      closeLost(m_open[i]);
}

uint32_t ScopeMatcher::add(const Record &record, int64_t begin, uint32_t parent) {
  MatchedScope scope;
  scope.begin = scope.end = begin;
  scope.parent = parent;
  scope.operation = record.operation;
  scope.flags = clockFlags(record);
  if (record.partial) {
    scope.flags |= kSliceDivergent;
    scope.laneMask = record.laneMask;
  }
  PerScope state;
  state.record = m_at;
  state.isStep = record.kind == Kind::EventStart || record.kind == Kind::EventEnd;
  state.key = state.isStep ? record.key : 0;
  if (parent != kNoScope && isStaticParent(record.operation, m_scopes[parent].operation)) {
    state.isStaticChild = true;
    ++m_states[parent].openStaticChildren;
  }
  m_scopes.push_back(scope);
  m_states.push_back(state);
  return static_cast<uint32_t>(m_scopes.size() - 1);
}

/// The newest open scope with a lane in common.
uint32_t ScopeMatcher::innermostOpen(uint64_t laneMask) {
  forgetClosed();
  for (size_t i = m_open.size(); i-- > 0;)
    if (m_states[m_open[i]].isOpen && (m_scopes[m_open[i]].laneMask & laneMask) != 0)
      return m_open[i];
  return kNoScope;
}

/// Keeps the stack free of closed scopes at its top, and mostly below: scopes that cross would fill
/// it.
void ScopeMatcher::forgetClosed() {
  while (!m_open.empty() && !m_states[m_open.back()].isOpen)
    m_open.pop_back();
  constexpr size_t kSlack = 64;
  if (m_open.size() > 2 * m_openCount + kSlack)
    std::erase_if(m_open, [&](uint32_t index) { return !m_states[index].isOpen; });
}

/// The newest open scope of the record's operation that has a lane in common with it.
uint32_t ScopeMatcher::findOpen(const Record &record) const {
  uint32_t index = m_perOperation[record.operation].newestOpen;
  while (index != kNoScope && (m_scopes[index].laneMask & record.laneMask) == 0)
    index = m_states[index].nextOpen; // at most one for each lane of the warp
  return index;
}

/// Ends an open scope, and the scopes that cannot outlive it, at the current clock.
void ScopeMatcher::close(uint32_t index) {
  closeOne(index);
  if (m_states[index].openStaticChildren > 0)
    closeLostDescendantsOf(index);
}

void ScopeMatcher::closeLost(uint32_t index) {
  m_scopes[index].flags |= kSliceNoEnd;
  ++m_unmatched;
  close(index);
}

void ScopeMatcher::closeOne(uint32_t index) {
  MatchedScope &scope = m_scopes[index];
  PerScope &state = m_states[index];
  state.isOpen = false;
  --m_openCount;
  scope.end = m_now;
  uint32_t *link = &m_perOperation[scope.operation].newestOpen;
  while (*link != index)
    link = &m_states[*link].nextOpen;
  *link = state.nextOpen;
  if (state.isStaticChild) {
    --m_states[scope.parent].openStaticChildren;
  } else if (scope.parent != kNoScope && !m_states[scope.parent].isOpen) {
    scope.flags |= kSliceCrossing;
    scope.parent = kNoScope;
    return;
  }
  addRoot(index);
}

/// Closes open scopes that, by the operation table, end inside `index` or inside such a scope:
/// their ends were lost.
void ScopeMatcher::closeLostDescendantsOf(uint32_t index) {
  size_t above = m_open.size();
  while (m_open[above - 1] != index)
    --above;
  for (; above < m_open.size(); ++above) {
    const uint32_t child = m_open[above];
    if (!m_states[child].isOpen || !m_states[child].isStaticChild ||
        m_states[m_scopes[child].parent].isOpen)
      continue;
    m_scopes[child].flags |= kSliceNoEnd;
    ++m_unmatched;
    closeOne(child);
  }
}

void ScopeMatcher::addRoot(uint32_t index) {
  const MatchedScope &scope = m_scopes[index];
  if (m_oldestDropped && scope.parent == kNoScope && (scope.flags & kSliceCrossing) == 0)
    m_roots.push_back(index);
}

bool ScopeMatcher::isStaticParent(uint16_t operation, uint16_t parent) const {
  const Operation *known = m_operations.find(OperationId(operation));
  return known != nullptr && known->parent.isValid() && known->parent.value == parent;
}

} // namespace pstudio::record
