// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome_json/json_importer.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <numeric>

#include "core/base/date.h"
#include "core/base/large_pages.h"
#include "core/formats/import/time_origin.h"
#include "core/trace/trace_span.h"

namespace pstudio {
namespace {

/// Trace time 0 is the first slice if a file starts later than this and later than its own length
/// [ns]. Otherwise times would have up to twenty digits, and differences of a few microseconds
/// would be hard to read.
constexpr int64_t kFarNs = 1'000'000'000;
constexpr int64_t kPsPerAssumedCycle = 1000; // Triton Proton writes one cycle as one nanosecond

/// A number for a flow's id: the number that the file gives ("12", "0xc"), or one made of its text
/// (FNV-1a).
uint64_t flowIdOf(std::string_view text) {
  const bool isHex = text.starts_with("0x");
  const char *const begin = text.data() + (isHex ? 2 : 0), *const end = text.data() + text.size();
  uint64_t number = 0;
  const auto [stop, error] = std::from_chars(begin, end, number, isHex ? 16 : 10);
  if (error == std::errc() && stop == end && begin != end)
    return number;
  uint64_t hash = 0xcbf29ce484222325u;
  for (char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

/// Joins texts, each with a line feed, in `key`.
void joinInto(std::string &key, std::initializer_list<std::string_view> texts) {
  key.clear();
  for (const std::string_view text : texts)
    key.append(text).push_back('\n');
}

/// The id by which the events of an async tree find each other; a local one holds in its process
/// only.
void setAsyncKey(const JsonEvent &event, std::string &key) {
  if (event.localId.isGiven)
    joinInto(key, {event.category, event.idScope, "local", event.pid.text, event.localId.text});
  else if (event.globalId.isGiven)
    joinInto(key, {event.category, event.idScope, "global", event.globalId.text});
  else
    joinInto(key, {event.category, event.idScope, "", event.id.text});
}

/// The value of a counter's argument, which may be a number in quotes; none if it is no number.
std::optional<double> numberOf(const Arg &arg, const TraceBuilder &builder) {
  switch (arg.type) {
  case ArgType::Int:
    return static_cast<double>(arg.intValue);
  case ArgType::Uint:
    return static_cast<double>(arg.uintValue);
  case ArgType::Double:
    return arg.doubleValue;
  case ArgType::String:
    break;
  case ArgType::Bool:
  case ArgType::Pointer:
    return std::nullopt;
  }
  const std::string_view text = builder.text(arg.stringValue);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                  : std::nullopt;
}

int64_t nearestCycle(int64_t picoseconds) {
  const int64_t rest = picoseconds % kPsPerAssumedCycle;
  const int64_t up = rest >= kPsPerAssumedCycle / 2 ? 1 : rest < -kPsPerAssumedCycle / 2 ? -1 : 0;
  return picoseconds / kPsPerAssumedCycle + up;
}

/// Picoseconds from the origin, or none if they do not fit.
std::optional<int64_t> relativeTime(PreciseTime time, Nanoseconds origin) {
  if (__builtin_sub_overflow(time.nanoseconds, origin.value, &time.nanoseconds))
    return std::nullopt;
  return toPicoseconds(time);
}

/// 0, that is unknown, if the file's numbers do not fit.
Nanoseconds absoluteOrigin(int64_t baseNs, Nanoseconds origin) {
  int64_t sum = 0;
  return Nanoseconds(__builtin_add_overflow(baseNs, origin.value, &sum) ? 0 : sum);
}

int64_t endOf(int64_t begin, int64_t duration) {
  int64_t end;
  return __builtin_add_overflow(begin, duration, &end) ? INT64_MAX : end;
}

} // namespace

void JsonImporter::add(const JsonEvent &event) {
  if (event.near > m_nextEstimate)
    reserve(event.near);
  if (event.phase == 0 && event.fieldCount == 0)
    return; // writers end the list with {} to avoid a trailing comma
  if (event.isMetadata())
    return m_tracks.describe(event);
  if (!event.hasTime()) {
    ++m_withoutTime;
    return;
  }
  TrackAction action;
  action.timestamp = event.timestamp->nanoseconds;
  action.remainderPs = event.timestamp->picoseconds;
  action.name = event.nameId;
  action.category = event.categoryId;
  if (event.isSample)
    return addSample(event, action);
  if (event.phase == 'X')
    if (const auto warp = m_tracks.tritonWarp(event))
      return addTriton(event, *warp, action);
  addPhase(event, action);
}

/// Makes room for the rest of the file if it is like the part before `position`, so that tables
/// need not move while they grow. Memory that is not used in the end is never touched.
void JsonImporter::reserve(size_t position) {
  m_nextEstimate = 4 * position;
  const double parts = 1.05 * static_cast<double>(m_textBytes) / static_cast<double>(position);
  const auto expected = [&](size_t count) {
    return static_cast<size_t>(static_cast<double>(count) * parts);
  };
  reserveLarge(m_queue, expected(m_queue.size()));
  reserveLarge(m_flowPoints, expected(m_flowPoints.size()));
  m_builder.reserveArgs(expected(m_args), expected(m_sets));
}

void JsonImporter::addPhase(const JsonEvent &event, TrackAction action) {
  switch (event.phase) {
  case 'B':
  case 'E':
    action.kind = event.phase == 'B' ? TrackAction::Kind::Begin : TrackAction::Kind::End;
    action.track = m_tracks.thread(event);
    action.stack = action.track.value;
    return enqueue(event, action);
  case 'X':
    return addComplete(event, action);
  case 'i':
  case 'I':
  case 'R':
  case 'P':
    return addInstant(event, action);
  case 'C':
    return addCounters(event, action);
  case 'b':
  case 'e':
  case 'n':
  case 'S':
  case 'T':
  case 'p':
  case 'F':
    return addAsync(event, action);
  case 's':
  case 't':
  case 'f':
    return addFlowPoint(event);
  default:
    ++m_unsupported[event.phase];
  }
}

void JsonImporter::addComplete(const JsonEvent &event, TrackAction action) {
  action.kind = TrackAction::Kind::Complete;
  action.track = m_tracks.thread(event);
  action.stack = action.track.value;
  const auto duration = toPicoseconds(event.duration.value_or(PreciseTime{}));
  if (!duration) {
    ++m_withoutTime;
    return;
  }
  action.durationPs = *duration;
  enqueue(event, action);
}

void JsonImporter::addTriton(const JsonEvent &event, TrackId warp, TrackAction action) {
  action.track = warp;
  const auto duration = toPicoseconds(event.duration.value_or(PreciseTime{}));
  if (!duration) {
    ++m_withoutTime;
    return;
  }
  if (event.category == "flow") { // one end of an event that spans warps
    action.kind = TrackAction::Kind::Instant;
    action.stack = warp.value;
    return enqueue(event, action);
  }
  action.kind = TrackAction::Kind::Complete;
  action.durationPs = *duration;
  const bool isAsync = event.category == "async";
  if (isAsync) {
    action.track =
        m_tracks.named(warp, TrackKind::Async, event.name,
                       "async\n" + std::to_string(warp.value) + '\n' + std::string(event.name));
    action.flags = kSliceAsync;
  }
  // Proton writes the kernel's name as the category of a scope; the track says that already.
  action.category = m_builder.intern(isAsync ? "async" : "scope");
  action.stack = action.track.value;
  enqueue(event, action);
}

void JsonImporter::addInstant(const JsonEvent &event, TrackAction action) {
  action.kind = TrackAction::Kind::Instant;
  action.track = event.instantScope == 'g'   ? m_tracks.global()
                 : event.instantScope == 'p' ? m_tracks.process(event)
                                             : m_tracks.thread(event);
  action.stack = action.track.value;
  enqueue(event, action);
}

void JsonImporter::addSample(const JsonEvent &event, TrackAction action) {
  action.kind = TrackAction::Kind::Instant;
  action.track = m_tracks.threadOfSample(event);
  action.stack = action.track.value;
  enqueue(event, action);
}

void JsonImporter::addCounters(const JsonEvent &event, TrackAction action) {
  action.kind = TrackAction::Kind::Sample;
  const TrackId process = event.pid.isGiven ? m_tracks.process(event) : TrackId();
  for (const Arg &arg : event.args) {
    const std::optional<double> value = numberOf(arg, m_builder);
    if (!value)
      continue;
    std::string name(event.name);
    if (event.id.isGiven)
      name.append("[").append(event.id.text).append("]");
    name.append(" ").append(m_builder.text(arg.key));
    joinInto(m_key, {"counter", event.pid.text, name});
    action.track = m_tracks.named(process, TrackKind::Counter, name, m_key);
    action.stack = action.track.value;
    action.sample = *value;
    m_queue.push_back(action);
  }
}

void JsonImporter::addAsync(const JsonEvent &event, TrackAction action) {
  setAsyncKey(event, m_key);
  const auto [id, isNew] = m_asyncIds.try_emplace(m_key, static_cast<uint32_t>(m_asyncIds.size()));
  AsyncEvent async;
  async.event.id = id->second;
  async.event.name = action.name;
  if (event.pid.isGiven && !event.globalId.isGiven)
    async.parent = m_tracks.process(event);
  async.event.process = async.parent.value;
  action.stack = UINT32_MAX - static_cast<uint32_t>(m_asyncEvents.size());
  m_asyncEvents.push_back(async);
  const bool isBegin = event.phase == 'b' || event.phase == 'S';
  const bool isEnd = event.phase == 'e' || event.phase == 'F';
  action.kind = isBegin ? TrackAction::Kind::Begin
                : isEnd ? TrackAction::Kind::End
                        : TrackAction::Kind::Instant;
  action.flags = isBegin ? kSliceAsync : 0;
  enqueue(event, action);
}

/// The track of a tree of async events, named by its root.
TrackId JsonImporter::asyncTrack(uint32_t event, StringId category) {
  const AsyncEvent &async = m_asyncEvents[event];
  const std::string kind(m_builder.text(category));
  std::string name(m_builder.text(async.event.name));
  if (name.empty())
    name = kind;
  return m_tracks.named(async.parent, TrackKind::Async, name,
                        "async\n" + std::to_string(async.parent.value) + '\n' + kind + '\n' + name);
}

void JsonImporter::placeAsyncEvents(std::span<const uint32_t> order) {
  if (m_asyncEvents.empty())
    return;
  std::vector<std::pair<uint32_t, uint32_t>> stacks; // action, tree
  stacks.reserve(m_asyncEvents.size());
  for (const uint32_t i : order) {
    TrackAction &action = m_queue[i];
    if (!isAsync(action))
      continue;
    const uint32_t number = UINT32_MAX - action.stack;
    const AsyncTrees::Event &event = m_asyncEvents[number].event;
    const bool isBegin = action.kind == TrackAction::Kind::Begin;
    const AsyncTrees::Place place = isBegin ? m_asyncTrees.begin(event)
                                    : action.kind == TrackAction::Kind::End
                                        ? m_asyncTrees.end(event, m_builder)
                                        : m_asyncTrees.at(event);
    action.track = place.track.isValid() ? place.track : asyncTrack(number, action.category);
    if (isBegin && !place.track.isValid())
      m_asyncTrees.setTrack(event, action.track);
    stacks.push_back({i, place.tree});
  }
  // Tracks are complete now: the numbers of the trees follow theirs.
  for (const auto &[i, tree] : stacks)
    m_queue[i].stack = m_tracks.count() + tree;
}

void JsonImporter::addFlowPoint(const JsonEvent &event) {
  const bool isLocal = event.localId.isGiven;
  const JsonIdentity &id = isLocal                  ? event.localId
                           : event.globalId.isGiven ? event.globalId
                                                    : event.id;
  joinInto(m_key, {event.category, event.name, event.idScope});
  const uint32_t kind = m_flowKinds.addCopy(m_key); // few, so that keys are short
  m_key.assign(reinterpret_cast<const char *>(&kind), sizeof(kind)).append(id.text);
  if (isLocal)
    m_key.append("\n").append(event.pid.text);
  const uint32_t number = m_flowNumbers.addCopy(m_key);
  if (number == m_flowIds.size())
    m_flowIds.push_back(flowIdOf(id.text));
  FlowPoint point;
  point.track = m_tracks.thread(event);
  point.flow = number;
  point.startsFlow = event.phase == 's';
  point.endsFlow = event.phase == 'f';
  point.process = event.pid.isGiven ? m_tracks.process(event).value : UINT32_MAX;
  point.bindsToNext = event.phase == 'f' && !event.bindsToEnclosing;
  m_flowPoints.push_back({point, *event.timestamp});
}

void JsonImporter::enqueue(const JsonEvent &event, TrackAction action) {
  action.args = m_argSets.add(event.args);
  if (action.args.isValid() && action.args.value >= m_sets) { // a new one
    m_sets = action.args.value + size_t{1};
    m_args += event.args.size();
  }
  action.firstFlow = static_cast<uint32_t>(m_flowMarks.size());
  if (event.bindId.isGiven && (event.flowsIn || event.flowsOut)) {
    const auto role = !event.flowsOut ? FlowMark::Role::Target
                      : event.flowsIn ? FlowMark::Role::Step
                                      : FlowMark::Role::Source;
    m_flowMarks.push_back({flowIdOf(event.bindId.text), role});
    action.flowCount = 1;
  }
  if (!event.frame.empty())
    m_framed.push_back(
        {static_cast<uint32_t>(m_queue.size()), event.isSample, std::string(event.frame)});
  m_queue.push_back(action);
}

void JsonImporter::addStacks(const StackFrames &frames) {
  StackTexts stacks(frames, m_builder, m_argSets);
  for (const FramedAction &framed : m_framed) {
    TrackAction &action = m_queue[framed.action];
    const StackTexts::Stack &stack = stacks.of(framed.frame);
    action.args = m_argSets.join(action.args, stack.args);
    if (!framed.isSample || !stack.name.isValid())
      continue;
    action.name = stack.name;
    action.category = stack.category;
  }
}

Nanoseconds JsonImporter::chooseOrigin() const {
  std::vector<int64_t> times;
  for (const bool isSlicesOnly : {true, false}) { // a file without slices starts at what it has
    for (const TrackAction &action : m_queue)
      if (!isSlicesOnly || action.kind == TrackAction::Kind::Begin ||
          action.kind == TrackAction::Kind::Complete)
        times.push_back(action.timestamp);
    if (!times.empty())
      break;
  }
  if (times.empty())
    return Nanoseconds(0);
  const int64_t last = std::ranges::max(times);
  const int64_t first = originOf(std::move(times));
  const bool fits = first > -kFarthestNs && last < kFarthestNs;
  if (m_tracks.hasTriton()) // whose times are counters of cycles
    return Nanoseconds(fits ? 0 : first);
  const bool isFar = !fits || (std::abs(first) > kFarNs && std::abs(first) > last - first);
  return Nanoseconds(isFar ? first : 0);
}

std::vector<uint32_t> JsonImporter::orderByTime() const {
  std::vector<uint32_t> order(m_queue.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto earlier = [&](uint32_t a, uint32_t b) {
    if (m_queue[a].timestamp != m_queue[b].timestamp)
      return m_queue[a].timestamp < m_queue[b].timestamp;
    return m_queue[a].remainderPs < m_queue[b].remainderPs;
  };
  if (!std::is_sorted(order.begin(), order.end(), earlier))
    std::stable_sort(order.begin(), order.end(), earlier);
  return order;
}

void JsonImporter::applyAll(EventApplier &applier, std::span<const uint32_t> order,
                            Nanoseconds origin) {
  std::vector<bool> hasFlow(m_builder.trackCount()), hasComplete(m_builder.trackCount());
  for (const PendingFlow &flow : m_flowPoints)
    hasFlow[flow.point.track.value] = true;
  for (const TrackAction &action : m_queue)
    if (action.kind == TrackAction::Kind::Complete)
      hasComplete[action.track.value] = true;
  for (uint32_t i : order) {
    const TrackAction &action = m_queue[i];
    const auto time = relativeTime({action.timestamp, action.remainderPs}, origin);
    ExactSlice exact;
    exact.isParentKnown = !hasComplete[action.track.value];
    if (time && action.kind == TrackAction::Kind::Complete &&
        m_builder.trackAt(action.track).clock.isValid()) {
      exact.beginCycles = nearestCycle(*time);
      exact.cycleDuration = nearestCycle(endOf(*time, action.durationPs)) - exact.beginCycles;
    }
    const auto marks = std::span(m_flowMarks).subspan(action.firstFlow, action.flowCount);
    const std::optional<EventRef> ref = applier.apply(action, marks, exact);
    if (ref && ref->kind == EventRef::Kind::Slice && hasFlow[action.track.value])
      addFlowTarget(action, *time, *ref);
  }
}

void JsonImporter::addFlowTarget(const TrackAction &action, int64_t time, EventRef slice) {
  if (action.kind == TrackAction::Kind::End) {
    if (const auto found = m_flowTargetOf.find(slice.index); found != m_flowTargetOf.end())
      m_flowTargets[found->second].end = time;
    return;
  }
  const bool isComplete = action.kind == TrackAction::Kind::Complete;
  if (!isComplete)
    m_flowTargetOf[slice.index] = m_flowTargets.size();
  m_flowTargets.push_back(
      {action.track, time, isComplete ? endOf(time, action.durationPs) : INT64_MAX, slice});
}

FlowLosses JsonImporter::bindFlowPoints(Nanoseconds origin) {
  std::vector<FlowPoint> points;
  for (PendingFlow &flow : m_flowPoints)
    if (const auto time = relativeTime(flow.time, origin)) {
      flow.point.time = *time;
      points.push_back(flow.point);
    }
  const uint64_t outOfRange = m_flowPoints.size() - points.size();
  FlowLosses losses = bindFlows(std::move(points), std::move(m_flowTargets), m_flowIds, m_builder);
  losses.unbound += outOfRange;
  return losses;
}

void JsonImporter::setAbsoluteTime(std::optional<int64_t> baseTimeNs, Nanoseconds origin) {
  m_builder.info().origin = absoluteOrigin(baseTimeNs.value_or(0), origin);
  int64_t first = INT64_MAX;
  for (const TrackAction &action : m_queue)
    if (relativeTime({action.timestamp, action.remainderPs}, origin)) // the others are left out
      first = std::min(first, action.timestamp);
  int64_t date = 0;
  if (baseTimeNs && first != INT64_MAX && !__builtin_add_overflow(*baseTimeNs, first, &date))
    m_builder.info().date = dateOf(Nanoseconds(date));
}

void JsonImporter::finish(std::optional<int64_t> baseTimeNs, const StackFrames &frames) {
  const std::vector<uint32_t> order = orderByTime();
  addStacks(frames);
  placeAsyncEvents(order);
  m_tracks.addAll();
  EventApplier applier(m_builder, m_argSets);
  const Nanoseconds origin = chooseOrigin();
  applier.setOrigin(origin);
  setAbsoluteTime(baseTimeNs, origin);
  m_builder.reserveSlices(m_queue.size());
  if (!m_flowPoints.empty())
    reserveLarge(m_flowTargets, m_queue.size());
  applyAll(applier, order, origin);
  std::vector<TrackAction>().swap(m_queue); // the largest table, before others grow
  applier.finish();
  addNotes(bindFlowPoints(origin));
}

void JsonImporter::addNotes(const FlowLosses &flows) {
  if (m_tracks.hasTriton())
    m_builder.addNote(NoteCode::ChromeJsonAssumed1ghz);
  m_builder.addNote(NoteCode::ChromeJsonBadTime, m_withoutTime);
  m_builder.addNote(NoteCode::ChromeJsonUnboundFlow, flows.unbound);
  m_builder.addNote(NoteCode::ImportOpenArrow, flows.open);
  for (const auto &[phase, count] : m_unsupported) {
    const bool isShown = phase > ' ' && phase <= '~';
    const std::string name = isShown ? std::string("'") + phase + "'" : "unnamed";
    m_builder.addNote(NoteCode::ChromeJsonOtherPhases, {name}, count);
  }
}

} // namespace pstudio
