// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/foreign_events.h"

#include <algorithm>
#include <utility>

#include "core/formats/import/time_origin.h"
#include "core/trace/trace_span.h"

namespace pstudio {

/// False if the action is earlier than one before it of its stack.
bool ForeignEvents::noteStack(const TrackAction &action) {
  if (action.stack >= m_stacks.size())
    m_stacks.resize(std::max<size_t>(2 * m_stacks.size(), action.stack + size_t{1}));
  Stack &stack = m_stacks[action.stack];
  if (!stack.isUsed)
    stack = {action.timestamp, action.timestamp, m_count, true, false};
  ++m_count;
  const bool isOrdered = stack.last <= action.timestamp;
  stack.first = std::min(stack.first, action.timestamp);
  stack.last = std::max(stack.last, action.timestamp);
  stack.hasComplete |= action.kind == TrackAction::Kind::Complete;
  return isOrdered;
}

void ForeignEvents::add(TrackAction action, std::span<const FlowMark> flows) {
  if (m_isQueueNeeded)
    return;
  m_isOrderedByStack &= noteStack(action);
  if (m_mode == Mode::AsTheyCome)
    return applyAtOnce(action, !flows.empty());
  action.firstFlow = static_cast<uint32_t>(m_queueFlows.size());
  action.flowCount = static_cast<uint16_t>(std::min<size_t>(flows.size(), UINT16_MAX));
  m_queueFlows.insert(m_queueFlows.end(), flows.begin(), flows.begin() + action.flowCount);
  m_queue.add(action);
}

void ForeignEvents::applyAtOnce(TrackAction action, bool hasFlows) {
  using Kind = TrackAction::Kind;
  const bool isFirst = m_count == 1;
  if (isFirst)
    m_firstTime = action.timestamp;
  const bool isSimple = action.kind == Kind::Begin || action.kind == Kind::End ||
                        action.kind == Kind::Instant || action.kind == Kind::Sample;
  const auto [earlier, later] = std::minmax(m_firstTime, action.timestamp);
  m_isQueueNeeded = hasFlows || !isSimple || !m_isOrderedByStack || m_own.fileCount() > 0 ||
                    !fitInOneTrace(earlier, later);
  if (m_isQueueNeeded)
    return;
  if (isFirst) {
    m_applier.setOrigin(Nanoseconds(m_firstTime));
    m_builder.allowPlaces();
  }
  action.track = TrackId(action.stack); // a place
  ExactSlice exact;
  exact.isParentKnown = true;
  m_applier.apply(action, {}, exact);
}

/// The first and last time of all events [ns].
std::pair<int64_t, int64_t> ForeignEvents::range() const {
  int64_t first = INT64_MAX, last = INT64_MIN;
  for (const Stack &stack : m_stacks)
    if (stack.isUsed) {
      first = std::min(first, stack.first);
      last = std::max(last, stack.last);
    }
  return {first, last};
}

/// Others have no origin: the first event is as good as any, and keeps picoseconds in range.
void ForeignEvents::setOrigin(int64_t origin) {
  m_builder.info().origin = Nanoseconds(origin);
  m_applier.setOrigin(Nanoseconds(origin));
}

/// Makes the tracks of all events in the order of their first events. False if two stacks share a
/// track.
bool ForeignEvents::makeTracks() {
  std::vector<TrackSlot> slots;
  for (TrackSlot slot = 0; slot < m_stacks.size(); ++slot)
    if (m_stacks[slot].isUsed)
      slots.push_back(slot);
  std::ranges::sort(slots, {}, [this](TrackSlot slot) {
    return std::pair(m_stacks[slot].first, m_stacks[slot].firstAction);
  });
  std::vector<TrackId> tracks;
  for (const TrackSlot slot : slots)
    tracks.push_back(m_tracks.make(slot));
  std::ranges::sort(tracks);
  return std::ranges::adjacent_find(tracks) == tracks.end();
}

void ForeignEvents::finish() {
  if (m_mode == Mode::AsTheyCome)
    finishAtOnce();
  else
    finishQueue();
}

void ForeignEvents::finishAtOnce() {
  if (m_count == 0) {
    if (m_own.fileCount() == 0)
      setOrigin(0);
    return;
  }
  const auto [first, last] = range();
  m_isQueueNeeded |= m_own.fileCount() > 0 || !fitInOneTrace(first, last);
  m_isQueueNeeded = m_isQueueNeeded || !makeTracks();
  if (!m_isQueueNeeded)
    m_builder.info().origin = Nanoseconds(first);
}

void ForeignEvents::settle() {
  if (m_mode != Mode::AsTheyCome || m_count == 0)
    return;
  std::vector<TrackId> tracks(m_stacks.size());
  for (TrackSlot slot = 0; slot < m_stacks.size(); ++slot)
    if (m_stacks[slot].isUsed)
      tracks[slot] = m_tracks.make(slot);
  const Nanoseconds shift(m_firstTime - m_builder.info().origin.value);
  m_builder.settlePlaces(tracks, toPicoseconds(shift));
}

void ForeignEvents::finishQueue() {
  if (m_own.fileCount() == 0) {
    const auto [first, last] = range();
    int64_t origin = m_count == 0 ? 0 : first;
    if (m_count > 0 && !fitInOneTrace(first, last)) {
      std::vector<int64_t> times(m_queue.size());
      for (size_t i = 0; i < times.size(); ++i)
        times[i] = m_queue.timeAt(i);
      origin = originOf(std::move(times));
    }
    setOrigin(origin);
  }
  // Arrows, and stacks of one track, need the order of all events. Most files have neither, and
  // the events of each stack are in order.
  std::vector<uint32_t> order;
  if (!m_isOrderedByStack || !m_queueFlows.empty() || !makeTracks())
    order = m_queue.orderByTime();
  m_builder.reserveSlices(m_builder.sliceCount() + m_queue.sliceCount());
  for (size_t i = 0; i < m_queue.size(); ++i) {
    TrackAction action = m_queue.take(order.empty() ? i : order[i]);
    action.track = m_tracks.make(action.stack);
    ExactSlice exact;
    exact.isParentKnown = !m_stacks[action.stack].hasComplete;
    m_applier.apply(action, std::span(m_queueFlows).subspan(action.firstFlow, action.flowCount),
                    exact);
  }
}

} // namespace pstudio
