// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/event_encoder.h"

#include "core/formats/pftrace/extension_fields.h"

namespace pstudio {

namespace fields = perfetto::track_event;
using perfetto::EventType;
using protozero::pbf_writer;

void EventEncoder::write(const NestedStepsStep &step) {
  const Place place{step.uuid, m_plan.factsOf(step.track).areTimesFromCycles};
  NestedWalk walk = step.from;
  NestedStep at;
  for (size_t i = 0; i < step.steps && walk.next(at); ++i) {
    if (at.isBegin)
      writeBegin(at.slice, place);
    else
      writeEnd(at.slice, place);
  }
}

void EventEncoder::write(const StrandStepsStep &step) {
  const TrackFacts &facts = m_plan.factsOf(step.track);
  for (size_t i = step.first; i < step.first + step.steps; ++i) {
    const StrandStep at = facts.strands->step(i);
    const Place place{facts.strandUuids[facts.strands->strandOf(at.slice)],
                      facts.areTimesFromCycles, facts.strands->parentDistance(at.slice)};
    if (at.isBegin)
      writeBegin(at.slice, place);
    else
      writeEnd(at.slice, place);
  }
}

void EventEncoder::write(const RowStep &step) {
  const Place place{step.uuid, m_plan.factsOf(step.track).areTimesFromCycles};
  for (uint32_t i = 0; i < step.count; ++i) {
    const SliceId slice(step.first.value + i);
    writeBegin(slice, place);
    writeEnd(slice, place);
  }
}

void EventEncoder::write(const InstantStep &step) {
  for (uint32_t i = step.first; i < step.first + step.count; ++i) {
    const Instant &instant = m_trace.instants()[i];
    startEvent(EventType::Instant, step.uuid);
    addNameAndCategory(instant.name, instant.category);
    m_args.addToEvent(instant.args);
    addFlows(EventRef::Kind::Instant, i);
    endPacket(instant.time, false);
  }
}

void EventEncoder::write(const SampleStep &step) {
  for (const Sample &sample : m_trace.samples().subspan(step.first, step.count)) {
    startEvent(EventType::Counter, step.uuid);
    pbf_writer(m_packets.event()).add_double(fields::kDoubleCounterValue, sample.value);
    endPacket(sample.time, false);
  }
}

void EventEncoder::startEvent(EventType type, uint64_t uuid) {
  pbf_writer event(m_packets.event());
  event.add_uint32(fields::kType, static_cast<uint32_t>(type));
  event.add_uint64(fields::kTrackUuid, uuid);
}

void EventEncoder::addNameAndCategory(StringId name, StringId category) {
  pbf_writer event(m_packets.event());
  const InternTables &interns = m_plan.interns();
  if (name.isValid())
    event.add_uint64(fields::kNameIid, interns.names().iidOf(name));
  if (category.isValid())
    event.add_uint64(fields::kCategoryIids, interns.categories().iidOf(category));
}

void EventEncoder::addFlows(EventRef::Kind kind, uint32_t index) {
  // Each arrow has an id of its own here, for Perfetto joins all events that share one into a chain
  // by time.
  for (const FlowEnds::End &end : m_plan.flowEnds().at(kind, index))
    pbf_writer(m_packets.event())
        .add_fixed64(end.isSource ? fields::kFlowIds : fields::kTerminatingFlowIds,
                     end.flow + uint64_t{1});
}

void EventEncoder::endPacket(Picoseconds time, bool isRemainderKnown) {
  const Nanoseconds whole = floorToNanoseconds(time);
  const auto remainder = static_cast<uint32_t>((time - toPicoseconds(whole)).value);
  if (remainder != 0 && !isRemainderKnown)
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

void EventEncoder::writeBegin(SliceId id, const Place &place) {
  const uint32_t i = id.value;
  const auto categories = m_trace.sliceCategories();
  startEvent(EventType::SliceBegin, place.uuid);
  addNameAndCategory(m_trace.sliceNames()[i], categories.empty() ? StringId() : categories[i]);
  addCycles(i);
  pbf_writer extensionFields(m_packets.extension());
  if (const uint8_t flags = m_trace.sliceFlags()[i]; flags != 0) {
    m_args.addFlags(flags);
    extensionFields.add_uint32(extension::packet::kSliceFlags, flags);
  }
  if (place.parentDistance != 0)
    extensionFields.add_uint32(extension::packet::kParentDistance, place.parentDistance);
  m_args.addToEvent(m_trace.sliceArgSets()[i]);
  addFlows(EventRef::Kind::Slice, i);
  endPacket(m_trace.sliceTime(id).begin, place.areTimesFromCycles);
}

void EventEncoder::writeEnd(SliceId id, const Place &place) {
  startEvent(EventType::SliceEnd, place.uuid);
  endPacket(m_trace.sliceTime(id).end, place.areTimesFromCycles);
}

} // namespace pstudio
