// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/own_file_reader.h"

#include <cmath>
#include <optional>

#include "core/formats/import/message_reader.h"
#include "core/formats/pftrace/annotation_reader.h"
#include "core/formats/pftrace/extension_fields.h"

namespace pstudio {
namespace {

constexpr size_t kMaxArgSetGap = 64;

TimeBase timeBaseOf(uint64_t value) {
  return value <= static_cast<uint64_t>(TimeBase::Assumed) ? static_cast<TimeBase>(value)
                                                           : TimeBase::Assumed;
}

bool isPossible(const RecordingCost &cost) {
  constexpr double kMost = 1e9; // cycles; a record that costs half a second is damage
  for (double value : {cost.record, cost.recordLow, cost.recordHigh, cost.emptyWait})
    if (!(value >= 0 && value <= kMost))
      return false;
  return cost.recordLow <= cost.recordHigh;
}

RecordingCost readCost(protozero::data_view data) {
  namespace fields = extension::recording_cost;
  RecordingCost cost;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isFixed64(fields::kRecord))
      cost.record = field.float64();
    else if (field.isFixed64(fields::kRecordLow))
      cost.recordLow = field.float64();
    else if (field.isFixed64(fields::kRecordHigh))
      cost.recordHigh = field.float64();
    else if (field.isFixed64(fields::kEmptyWait))
      cost.emptyWait = field.float64();
  });
  return cost;
}

void readDimensions(const FieldReader &field, uint32_t number, std::array<uint32_t, 3> &size) {
  std::vector<uint32_t> values;
  field.appendVarints(number, values);
  for (size_t i = 0; i < std::min(values.size(), size.size()); ++i)
    size[i] = values[i];
}

} // namespace

PacketExtension readPacketExtension(protozero::data_view data) {
  PacketExtension result;
  forEachField(data, [&](const FieldReader &field) {
    namespace fields = extension::packet;
    if (field.isVarint(fields::kRemainderPs) && field.uint64() < 1000)
      result.remainderPs = static_cast<uint16_t>(field.uint64());
    else if (field.isVarint(fields::kSliceFlags))
      result.sliceFlags = static_cast<uint8_t>(field.uint64());
    else if (field.isVarint(fields::kArgSet))
      result.argSet = static_cast<uint32_t>(field.uint64());
    else if (field.isVarint(fields::kParentDistance))
      result.parentDistance = static_cast<uint32_t>(field.uint64());
    else if (field.isVarint(fields::kForeignPackets))
      result.foreignPackets = field.uint64();
    else if (field.isBytes(fields::kFile))
      result.file = field.bytes();
    else if (field.isBytes(fields::kTrack))
      result.track = field.bytes();
    else if (field.isBytes(fields::kAccesses))
      result.accesses = field.bytes();
    else if (field.isBytes(fields::kSource))
      result.source = field.bytes();
  });
  return result;
}

void OwnFileReader::readFile(protozero::data_view data) {
  namespace fields = extension::file;
  const bool isFirst = m_fileCount++ == 0;
  m_argSets.clear();
  m_farArgSets.clear();
  m_clockBase += m_clockCount;
  m_launchBase += m_launchCount;
  m_clockCount = m_launchCount = 0;
  int64_t origin = 0;
  std::vector<uint64_t> flowIds;
  std::optional<uint64_t> slices;
  // The origin first: clock lines are relative to it.
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(fields::kOriginNs))
      origin = field.int64();
    else if (field.isVarint(fields::kSliceCount))
      slices = field.uint64();
  });
  announceSlices(slices, isFirst);
  if (isFirst)
    m_builder.info().origin = Nanoseconds(origin);
  m_originShiftNs = static_cast<int64_t>(static_cast<uint64_t>(origin) -
                                         static_cast<uint64_t>(m_builder.info().origin.value));
  m_applier.setOrigin(m_builder.info().origin);
  forEachField(data, [&](const FieldReader &field) {
    if (field.isBytes(fields::kTitle) && isFirst)
      m_builder.info().title = field.text();
    else if (field.isBytes(fields::kProducer) && isFirst)
      m_builder.info().producer = field.text();
    else if (field.isBytes(fields::kDate) && isFirst)
      m_builder.info().date = field.text();
    else if (field.isBytes(fields::kClocks))
      readClock(field.bytes());
    else if (field.isBytes(fields::kLaunches))
      readLaunch(field.bytes());
    else if (field.isBytes(fields::kNotes))
      readNote(field.bytes());
    else if (field.isVarint(fields::kVersion) && field.uint64() > extension::kVersion)
      m_builder.addNote(NoteCode::PftraceNewerVersion);
    else
      field.appendFixed64(fields::kFlowIds, flowIds);
  });
  m_applier.addArrows(flowIds);
}

void OwnFileReader::announceSlices(std::optional<uint64_t> ofFile, bool isFirst) {
  if (isFirst)
    m_announcedSlices = ofFile;
  else if (m_announcedSlices && ofFile)
    *m_announcedSlices += *ofFile;
  else
    m_announcedSlices.reset();
}

void OwnFileReader::readClock(protozero::data_view data) {
  namespace fields = extension::clock_line;
  ClockLine clock;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(fields::kCycleOrigin))
      clock.cycleOrigin = Cycles(field.int64());
    else if (field.isVarint(fields::kOriginPs))
      clock.origin = Picoseconds(field.int64());
    else if (field.isFixed64(fields::kPicosecondsPerCycle))
      clock.picosecondsPerCycle = field.float64();
    else if (field.isFixed64(fields::kUncertaintyPs))
      clock.uncertaintyPs = field.float64();
    else if (field.isVarint(fields::kBase))
      clock.base = timeBaseOf(field.uint64());
  });
  if (!(clock.picosecondsPerCycle > 0) || std::isinf(clock.picosecondsPerCycle)) {
    m_builder.addNote(NoteCode::PftraceBadClock);
    clock.picosecondsPerCycle = 1000.0;
    clock.base = TimeBase::Assumed;
  }
  clock.origin.value = static_cast<int64_t>(static_cast<uint64_t>(clock.origin.value) +
                                            static_cast<uint64_t>(m_originShiftNs) * 1000);
  m_builder.addClock(clock);
  m_clocks.push_back(clock);
  ++m_clockCount;
}

void OwnFileReader::readLaunch(protozero::data_view data) {
  namespace fields = extension::launch;
  Launch launch;
  protozero::data_view accessFacts;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isBytes(fields::kKernel))
      launch.kernel = m_builder.intern(field.text());
    else if (field.isBytes(fields::kTarget))
      launch.target = m_builder.intern(field.text());
    else if (field.number() == fields::kGrid)
      readDimensions(field, fields::kGrid, launch.grid);
    else if (field.number() == fields::kBlock)
      readDimensions(field, fields::kBlock, launch.block);
    else if (field.isVarint(fields::kDynamicSharedBytes))
      launch.dynamicSharedBytes = field.uint64();
    else if (field.isVarint(fields::kTimeBase))
      launch.timeBase = timeBaseOf(field.uint64());
    else if (field.isVarint(fields::kRecordsWritten))
      launch.recordsWritten = field.uint64();
    else if (field.isVarint(fields::kRecordsDropped))
      launch.recordsDropped = field.uint64();
    else if (field.isVarint(fields::kRecordsUnmatched))
      launch.recordsUnmatched = field.uint64();
    else if (field.isBytes(fields::kArgs))
      launch.args = readArgSet(field.bytes());
    else if (field.isBytes(fields::kRecordingCost))
      launch.recordingCost = readCost(field.bytes());
    else if (field.isVarint(fields::kIsCostSubtracted))
      launch.isCostSubtracted = field.uint64() != 0;
    else if (field.isBytes(fields::kAccessFacts))
      accessFacts = field.bytes();
  });
  if (launch.recordingCost && !isPossible(*launch.recordingCost)) {
    m_builder.addNote(NoteCode::PftraceBadRecordingCost);
    launch.recordingCost.reset();
  }
  const LaunchId id = m_builder.addLaunch(launch);
  ++m_launchCount;
  if (accessFacts.data() != nullptr)
    m_accesses.addFacts(id, accessFacts,
                        static_cast<int64_t>(static_cast<uint64_t>(m_originShiftNs) * 1000));
}

void OwnFileReader::readSource(protozero::data_view data) {
  namespace fields = extension::source;
  std::vector<std::string> paths;
  auto text = std::make_shared<std::string>();
  forEachField(data, [&](const FieldReader &field) {
    if (field.isBytes(fields::kPath))
      paths.emplace_back(field.text());
    else if (field.isBytes(fields::kText))
      *text = field.text();
  });
  for (const std::string &path : paths)
    if (!path.empty())
      m_builder.addSource(path, text);
}

void OwnFileReader::readAccesses(protozero::data_view data) {
  m_accesses.addAccesses(launchAt(launchOfAccesses(data)), data);
}

void OwnFileReader::readNote(protozero::data_view data) {
  namespace fields = extension::note;
  Note note;
  note.severity = Note::Severity::Error;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(fields::kSeverity) &&
        field.uint64() <= static_cast<uint64_t>(Note::Severity::Error))
      note.severity = static_cast<Note::Severity>(field.uint64());
    else if (field.isBytes(fields::kCode))
      note.code = field.text();
    else if (field.isBytes(fields::kMessage))
      note.message = field.text();
    else if (field.isVarint(fields::kCount))
      note.count = field.uint64();
  });
  m_builder.addNote(note);
}

ArgSetId OwnFileReader::readArgSet(protozero::data_view data) {
  uint32_t number = 0;
  std::vector<Arg> args;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(extension::arg_set::kNumber))
      number = static_cast<uint32_t>(field.uint64());
    else if (field.isBytes(extension::arg_set::kAnnotations))
      readAnnotation(field.bytes(), m_noInterning, m_builder, args);
  });
  if (args.empty())
    return findArgSet(number);
  const ArgSetId id = m_builder.addArgs(args);
  setArgSet(number, id);
  return id;
}

ArgSetId OwnFileReader::findArgSet(uint32_t number) const {
  if (number < m_argSets.size() && m_argSets[number].isValid())
    return m_argSets[number];
  const auto far = m_farArgSets.find(number);
  return far != m_farArgSets.end() ? far->second : ArgSetId();
}

void OwnFileReader::setArgSet(uint32_t number, ArgSetId args) {
  // Numbers count up nearly in the order of the file; a table for one that jumps ahead, which may
  // be damage, would cost memory for nothing.
  if (number > m_argSets.size() + kMaxArgSetGap) {
    m_farArgSets[number] = args;
    return;
  }
  if (number >= m_argSets.size())
    m_argSets.resize(number + size_t{1});
  m_argSets[number] = args;
}

const ClockLine *OwnFileReader::sliceClockOf(TrackId track) const {
  if (track.value >= m_sliceClocks.size() || !m_sliceClocks[track.value].isValid())
    return nullptr;
  return &m_clocks[m_sliceClocks[track.value].value];
}

ClockId OwnFileReader::clockAt(uint64_t indexPlusOne) const {
  const bool isKnown = indexPlusOne != 0 && indexPlusOne <= m_clockCount;
  return isKnown ? ClockId(static_cast<uint32_t>(m_clockBase + indexPlusOne - 1)) : ClockId();
}

LaunchId OwnFileReader::launchAt(uint64_t indexPlusOne) const {
  const bool isKnown = indexPlusOne != 0 && indexPlusOne <= m_launchCount;
  return isKnown ? LaunchId(static_cast<uint32_t>(m_launchBase + indexPlusOne - 1)) : LaunchId();
}

TrackId OwnFileReader::parentOf(uint64_t uuid) {
  if (uuid == 0)
    return TrackId();
  const TrackId parent = m_tracks.at(m_tracks.slotOf(uuid, m_fileCount)).id;
  const bool isTooDeep =
      parent.value < m_depths.size() && m_depths[parent.value] >= TrackTable::kDeepestTrack;
  return isTooDeep ? TrackId() : parent;
}

void OwnFileReader::readTrack(protozero::data_view data, protozero::data_view descriptor) {
  namespace fields = extension::track;
  Track track;
  std::optional<uint64_t> partOf;
  bool areTimesFromCycles = false;
  forEachField(data, [&](const FieldReader &field) {
    if (field.isVarint(fields::kKind) &&
        field.uint64() <= static_cast<uint64_t>(TrackKind::Counter))
      track.kind = static_cast<TrackKind>(field.uint64());
    else if (field.isVarint(fields::kNumber))
      track.number = field.sint64();
    else if (field.isBytes(fields::kUnit))
      track.unit = m_builder.intern(field.text());
    else if (field.isVarint(fields::kClock))
      track.clock = clockAt(field.uint64());
    else if (field.isVarint(fields::kLaunch))
      track.launch = launchAt(field.uint64());
    else if (field.isBytes(fields::kArgs))
      track.args = readArgSet(field.bytes());
    else if (field.isVarint(fields::kPartOf))
      partOf = field.uint64();
    else if (field.isVarint(fields::kTimesFromCycles))
      areTimesFromCycles = field.uint64() != 0;
  });
  const TrackSlot slot = m_tracks.describe(descriptor, m_fileCount);
  if (m_tracks.at(slot).id.isValid())
    return;
  if (partOf) {
    const TrackSlot whole = m_tracks.slotOf(*partOf, m_fileCount);
    m_tracks.at(slot).id = m_tracks.make(whole);
    return;
  }
  TrackEntry &entry = m_tracks.at(slot);
  track.name = entry.name;
  const uint64_t parentUuid = entry.parentUuid;
  track.parent = parentOf(parentUuid);
  const TrackId id = m_builder.addTrack(track, m_tracks.at(slot).rank);
  m_tracks.at(slot).id = id;
  m_depths.resize(id.value + size_t{1}, 0);
  m_sliceClocks.resize(id.value + size_t{1});
  m_sliceClocks[id.value] = areTimesFromCycles ? track.clock : ClockId();
  m_depths[id.value] = track.parent.isValid() ? m_depths[track.parent.value] + 1 : 0;
}

} // namespace pstudio
