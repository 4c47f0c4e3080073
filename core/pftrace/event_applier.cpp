// SPDX-License-Identifier: Apache-2.0
#include "core/pftrace/event_applier.h"

#include <algorithm>

namespace pstudio {
namespace {

// The farthest whole nanosecond whose picoseconds fit 64 bits, remainder included.
constexpr int64_t kFarthestNs = INT64_MAX / 1000 - 1;

/// The distance, or the longest possible one: a trace may span twice what a duration can express.
Picoseconds distance(Picoseconds begin, Picoseconds end) {
  int64_t result;
  if (__builtin_sub_overflow(end.value, begin.value, &result))
    return Picoseconds(INT64_MAX);
  return Picoseconds(result);
}

} // namespace

void EventApplier::addArrows(std::span<const uint64_t> ids) {
  m_arrowBase = m_arrows.size();
  for (uint64_t id : ids)
    m_arrows.push_back({id, {}, {}, false, false});
}

EventApplier::TrackState &EventApplier::stateOf(TrackSlot slot) {
  if (slot >= m_states.size())
    m_states.resize(std::max<size_t>(m_tracks.size(), slot + size_t{1}));
  TrackState &state = m_states[slot];
  if (!state.track.isValid())
    state.track = m_tracks.make(slot);
  return state;
}

bool EventApplier::toTraceTime(const TrackAction &action, Picoseconds &time) {
  int64_t relative;
  if (__builtin_sub_overflow(action.timestamp, m_origin.value, &relative) || relative > kFarthestNs ||
      relative < -kFarthestNs) {
    ++m_counts.eventsOutOfRange;
    return false;
  }
  time = Picoseconds(relative * 1000 + action.remainderPs);
  return true;
}

void EventApplier::apply(const TrackAction &action, std::span<const FlowMark> flows, const ExactSlice &exact) {
  Picoseconds time;
  if (!toTraceTime(action, time))
    return;
  TrackState &state = stateOf(action.slot);
  state.last = std::max(state.last, time.value);
  switch (action.kind) {
  case TrackAction::Kind::Begin:
    return begin(action, state, time, flows, exact);
  case TrackAction::Kind::End:
    return end(action, state, time, flows);
  case TrackAction::Kind::Complete:
    return complete(action, state, time, flows);
  case TrackAction::Kind::Instant: {
    const BuilderInstant instant =
        m_builder.addInstant({state.track, action.name, action.category, time, action.args});
    return addFlowMarks({EventRef::Kind::Instant, instant.value}, flows);
  }
  case TrackAction::Kind::Sample:
    return m_builder.addSample(state.track, {time, action.sample});
  }
}

void EventApplier::begin(const TrackAction &action, TrackState &state, Picoseconds time,
                         std::span<const FlowMark> flows, const ExactSlice &exact) {
  SliceInput input;
  input.track = state.track;
  input.name = action.name;
  input.category = action.category;
  input.begin = time;
  input.args = action.args;
  input.flags = action.flags;
  input.beginCycles = exact.beginCycles;
  input.cycleDuration = exact.cycleDuration;
  if (exact.parentDistance != 0 && exact.parentDistance <= m_builder.sliceCount())
    input.parent.value = static_cast<uint32_t>(m_builder.sliceCount()) - exact.parentDistance;
  else if (!state.open.empty())
    input.parent = state.open.back().slice;
  const BuilderSlice slice = m_builder.addSlice(input);
  state.open.push_back({slice, exact.cycleDuration, action.flags});
  addFlowMarks({EventRef::Kind::Slice, slice.value}, flows);
}

void EventApplier::end(const TrackAction &action, TrackState &state, Picoseconds time,
                       std::span<const FlowMark> flows) {
  if (state.open.empty()) {
    ++m_counts.endsWithoutBegin;
    return;
  }
  const OpenSlice open = state.open.back();
  state.open.pop_back();
  const Picoseconds begin = m_builder.beginOf(open.slice);
  if (time < begin)
    ++m_counts.eventsBackInTime;
  m_builder.setDuration(open.slice, distance(begin, std::max(begin, time)), open.cycleDuration);
  if (action.args.isValid())
    m_builder.setArgs(open.slice, m_argSets.join(m_builder.argsOf(open.slice), action.args));
  addFlowMarks({EventRef::Kind::Slice, open.slice.value}, flows);
}

void EventApplier::complete(const TrackAction &action, TrackState &state, Picoseconds time,
                            std::span<const FlowMark> flows) {
  SliceInput input;
  input.track = state.track;
  input.name = action.name;
  input.category = action.category;
  input.begin = time;
  input.args = action.args;
  input.flags = action.flags;
  const int64_t longestNs = (INT64_MAX - std::max<int64_t>(time.value, 0)) / 1000;
  input.duration = Picoseconds(std::clamp<int64_t>(action.durationNs, 0, longestNs) * 1000);
  state.last = std::max(state.last, time.value + input.duration.value);
  const BuilderSlice slice = m_builder.addSlice(input);
  addFlowMarks({EventRef::Kind::Slice, slice.value}, flows);
}

void EventApplier::addFlowMarks(EventRef at, std::span<const FlowMark> flows) {
  for (const FlowMark &mark : flows) {
    if (mark.role == FlowMark::Role::ArrowSource || mark.role == FlowMark::Role::ArrowTarget) {
      if (mark.id == 0 || mark.id > m_arrows.size() - m_arrowBase)
        continue;
      Arrow &arrow = m_arrows[m_arrowBase + mark.id - 1];
      const bool isSource = mark.role == FlowMark::Role::ArrowSource;
      (isSource ? arrow.from : arrow.to) = at;
      (isSource ? arrow.hasFrom : arrow.hasTo) = true;
      continue;
    }
    auto [before, isFirst] = m_flowSteps.try_emplace(mark.id, at);
    if (!isFirst) {
      m_builder.addFlow(mark.id, before->second.kind, before->second.index, at.kind, at.index);
      before->second = at;
    }
    if (mark.role == FlowMark::Role::Termination)
      m_flowSteps.erase(before);
  }
}

void EventApplier::finish() {
  for (const TrackState &state : m_states)
    for (const OpenSlice &open : state.open) {
      const Picoseconds begin = m_builder.beginOf(open.slice);
      m_builder.setDuration(open.slice, distance(begin, std::max(begin, Picoseconds(state.last))),
                            open.cycleDuration);
      m_builder.setFlags(open.slice, open.flags | kSliceNoEnd);
      ++m_counts.beginsWithoutEnd;
    }
  for (const Arrow &arrow : m_arrows) {
    if (arrow.hasFrom && arrow.hasTo)
      m_builder.addFlow(arrow.id, arrow.from.kind, arrow.from.index, arrow.to.kind, arrow.to.index);
    else
      ++m_counts.flowsWithoutEnd;
  }
}

} // namespace pstudio
