// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/descriptor_encoder.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "core/formats/pftrace/access_encoder.h"
#include "core/formats/pftrace/extension_fields.h"
#include "core/trace/trace_text.h"

namespace pstudio {
namespace {

namespace fields = perfetto::track_descriptor;
using protozero::pbf_writer;

void addText(pbf_writer &message, perfetto::Field field, std::string_view text) {
  message.add_string(field, text.data(), text.size());
}

void addClock(const ClockLine &clock, pbf_writer &file) {
  pbf_writer message(file, extension::file::kClocks);
  message.add_int64(extension::clock_line::kCycleOrigin, clock.cycleOrigin.value);
  message.add_int64(extension::clock_line::kOriginPs, clock.origin.value);
  message.add_double(extension::clock_line::kPicosecondsPerCycle, clock.picosecondsPerCycle);
  message.add_double(extension::clock_line::kUncertaintyPs, clock.uncertaintyPs);
  message.add_uint32(extension::clock_line::kBase, static_cast<uint32_t>(clock.base));
}

void addCost(const RecordingCost &cost, pbf_writer &launch) {
  pbf_writer message(launch, extension::launch::kRecordingCost);
  message.add_double(extension::recording_cost::kRecord, cost.record);
  message.add_double(extension::recording_cost::kRecordLow, cost.recordLow);
  message.add_double(extension::recording_cost::kRecordHigh, cost.recordHigh);
  message.add_double(extension::recording_cost::kEmptyWait, cost.emptyWait);
}

void addNote(const Note &note, pbf_writer &file) {
  pbf_writer message(file, extension::file::kNotes);
  message.add_uint32(extension::note::kSeverity, static_cast<uint32_t>(note.severity));
  message.add_string(extension::note::kCode, note.code);
  message.add_string(extension::note::kMessage, note.message);
  message.add_uint64(extension::note::kCount, note.count);
}

/// The lowest version that describes the file, so that older readers accept files without sources,
/// and still older ones files without sources and accesses.
uint32_t versionOf(const Trace &trace, bool hasSources) {
  if (hasSources)
    return extension::kVersion;
  const bool hasAccesses = std::ranges::any_of(
      trace.launches(), [](const Launch &launch) { return launch.accesses != nullptr; });
  return hasAccesses ? extension::kVersionWithoutSources : extension::kVersionWithoutAccesses;
}

/// The name of the further Perfetto tracks of a process or thread.
std::string overlapName(std::string_view track) {
  return track.empty() ? "overlapping slices" : std::string(track) + " (overlapping slices)";
}

} // namespace

void DescriptorEncoder::writeFile() {
  std::string file;
  {
    pbf_writer message(file);
    const TraceInfo &info = m_trace.info();
    message.add_uint32(extension::file::kVersion, versionOf(m_trace, m_plan.hasSources()));
    message.add_string(extension::file::kTitle, info.title);
    message.add_string(extension::file::kProducer, info.producer);
    message.add_string(extension::file::kDate, info.date);
    message.add_int64(extension::file::kOriginNs, info.origin.value);
    message.add_uint64(extension::file::kSliceCount, m_trace.sliceCount());
    for (const ClockLine &clock : m_trace.clocks())
      addClock(clock, message);
    for (const Launch &launch : m_trace.launches())
      addLaunch(launch, file);
    for (const Note &note : m_trace.notes())
      addNote(note, message);
    for (const Flow &flow : m_trace.flows())
      message.add_fixed64(extension::file::kFlowIds, flow.id);
  }
  pbf_writer(m_packets.extension()).add_message(extension::packet::kFile, file);
  m_plan.interns().announce(m_trace, m_packets.internedData());
  m_packets.endFirst();
}

void DescriptorEncoder::writeSource(const SourceStep &step) {
  std::string source;
  {
    pbf_writer message(source);
    for (const uint32_t file : step.files)
      addText(message, extension::source::kPath, m_trace.sources()[file].path);
    addText(message, extension::source::kText, *m_trace.sources()[step.files.front()].text);
  }
  pbf_writer(m_packets.extension()).add_message(extension::packet::kSource, source);
  m_packets.end();
}

void DescriptorEncoder::addLaunch(const Launch &launch, std::string &file) {
  std::string text;
  {
    pbf_writer message(text);
    if (launch.kernel.isValid())
      addText(message, extension::launch::kKernel, m_trace.string(launch.kernel));
    if (launch.target.isValid())
      addText(message, extension::launch::kTarget, m_trace.string(launch.target));
    message.add_packed_uint32(extension::launch::kGrid, launch.grid.begin(), launch.grid.end());
    message.add_packed_uint32(extension::launch::kBlock, launch.block.begin(), launch.block.end());
    message.add_uint64(extension::launch::kDynamicSharedBytes, launch.dynamicSharedBytes);
    message.add_uint32(extension::launch::kTimeBase, static_cast<uint32_t>(launch.timeBase));
    message.add_uint64(extension::launch::kRecordsWritten, launch.recordsWritten);
    message.add_uint64(extension::launch::kRecordsDropped, launch.recordsDropped);
    message.add_uint64(extension::launch::kRecordsUnmatched, launch.recordsUnmatched);
    if (launch.recordingCost)
      addCost(*launch.recordingCost, message);
    if (launch.isCostSubtracted)
      message.add_bool(extension::launch::kIsCostSubtracted, true);
  }
  m_args.addInline(launch.args, extension::launch::kArgs, text);
  if (launch.accesses) {
    std::string facts;
    encodeAccessFacts(*launch.accesses, facts);
    pbf_writer(text).add_message(extension::launch::kAccessFacts, facts);
  }
  pbf_writer(file).add_message(extension::file::kLaunches, text);
}

void DescriptorEncoder::writeTracks() {
  for (uint32_t t = 0; t < m_trace.tracks().size(); ++t)
    writeTrack(TrackId(t));
}

void DescriptorEncoder::writeTrack(TrackId id) {
  const Track &track = m_trace.track(id);
  const uint64_t parent = track.parent.isValid() ? WritePlan::uuidOf(track.parent) : 0;
  addCommon(id, TrackPart::Main, WritePlan::uuidOf(id), parent);
  pbf_writer descriptor(m_packets.descriptor());
  if (!m_trace.children(id).empty())
    descriptor.add_uint32(fields::kChildOrdering, fields::kChildOrderingExplicit);
  if (track.kind == TrackKind::Counter)
    addCounter(track);
  else if (m_plan.factsOf(id).isSystem)
    addSystemIdentity(track);
  if (track.kind == TrackKind::Launch && track.launch.value < m_trace.launches().size())
    descriptor.add_string(fields::kDescription, describe(m_trace.launches()[track.launch.value]));
  addExtension(id);
  m_packets.end();
}

void DescriptorEncoder::writePart(const PartStep &step) {
  const Track &track = m_trace.track(step.track);
  // A part of a process or thread becomes its child, not its sibling: Perfetto has no siblings of
  // processes and threads.
  const bool isInside = m_plan.factsOf(step.track).isSystem || step.part == TrackPart::Counter;
  const uint64_t parent = isInside                 ? WritePlan::uuidOf(step.track)
                          : track.parent.isValid() ? WritePlan::uuidOf(track.parent)
                                                   : 0;
  addCommon(step.track, step.part, step.uuid, parent);
  if (step.part == TrackPart::Counter)
    addCounter(track);
  std::string message;
  pbf_writer(message).add_uint64(extension::track::kPartOf, WritePlan::uuidOf(step.track));
  pbf_writer(m_packets.extension()).add_message(extension::packet::kTrack, message);
  m_packets.end();
}

void DescriptorEncoder::addCommon(TrackId id, TrackPart part, uint64_t uuid, uint64_t parent) {
  const Track &track = m_trace.track(id);
  pbf_writer descriptor(m_packets.descriptor());
  descriptor.add_uint64(fields::kUuid, uuid);
  const bool isOverlap = part == TrackPart::Row && m_plan.factsOf(id).isSystem;
  if (isOverlap) // a child of the process or thread, which Perfetto does not merge with it
    addText(descriptor, fields::kName, overlapName(m_trace.string(track.name)));
  else if (track.name.isValid())
    addText(descriptor, fields::kName, m_trace.string(track.name));
  if (parent != 0)
    descriptor.add_uint64(fields::kParentUuid, parent);
  descriptor.add_int32(fields::kSiblingOrderRank, static_cast<int32_t>(m_plan.factsOf(id).rank));
  if (part == TrackPart::Main || part == TrackPart::Row) {
    // The rows of a track come together on the screen, and two tracks that share a name do not.
    descriptor.add_uint32(fields::kSiblingMergeBehavior, fields::kSiblingMergeByKey);
    descriptor.add_uint64(fields::kSiblingMergeKeyInt, WritePlan::uuidOf(id));
  }
}

void DescriptorEncoder::addCounter(const Track &track) {
  pbf_writer descriptor(m_packets.descriptor());
  pbf_writer counter(descriptor, fields::kCounter);
  const std::string_view unit = m_trace.string(track.unit);
  if (unit == "bytes")
    counter.add_uint32(perfetto::counter_descriptor::kUnit,
                       perfetto::counter_descriptor::kUnitSizeBytes);
  else if (unit == "ns")
    counter.add_uint32(perfetto::counter_descriptor::kUnit,
                       perfetto::counter_descriptor::kUnitTimeNs);
  else if (unit == "count")
    counter.add_uint32(perfetto::counter_descriptor::kUnit,
                       perfetto::counter_descriptor::kUnitCount);
  else if (!unit.empty())
    addText(counter, perfetto::counter_descriptor::kUnitName, unit);
}

void DescriptorEncoder::addSystemIdentity(const Track &track) {
  pbf_writer descriptor(m_packets.descriptor());
  const std::string_view name = m_trace.string(track.name);
  if (track.kind == TrackKind::Process) {
    pbf_writer process(descriptor, fields::kProcess);
    process.add_int32(perfetto::process_descriptor::kPid, static_cast<int32_t>(track.number));
    if (track.name.isValid())
      addText(process, perfetto::process_descriptor::kName, name);
    return;
  }
  pbf_writer thread(descriptor, fields::kThread);
  thread.add_int32(perfetto::thread_descriptor::kPid,
                   static_cast<int32_t>(m_trace.track(track.parent).number));
  thread.add_int32(perfetto::thread_descriptor::kTid, static_cast<int32_t>(track.number));
  if (track.name.isValid())
    addText(thread, perfetto::thread_descriptor::kName, name);
}

void DescriptorEncoder::addExtension(TrackId id) {
  const Track &track = m_trace.track(id);
  std::string text;
  {
    pbf_writer message(text);
    message.add_uint32(extension::track::kKind, static_cast<uint32_t>(track.kind));
    message.add_sint64(extension::track::kNumber, track.number);
    if (track.unit.isValid())
      addText(message, extension::track::kUnit, m_trace.string(track.unit));
    if (track.clock.isValid())
      message.add_uint64(extension::track::kClock, track.clock.value + uint64_t{1});
    if (track.launch.isValid())
      message.add_uint64(extension::track::kLaunch, track.launch.value + uint64_t{1});
    if (m_plan.factsOf(id).areTimesFromCycles)
      message.add_bool(extension::track::kTimesFromCycles, true);
  }
  m_args.addInline(track.args, extension::track::kArgs, text);
  pbf_writer(m_packets.extension()).add_message(extension::packet::kTrack, text);
}

std::string DescriptorEncoder::describe(const Launch &launch) const {
  std::string text(m_trace.string(launch.target));
  text += ", grid " + extentsText(launch.grid) + ", block " + extentsText(launch.block);
  text += ", " + std::string(timeBaseName(launch.timeBase)) + " time; ";
  text += std::to_string(launch.recordsWritten) + " records written, ";
  text += std::to_string(launch.recordsDropped) + " dropped, ";
  return text + std::to_string(launch.recordsUnmatched) + " unmatched";
}

} // namespace pstudio
