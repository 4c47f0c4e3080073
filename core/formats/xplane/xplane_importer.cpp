// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xplane/xplane_importer.h"

#include <algorithm>
#include <cmath>

#include "core/formats/xplane/xplane_fields.h"

namespace pstudio::xplane {
namespace {

constexpr int64_t kPicosecondsPerNanosecond = 1000;
/// Rank of the planes of hosts, after those of devices, as in the profiler's own viewer.
constexpr int64_t kHostRank = int64_t{1} << 32;

} // namespace

LineHeader readLineHeader(protozero::data_view line) {
  LineHeader header;
  int64_t id = 0, displayId = 0;
  std::string_view name, displayName;
  forEachFieldToCut(line, [&](const FieldReader &field, bool) {
    if (field.isVarint(line::kId))
      id = field.int64();
    else if (field.isVarint(line::kDisplayId))
      displayId = field.int64();
    else if (field.isVarint(line::kTimestampNs))
      header.timestampNs = field.int64();
    else if (field.isBytes(line::kName))
      name = field.text();
    else if (field.isBytes(line::kDisplayName))
      displayName = field.text();
    else if (field.isBytes(line::kEvents))
      header.eventBytes += field.bytes().size();
  });
  header.id = displayId != 0 ? displayId : id;
  header.name = displayName.empty() ? name : displayName;
  return header;
}

void XplaneImporter::addPlane(protozero::data_view data) {
  const PlaneTables tables(data, m_builder, m_counts);
  Plane plane;
  plane.bytes = data;
  forEachFieldToCut(data, [&](const FieldReader &field, bool) {
    if (field.isBytes(plane::kName))
      plane.name = field.text();
  });
  plane.isDevice = plane.name.starts_with("/device:");
  const MessageEnd end = forEachFieldToCut(data, [&](const FieldReader &field, bool) {
    if (field.isBytes(plane::kLines))
      addLine(field.bytes(), tables, plane);
  });
  m_counts.damaged += end == MessageEnd::Damaged ? 1 : 0;
  m_counts.emptyPlanes += plane.track.isValid() ? 0 : 1;
  ++m_planeCount;
}

void XplaneImporter::addLine(protozero::data_view data, const PlaneTables &tables, Plane &plane) {
  const LineHeader line = readLineHeader(data);
  const MessageEnd end = forEachFieldToCut(data, [&](const FieldReader &field, bool isCut) {
    if (field.isBytes(line::kEvents) && !isCut && !isCancelled())
      addEvent(field.bytes(), line, tables, plane);
  });
  m_counts.damaged += end == MessageEnd::Damaged ? 1 : 0;
  if (m_progress != nullptr)
    m_progress->setDone(static_cast<uint64_t>(data.data() + data.size() - m_file.data()));
}

void XplaneImporter::addEvent(protozero::data_view data, const LineHeader &line,
                              const PlaneTables &tables, Plane &plane) {
  m_event.metadataId = m_event.offsetPs = m_event.durationPs = 0;
  m_event.isAggregated = false;
  m_event.stats.clear();
  try {
    forEachField(data, [this](const FieldReader &field) {
      if (field.isVarint(event::kMetadataId))
        m_event.metadataId = field.int64();
      else if (field.isVarint(event::kOffsetPs))
        m_event.offsetPs = field.int64();
      else if (field.isVarint(event::kDurationPs))
        m_event.durationPs = field.int64();
      else if (field.isBytes(event::kStats))
        m_event.stats.push_back(field.bytes());
      else if (field.isVarint(event::kOccurrences))
        m_event.isAggregated = true;
    });
    if (m_event.isAggregated)
      ++m_counts.aggregated;
    else if (line.isCounters())
      addSamples(line, tables, plane);
    else
      addSlice(line, tables, plane);
  } catch (const protozero::exception &) {
    ++m_counts.damaged;
  }
}

/// With a time that is out of range if the sum is not a number of 64 bits.
TrackAction XplaneImporter::actionOf(const LineHeader &line, TrackAction::Kind kind) const {
  TrackAction action;
  action.kind = kind;
  int64_t whole = m_event.offsetPs / kPicosecondsPerNanosecond;
  int64_t rest = m_event.offsetPs % kPicosecondsPerNanosecond;
  if (rest < 0) {
    rest += kPicosecondsPerNanosecond;
    --whole;
  }
  if (__builtin_add_overflow(line.timestampNs, whole, &action.timestamp))
    action.timestamp = INT64_MAX;
  action.remainderPs = static_cast<uint16_t>(rest);
  return action;
}

void XplaneImporter::addSlice(const LineHeader &line, const PlaneTables &tables, Plane &plane) {
  const EventMetadata *metadata = tables.eventOf(m_event.metadataId);
  const TrackId track = lineTrack(line, tables, plane);
  m_stats.clear();
  readStats(m_event.stats, tables);
  TrackAction action = actionOf(line, TrackAction::Kind::Complete);
  action.durationPs = m_event.durationPs;
  action.track = track;
  action.stack = track.value;
  action.name = nameOf(metadata);
  action.args = argsOf(metadata, tables, plane);
  if (const auto slice = m_applier.apply(action, {}))
    noteRelations(*slice, plane.isDevice);
}

StringId XplaneImporter::nameOf(const EventMetadata *metadata) {
  if (metadata != nullptr && metadata->name.isValid())
    return metadata->name;
  ++m_counts.unnamed;
  return m_builder.intern("event " + std::to_string(m_event.metadataId));
}

/// The stats of a kind of event, which each event of that kind shares.
const XplaneImporter::ConstantArgs &XplaneImporter::constantArgsOf(const EventMetadata &metadata,
                                                                   const PlaneTables &tables,
                                                                   Plane &plane) {
  const auto [known, isNew] = plane.constantArgs.try_emplace(m_event.metadataId);
  if (!isNew)
    return known->second;
  ReadStats constant;
  for (const protozero::data_view stat : metadata.stats)
    readStat(stat, tables, m_builder, m_counts, constant);
  if (metadata.longName.isValid())
    constant.args.push_back(Arg::ofString(m_builder.intern("long_name"), metadata.longName));
  known->second = {constant.args, m_argSets.add(constant.args)};
  return known->second;
}

/// Arguments of the event whose own stats are in m_stats, and of its kind. Its own count before.
ArgSetId XplaneImporter::argsOf(const EventMetadata *metadata, const PlaneTables &tables,
                                Plane &plane) {
  if (metadata == nullptr || (metadata->stats.empty() && !metadata->longName.isValid()))
    return m_argSets.add(m_stats.args);
  const ConstantArgs &constant = constantArgsOf(*metadata, tables, plane);
  if (m_stats.args.empty())
    return constant.set;
  const size_t own = m_stats.args.size();
  for (const Arg &arg : constant.args)
    if (std::ranges::find(m_stats.args.begin(), m_stats.args.begin() + own, arg.key, &Arg::key) ==
        m_stats.args.begin() + own)
      m_stats.args.push_back(arg);
  return m_argSets.add(m_stats.args);
}

void XplaneImporter::readStats(std::span<const protozero::data_view> stats,
                               const PlaneTables &tables) {
  for (const protozero::data_view stat : stats)
    readStat(stat, tables, m_builder, m_counts, m_stats);
}

void XplaneImporter::addSamples(const LineHeader &line, const PlaneTables &tables, Plane &plane) {
  const StringId event = nameOf(tables.eventOf(m_event.metadataId));
  const TrackId parent = planeTrack(tables, plane);
  m_stats.clear();
  readStats(m_event.stats, tables);
  const auto isNumber = [](double number) { return !std::isnan(number); };
  const bool isOnly = std::ranges::count_if(m_stats.numbers, isNumber) == 1;
  for (size_t i = 0; i < m_stats.numbers.size(); ++i) {
    if (!isNumber(m_stats.numbers[i]))
      continue;
    std::string name(m_builder.text(event));
    if (!isOnly)
      name += " " + std::string(m_builder.text(m_stats.args[i].key));
    const auto [track, isNew] = m_counterTracks.try_emplace({parent, name});
    if (isNew)
      track->second = m_builder.addTrack(TrackKind::Counter, name, parent, -1, INT32_MAX);
    TrackAction action = actionOf(line, TrackAction::Kind::Sample);
    action.track = track->second;
    action.stack = action.track.value;
    action.sample = m_stats.numbers[i];
    m_applier.apply(action, {});
  }
}

TrackId XplaneImporter::planeTrack(const PlaneTables &tables, Plane &plane) {
  if (plane.track.isValid())
    return plane.track;
  ReadStats stats;
  forEachFieldToCut(plane.bytes, [&](const FieldReader &field, bool isCut) {
    if (!field.isBytes(plane::kStats) || isCut)
      return;
    try {
      readStat(field.bytes(), tables, m_builder, m_counts, stats);
    } catch (const protozero::exception &) {
      ++m_counts.damaged;
    }
  });
  Track track;
  track.kind = TrackKind::Process;
  track.name = m_builder.intern(plane.name.empty() ? std::string_view("plane") : plane.name);
  track.args = m_argSets.add(stats.args);
  return plane.track =
             m_builder.addTrack(track, plane.isDevice ? m_planeCount : kHostRank + m_planeCount);
}

TrackId XplaneImporter::lineTrack(const LineHeader &line, const PlaneTables &tables, Plane &plane) {
  const auto [track, isNew] = plane.lines.try_emplace(line.id);
  if (isNew)
    track->second = m_builder.addTrack(line.isAsync() ? TrackKind::Async : TrackKind::Thread,
                                       line.name, planeTrack(tables, plane), line.id, line.id);
  return track->second;
}

void XplaneImporter::noteRelations(EventRef event, bool isDevice) {
  const Relations &relations = m_stats.relations;
  if (relations.correlation && isDevice)
    m_deviceEvents.emplace_back(*relations.correlation, event);
  else if (relations.correlation)
    m_calls.try_emplace(*relations.correlation, event);
  if (relations.producerId)
    m_producers.try_emplace({relations.producerType.value_or(0), *relations.producerId}, event);
  if (relations.consumerId)
    m_consumers.emplace_back(Pair(relations.consumerType.value_or(0), *relations.consumerId),
                             event);
}

void XplaneImporter::finish() {
  for (const auto &[correlation, event] : m_deviceEvents)
    if (const auto call = m_calls.find(correlation); call != m_calls.end())
      m_builder.addFlow(correlation, call->second.kind, call->second.index, event.kind,
                        event.index);
  for (const auto &[key, event] : m_consumers)
    if (const auto producer = m_producers.find(key); producer != m_producers.end())
      m_builder.addFlow(key.second, producer->second.kind, producer->second.index, event.kind,
                        event.index);
  m_applier.finish();
}

} // namespace pstudio::xplane
