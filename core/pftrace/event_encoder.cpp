// SPDX-License-Identifier: Apache-2.0
#include "core/pftrace/event_encoder.h"

#include <numeric>

#include "core/pftrace/extension_fields.h"
#include "core/pftrace/track_plan.h"

namespace pstudio {

namespace fields = perfetto::track_event;
using perfetto::EventType;
using protozero::pbf_writer;

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

EventEncoder::EventEncoder(const Trace &trace, PacketWriter &packets, ArgsEncoder &args,
                           DescriptorEncoder &descriptors)
    : m_trace(trace), m_packets(packets), m_args(args), m_descriptors(descriptors),
      m_flowEnds(trace), m_names(perfetto::interned_data::kEventNames, 1),
      m_categories(perfetto::interned_data::kEventCategories, 1) {}

void EventEncoder::writeTrack(TrackId id) {
  const Track &track = m_trace.track(id);
  uint64_t uuid = DescriptorEncoder::uuidOf(id);
  const bool hasEvents = track.rowCount > 0 || track.instantCount > 0;
  if (track.kind == TrackKind::Counter && hasEvents)
    uuid = m_descriptors.writePart(id, TrackPart::Events);
  if (track.rowCount > 0 && shapeOf(m_trace, id) == TrackShape::Nested)
    writeNested(id, uuid);
  else
    writeFlat(id);
  writeInstants(id, uuid);
  writeSamples(id);
}

void EventEncoder::writeNested(TrackId track, uint64_t uuid) {
  NestedWalk walk(m_trace, track);
  for (NestedStep step; walk.next(step);) {
    if (step.isBegin)
      writeBegin(step.slice, uuid, false);
    else
      writeEnd(step.slice, uuid);
  }
}

void EventEncoder::writeFlat(TrackId id) {
  const Track &track = m_trace.track(id);
  for (uint32_t r = 0; r < track.rowCount; ++r) {
    const bool isMain = r == 0 && track.kind != TrackKind::Counter;
    const uint64_t uuid =
        isMain ? DescriptorEncoder::uuidOf(id) : m_descriptors.writePart(id, TrackPart::Row);
    const Row &row = m_trace.row(RowId(track.firstRow.value + r));
    for (uint32_t i = 0; i < row.sliceCount; ++i) {
      const SliceId slice(row.firstSlice.value + i);
      writeBegin(slice, uuid, true);
      writeEnd(slice, uuid);
    }
  }
}

void EventEncoder::startEvent(EventType type, uint64_t uuid) {
  pbf_writer event(m_packets.event());
  event.add_uint32(fields::kType, static_cast<uint32_t>(type));
  event.add_uint64(fields::kTrackUuid, uuid);
}

void EventEncoder::addNameAndCategory(StringId name, StringId category) {
  pbf_writer event(m_packets.event());
  if (name.isValid())
    event.add_uint64(fields::kNameIid,
                     m_names.iidOf(name, m_trace.string(name), m_packets.internedData()));
  if (category.isValid())
    event.add_uint64(fields::kCategoryIids, m_categories.iidOf(category, m_trace.string(category),
                                                               m_packets.internedData()));
}

void EventEncoder::addFlows(EventRef::Kind kind, uint32_t index) {
  // Each arrow has an id of its own here, for Perfetto joins all events that share one into a chain
  // by time.
  for (const FlowEnds::End &end : m_flowEnds.at(kind, index))
    pbf_writer(m_packets.event())
        .add_fixed64(end.isSource ? fields::kFlowIds : fields::kTerminatingFlowIds,
                     end.flow + uint64_t{1});
}

void EventEncoder::endPacket(Picoseconds time) {
  const Nanoseconds whole = floorToNanoseconds(time);
  const auto remainder = static_cast<uint32_t>((time - toPicoseconds(whole)).value);
  if (remainder != 0)
    pbf_writer(m_packets.extension()).add_uint32(extension::packet::kRemainderPs, remainder);
  // Unsigned, for the sum may wrap around: the reader subtracts in the same way.
  m_packets.end(static_cast<int64_t>(static_cast<uint64_t>(m_trace.info().origin.value) +
                                     static_cast<uint64_t>(whole.value)));
}

void EventEncoder::addCycles(uint32_t slice) {
  const auto begins = m_trace.sliceBeginCycles();
  if (!begins.empty() && begins[slice] != Trace::kNoCycles)
    m_args.addCycles(begins[slice], begins[slice] + m_trace.sliceCycleDurations()[slice]);
}

void EventEncoder::writeBegin(SliceId id, uint64_t uuid, bool isFlat) {
  const Slice slice = m_trace.slice(id);
  startEvent(EventType::SliceBegin, uuid);
  addNameAndCategory(slice.name, slice.category);
  addCycles(id.value);
  pbf_writer extensionFields(m_packets.extension());
  if (slice.flags != 0) {
    m_args.addFlags(slice.flags);
    extensionFields.add_uint32(extension::packet::kSliceFlags, slice.flags);
  }
  if (isFlat && slice.parent.isValid())
    extensionFields.add_uint32(extension::packet::kParentDistance, id.value - slice.parent.value);
  m_args.addToEvent(slice.args);
  addFlows(EventRef::Kind::Slice, id.value);
  endPacket(slice.time.begin);
}

void EventEncoder::writeEnd(SliceId id, uint64_t uuid) {
  startEvent(EventType::SliceEnd, uuid);
  endPacket(m_trace.sliceTime(id).end);
}

void EventEncoder::writeInstants(TrackId id, uint64_t uuid) {
  const Track &track = m_trace.track(id);
  for (uint32_t i = track.firstInstant; i < track.firstInstant + track.instantCount; ++i) {
    const Instant &instant = m_trace.instants()[i];
    startEvent(EventType::Instant, uuid);
    addNameAndCategory(instant.name, instant.category);
    m_args.addToEvent(instant.args);
    addFlows(EventRef::Kind::Instant, i);
    endPacket(instant.time);
  }
}

void EventEncoder::writeSamples(TrackId id) {
  const Track &track = m_trace.track(id);
  if (track.sampleCount == 0)
    return;
  const uint64_t uuid = track.kind == TrackKind::Counter
                            ? DescriptorEncoder::uuidOf(id)
                            : m_descriptors.writePart(id, TrackPart::Counter);
  for (const Sample &sample : m_trace.samples().subspan(track.firstSample, track.sampleCount)) {
    startEvent(EventType::Counter, uuid);
    pbf_writer(m_packets.event()).add_double(fields::kDoubleCounterValue, sample.value);
    endPacket(sample.time);
  }
}

} // namespace pstudio
