// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/write_plan.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <unordered_set>

#include "core/access/launch_accesses.h"
#include "core/base/parallel.h"
#include "core/formats/pftrace/packet_stream.h"
#include "core/trace/slices_range.h"

namespace pstudio {
namespace {

/// Events of a piece: about half a megabyte of packets, the size at which compression stops gaining
/// and which Perfetto's own writer uses.
constexpr size_t kEventsPerPiece = 12'000;
constexpr size_t kBytesPerEvent = 40;

bool isPid(int64_t number) {
  return number >= 0 && number <= std::numeric_limits<int32_t>::max();
}

/// Calls visit(slice) for the slices of a track; false as soon as it returns false.
template <class Visit> bool allSlices(const Trace &trace, TrackId track, const Visit &visit) {
  const SliceRange slices = slicesOf(trace, track);
  for (uint32_t i = slices.begin; i < slices.end; ++i)
    if (!visit(i))
      return false;
  return true;
}

bool areTimesFromCycles(const Trace &trace, TrackId id) {
  const Track &track = trace.track(id);
  const auto begins = trace.sliceBeginCycles();
  if (!track.clock.isValid() || begins.empty())
    return false;
  const ClockLine &line = *trace.clock(track.clock);
  return allSlices(trace, id, [&](uint32_t slice) {
    const int64_t begin = begins[slice];
    int64_t end;
    if (begin == Trace::kNoCycles ||
        __builtin_add_overflow(begin, trace.sliceCycleDurations()[slice], &end))
      return false;
    const TimeRange time = trace.sliceTime(SliceId(slice));
    return line.toTime(Cycles(begin)) == time.begin && line.toTime(Cycles(end)) == time.end;
  });
}

} // namespace

FlowEnds::FlowEnds(const Trace &trace)
    : m_slices(makeTable(trace, EventRef::Kind::Slice, trace.sliceCount())),
      m_instants(makeTable(trace, EventRef::Kind::Instant, trace.instants().size())) {}

FlowEnds::Table FlowEnds::makeTable(const Trace &trace, EventRef::Kind kind, size_t eventCount) {
  Table table;
  const auto forEachEnd = [&](auto &&visit) {
    uint32_t flow = 0;
    for (const Flow &f : trace.flows()) {
      if (f.from.kind == kind)
        visit(f.from.index, End{flow, true});
      if (f.to.kind == kind)
        visit(f.to.index, End{flow, false});
      ++flow;
    }
  };
  size_t count = 0;
  forEachEnd([&](uint32_t, End) { ++count; });
  if (count == 0)
    return table;
  table.offsets.assign(eventCount + 1, 0);
  forEachEnd([&](uint32_t index, End) { ++table.offsets[index + 1]; });
  std::partial_sum(table.offsets.begin(), table.offsets.end(), table.offsets.begin());
  std::vector<uint32_t> next(table.offsets.begin(), table.offsets.end() - 1);
  table.ends.resize(count);
  forEachEnd([&](uint32_t index, End end) { table.ends[next[index]++] = end; });
  return table;
}

std::span<const FlowEnds::End> FlowEnds::at(EventRef::Kind kind, uint32_t index) const {
  const Table &table = kind == EventRef::Kind::Slice ? m_slices : m_instants;
  if (table.offsets.empty())
    return {};
  return std::span(table.ends)
      .subspan(table.offsets[index], table.offsets[index + 1] - table.offsets[index]);
}

WritePlan::WritePlan(const Trace &trace, unsigned threads, bool hasSources)
    : m_trace(trace), m_hasSources(hasSources && !trace.sources().empty()), m_interns(trace),
      m_flowEnds(trace), m_facts(trace.tracks().size()), m_nextUuid(trace.tracks().size() + 1) {
  findRanks();
  findSystemTracks();
  parallelFor(m_facts.size(), threads, [&](size_t i) {
    const TrackId track(static_cast<uint32_t>(i));
    m_facts[i].shape = shapeOf(m_trace, track);
    m_facts[i].areTimesFromCycles = areTimesFromCycles(m_trace, track);
    if (m_facts[i].shape == TrackShape::Strands)
      m_facts[i].strands = std::make_unique<const StrandPlan>(m_trace, track);
  });
  add(FileStep{}, kEventsPerPiece);
  if (m_hasSources)
    addSources();
  for (uint32_t t = 0; t < m_facts.size(); ++t)
    addTrack(TrackId(t));
  for (uint32_t launch = 0; launch < trace.launches().size(); ++launch)
    addAccesses(LaunchId(launch));
  addForeignPackets();
  endPiece();
}

void WritePlan::findRanks() {
  for (uint32_t parent = 0; parent <= m_facts.size(); ++parent) {
    uint32_t rank = 0;
    for (TrackId child : m_trace.children(parent == 0 ? TrackId() : TrackId(parent - 1)))
      m_facts[child.value].rank = rank++;
  }
}

/// Each pid and tid may name one Perfetto process or thread only, and a thread needs its process.
void WritePlan::findSystemTracks() {
  std::unordered_set<int64_t> pids;
  std::unordered_set<int64_t> tids;
  for (uint32_t t = 0; t < m_facts.size(); ++t) {
    const Track &track = m_trace.track(TrackId(t));
    if (!isPid(track.number))
      continue;
    if (track.kind == TrackKind::Process)
      m_facts[t].isSystem = pids.insert(track.number).second;
    else if (track.kind == TrackKind::Thread && track.parent.isValid())
      m_facts[t].isSystem = m_facts[track.parent.value].isSystem &&
                            m_trace.track(track.parent).kind == TrackKind::Process &&
                            tids.insert(track.number).second;
  }
}

void WritePlan::addTrack(TrackId id) {
  const Track &track = m_trace.track(id);
  uint64_t uuid = uuidOf(id);
  const bool hasEvents = track.rowCount > 0 || track.instantCount > 0;
  if (track.kind == TrackKind::Counter && hasEvents)
    uuid = addPart(id, TrackPart::Events);
  if (track.rowCount > 0 && factsOf(id).shape == TrackShape::Nested)
    addNested(id, uuid);
  else if (factsOf(id).strands)
    addStrands(id, uuid);
  else
    addFlat(id);
  addRuns(track.firstInstant, track.instantCount, [&](uint32_t first, uint32_t count) {
    add(InstantStep{uuid, first, count}, count);
  });
  if (track.sampleCount == 0)
    return;
  const uint64_t counter =
      track.kind == TrackKind::Counter ? uuidOf(id) : addPart(id, TrackPart::Counter);
  addRuns(track.firstSample, track.sampleCount, [&](uint32_t first, uint32_t count) {
    add(SampleStep{counter, first, count}, count);
  });
}

void WritePlan::addNested(TrackId id, uint64_t uuid) {
  const Track &track = m_trace.track(id);
  size_t left = 0; // begins and ends
  for (uint32_t r = 0; r < track.rowCount; ++r)
    left += size_t{2} * m_trace.row(RowId(track.firstRow.value + r)).sliceCount;
  NestedWalk walk(m_trace, id);
  while (left > 0) {
    const size_t steps = std::min(left, kEventsPerPiece);
    add(NestedStepsStep{id, uuid, walk, steps}, steps);
    left -= steps;
    NestedStep ignored;
    for (size_t i = 0; left > 0 && i < steps; ++i) // walking costs little beside encoding
      walk.next(ignored);
  }
}

void WritePlan::addStrands(TrackId id, uint64_t uuid) {
  TrackFacts &facts = m_facts[id.value];
  facts.strandUuids.push_back(uuid);
  while (facts.strandUuids.size() < facts.strands->strandCount())
    facts.strandUuids.push_back(addPart(id, TrackPart::Row));
  for (size_t first = 0; first < facts.strands->stepCount(); first += kEventsPerPiece) {
    const size_t steps = std::min(kEventsPerPiece, facts.strands->stepCount() - first);
    add(StrandStepsStep{id, first, steps}, steps);
  }
}

void WritePlan::addFlat(TrackId id) {
  const Track &track = m_trace.track(id);
  for (uint32_t r = 0; r < track.rowCount; ++r) {
    const bool isMain = r == 0 && track.kind != TrackKind::Counter;
    const uint64_t uuid = isMain ? uuidOf(id) : addPart(id, TrackPart::Row);
    const Row &row = m_trace.row(RowId(track.firstRow.value + r));
    addRuns(row.firstSlice.value, row.sliceCount, [&](uint32_t first, uint32_t count) {
      add(RowStep{id, uuid, SliceId(first), count}, size_t{2} * count);
    });
  }
}

void WritePlan::addAccesses(LaunchId launch) {
  if (const auto &accesses = m_trace.launches()[launch.value].accesses)
    for (const AccessStep &step : cutAccesses(launch, accesses->table))
      add(step, kEventsPerPiece);
}

/// Right after the file packet, so that a truncated file still has them.
void WritePlan::addSources() {
  std::map<std::string_view, SourceStep> texts; // in an order that the trace alone decides
  for (uint32_t i = 0; i < m_trace.sources().size(); ++i)
    texts[*m_trace.sources()[i].text].files.push_back(i);
  for (auto &[text, step] : texts)
    add(std::move(step), std::max<size_t>(text.size() / kBytesPerEvent, 1));
  endPiece();
}

/// At the end, because they may clear the state of the sequence that the file uses.
void WritePlan::addForeignPackets() {
  const ForeignPackets *packets = m_trace.foreignPackets();
  if (packets == nullptr || packets->bytes.empty())
    return;
  const std::span<const std::byte> bytes = std::as_bytes(std::span(packets->bytes));
  PacketStream stream(bytes);
  ForeignStep step = {0, 0, true};
  for (std::span<const std::byte> packet; stream.next(packet);) {
    const auto end = static_cast<size_t>(packet.data() + packet.size() - bytes.data());
    step.size = end - step.offset;
    if (step.size < kEventsPerPiece * kBytesPerEvent && end != bytes.size())
      continue;
    add(step, kEventsPerPiece);
    step = {end, 0, false};
  }
}

uint64_t WritePlan::addPart(TrackId track, TrackPart part) {
  const uint64_t uuid = m_nextUuid++;
  add(PartStep{track, part, uuid}, 1);
  return uuid;
}

template <class Add> void WritePlan::addRuns(uint32_t first, uint32_t count, const Add &add) {
  constexpr uint32_t kMost = kEventsPerPiece / 2;
  for (; count > kMost; first += kMost, count -= kMost)
    add(first, kMost);
  if (count > 0)
    add(first, count);
}

void WritePlan::add(WriteStep step, size_t events) {
  m_piece.push_back(std::move(step));
  m_pieceEvents += events;
  if (m_pieceEvents >= kEventsPerPiece)
    endPiece();
}

void WritePlan::endPiece() {
  if (!m_piece.empty())
    m_pieces.push_back(std::move(m_piece));
  m_piece.clear();
  m_pieceEvents = 0;
}

} // namespace pstudio
