// SPDX-License-Identifier: Apache-2.0
#include "core/formats/import/event_applier.h"

#include <algorithm>
#include <utility>

#include "core/base/large_pages.h"
#include "core/trace/trace_span.h"

namespace pstudio {
void EventApplier::addArrows(std::span<const uint64_t> ids) {
  m_arrowBase = m_arrows.size();
  reserveLarge(m_arrows, m_arrowBase + ids.size());
  for (uint64_t id : ids)
    m_arrows.push_back({id, {}, {}, false, false});
}

EventApplier::StackState &EventApplier::stateOf(uint32_t stack) {
  if (stack >= m_states.size())
    m_states.resize(std::max<size_t>(m_states.size() * 2, stack + size_t{1}));
  return m_states[stack];
}

bool EventApplier::toTraceTime(const TrackAction &action, Picoseconds &time) {
  int64_t relative;
  if (__builtin_sub_overflow(action.timestamp, m_origin.value, &relative) ||
      relative > kFarthestNs || relative < -kFarthestNs) {
    ++m_outOfRange;
    return false;
  }
  time = Picoseconds(relative * 1000 + action.remainderPs);
  return true;
}

std::optional<EventRef> EventApplier::apply(const TrackAction &action,
                                            std::span<const FlowMark> flows,
                                            const ExactSlice &exact) {
  Picoseconds time;
  if (!toTraceTime(action, time))
    return std::nullopt;
  StackState &state = stateOf(action.stack);
  state.last = std::max(state.last, time.value);
  std::optional<EventRef> touched;
  switch (action.kind) {
  case TrackAction::Kind::Begin:
    touched = begin(action, state, time, exact);
    break;
  case TrackAction::Kind::Complete:
    touched = complete(action, state, time, exact);
    break;
  case TrackAction::Kind::Instant:
    touched = {EventRef::Kind::Instant,
               m_builder.addInstant({action.track, action.name, action.category, time, action.args})
                   .value};
    break;
  case TrackAction::Kind::End:
    touched = end(action, state, time);
    break;
  case TrackAction::Kind::Sample:
    m_builder.addSample(action.track, {time, action.sample});
    break;
  case TrackAction::Kind::FlowAtEnclosing:
    touched = enclosingSlice(state, time);
    m_openArrows += touched ? 0 : flows.size();
    break;
  case TrackAction::Kind::FlowAtNext:
    state.waitingFlows.insert(state.waitingFlows.end(), flows.begin(), flows.end());
    break;
  }
  if (touched)
    addFlowMarks(*touched, flows);
  return touched;
}

SliceInput EventApplier::inputOf(const TrackAction &action, Picoseconds time,
                                 const ExactSlice &exact) const {
  SliceInput input;
  input.track = action.track;
  input.name = action.name;
  input.category = action.category;
  input.begin = time;
  input.args = action.args;
  input.flags = action.flags;
  input.beginCycles = exact.beginCycles;
  input.cycleDuration = exact.cycleDuration;
  return input;
}

EventRef EventApplier::begin(const TrackAction &action, StackState &state, Picoseconds time,
                             const ExactSlice &exact) {
  SliceInput input = inputOf(action, time, exact);
  removeEnded(state, time);
  if (exact.parentDistance != 0 && exact.parentDistance <= m_builder.sliceCount())
    input.parent.value = static_cast<uint32_t>(m_builder.sliceCount()) - exact.parentDistance;
  else if (!state.open.empty())
    input.parent = state.innermost().slice;
  else
    input.isRoot = exact.isParentKnown;
  const BuilderSlice slice = m_builder.addSlice(input);
  state.add(state.open.push(action.name),
            {slice, exact.cycleDuration, action.flags, exact.end, false, exact.isParentKnown});
  const EventRef begun{EventRef::Kind::Slice, slice.value};
  addWaitingFlows(state, begun);
  return begun;
}

/// The slice that an end with this name closes; none if there is none.
uint32_t EventApplier::closedBy(StringId name, const OpenNames &open) const {
  if (m_builder.text(name).empty())
    return open.innermostClosable();
  const uint32_t named = open.find(name), unnamed = open.find(StringId());
  const bool isUnnamed =
      named == OpenNames::kNone || (unnamed != OpenNames::kNone && open.isWithin(unnamed, named));
  return isUnnamed ? unnamed : named;
}

std::optional<EventRef> EventApplier::end(const TrackAction &action, StackState &state,
                                          Picoseconds time) {
  const uint32_t at = closedBy(action.name, state.open);
  if (at == OpenNames::kNone) {
    ++m_endsWithoutBegin;
    return std::nullopt;
  }
  time = state.slices[at].end.value_or(time);
  separateCrossing(state, at, time);
  const OpenSlice open = state.slices[at];
  state.open.remove(at);
  const Picoseconds begin = m_builder.beginOf(open.slice);
  if (time < begin)
    ++m_backInTime;
  m_builder.setDuration(open.slice, lengthBetween(begin, std::max(begin, time)),
                        open.cycleDuration);
  if (action.args.isValid())
    m_builder.setArgs(open.slice, m_argSets.join(m_builder.argsOf(open.slice), action.args));
  return EventRef{EventRef::Kind::Slice, open.slice.value};
}

void EventApplier::removeEnded(StackState &state, Picoseconds time) {
  while (!state.open.empty() && state.innermost().isComplete && *state.innermost().end <= time)
    state.open.remove(state.open.innermost());
}

/// Moves a slice out of complete ones that end before it. Those contain nothing that follows, and
/// leave the stack.
void EventApplier::leaveEnded(StackState &state, uint32_t at, Picoseconds end) {
  bool hasLeft = false;
  for (uint32_t outer = state.open.outer(at); outer != OpenNames::kNone;
       outer = state.open.outer(at), hasLeft = true) {
    if (!state.slices[outer].isComplete || *state.slices[outer].end >= end)
      break;
    state.open.remove(outer);
  }
  if (hasLeft)
    moveOut(state.slices[at], state.around(at));
}

/// Moves the slice that begins in another one and outlives it out of it.
void EventApplier::separateCrossing(StackState &state, uint32_t closed, Picoseconds end) {
  leaveEnded(state, closed, end);
  const uint32_t inner = state.open.inner(closed);
  if (inner == OpenNames::kNone || state.slices[inner].isComplete)
    return;
  moveOut(state.slices[inner], state.around(closed));
  OpenSlice &crossed = state.slices[closed];
  m_builder.setFlags(crossed.slice, crossed.flags |= kSliceCrossing);
}

void EventApplier::moveOut(OpenSlice &slice, const OpenSlice *parent) {
  m_builder.setParent(slice.slice, parent == nullptr ? BuilderSlice() : parent->slice,
                      slice.isParentKnown);
  m_builder.setFlags(slice.slice, slice.flags |= kSliceCrossing);
}

/// Of complete slices that begin together the longest is outermost, whatever their order.
void EventApplier::pushComplete(StackState &state, const OpenSlice &slice, Picoseconds begin) {
  constexpr int kMostMoved = 64; // a bound on the time
  removeEnded(state, begin);
  uint32_t inner = OpenNames::kNone;
  uint32_t outer = state.open.innermost();
  for (int moved = 0; moved < kMostMoved && outer != OpenNames::kNone; ++moved) {
    const OpenSlice &candidate = state.slices[outer];
    if (!candidate.isComplete || *candidate.end >= *slice.end ||
        m_builder.beginOf(candidate.slice) != begin)
      break;
    inner = outer;
    outer = state.open.outer(outer);
  }
  state.add(state.open.insertAround(inner), slice);
}

EventRef EventApplier::complete(const TrackAction &action, StackState &state, Picoseconds time,
                                const ExactSlice &exact) {
  SliceInput input = inputOf(action, time, exact);
  if (action.durationPs < 0)
    ++m_backInTime;
  const int64_t longest = INT64_MAX - std::max<int64_t>(time.value, 0);
  input.duration = Picoseconds(std::clamp<int64_t>(action.durationPs, 0, longest));
  const Picoseconds end = time + input.duration;
  state.last = std::max(state.last, end.value);
  const BuilderSlice slice = m_builder.addSlice(input);
  if (end > time)
    pushComplete(state, {slice, 0, action.flags, end, true, false}, time);
  const EventRef added{EventRef::Kind::Slice, slice.value};
  addWaitingFlows(state, added);
  return added;
}

void EventApplier::addWaitingFlows(StackState &state, EventRef slice) {
  if (!state.waitingFlows.empty())
    addFlowMarks(slice, std::exchange(state.waitingFlows, {}));
}

/// The innermost slice of the stack that contains the time, its end included.
std::optional<EventRef> EventApplier::enclosingSlice(StackState &state, Picoseconds time) {
  while (!state.open.empty() && state.innermost().isComplete && *state.innermost().end < time)
    state.open.remove(state.open.innermost());
  if (state.open.empty())
    return std::nullopt;
  return EventRef{EventRef::Kind::Slice, state.innermost().slice.value};
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
    const auto before = m_flowSteps.find(mark.id);
    const bool hasBefore = before != m_flowSteps.end();
    if (hasBefore && mark.role != FlowMark::Role::Source)
      m_builder.addFlow(mark.id, before->second.kind, before->second.index, at.kind, at.index);
    if (mark.role == FlowMark::Role::Termination)
      m_flowSteps.erase(mark.id);
    else if (mark.role != FlowMark::Role::Target)
      m_flowSteps.insert_or_assign(mark.id, at);
  }
}

void EventApplier::finish() {
  for (StackState &state : m_states) {
    m_openArrows += state.waitingFlows.size();
    for (uint32_t at = state.open.outermost(); at != OpenNames::kNone; at = state.open.inner(at)) {
      if (state.slices[at].isComplete)
        continue;
      leaveEnded(state, at, Picoseconds(state.last));
      const OpenSlice &open = state.slices[at];
      const Picoseconds begin = m_builder.beginOf(open.slice);
      m_builder.setDuration(open.slice,
                            lengthBetween(begin, std::max(begin, Picoseconds(state.last))),
                            open.cycleDuration);
      m_builder.setFlags(open.slice, open.flags | kSliceNoEnd);
      ++m_beginsWithoutEnd;
    }
  }
  m_builder.reserveFlows(m_arrows.size());
  for (const Arrow &arrow : m_arrows) {
    if (arrow.hasFrom && arrow.hasTo)
      m_builder.addFlow(arrow.id, arrow.from.kind, arrow.from.index, arrow.to.kind, arrow.to.index);
    else
      ++m_openArrows;
  }
  m_builder.addNote(NoteCode::ImportOutOfRange, m_outOfRange);
  m_builder.addNote(NoteCode::ImportBackInTime, m_backInTime);
  m_builder.addNote(NoteCode::ImportEndWithoutBegin, m_endsWithoutBegin);
  m_builder.addNote(NoteCode::ImportBeginWithoutEnd, m_beginsWithoutEnd);
  m_builder.addNote(NoteCode::ImportOpenArrow, m_openArrows);
}

} // namespace pstudio
