// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_builder.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/large_pages.h"
#include "core/base/utf8.h"
#include "core/trace/trace_finish.h"

namespace pstudio {

/// Everything added so far. Slice columns are in order of addition.
struct TraceBuilder::Pending {
  std::unique_ptr<Trace::Data> data = std::make_unique<Trace::Data>();
  std::vector<int64_t> trackRanks;
  std::vector<TrackId> sliceTracks;
  std::vector<PendingSample> samples;
  bool arePlacesAllowed = false; ///< the tracks of events are places

  bool isTrack(TrackId id) const { return arePlacesAllowed || id.value < data->tracks.size(); }
};

TraceBuilder::TraceBuilder() : m_pending(std::make_unique<Pending>()) {}
TraceBuilder::~TraceBuilder() = default;
TraceBuilder::TraceBuilder(TraceBuilder &&) noexcept = default;

TraceInfo &TraceBuilder::info() {
  return m_pending->data->info;
}
StringId TraceBuilder::intern(std::string_view text) {
  return m_pending->data->strings.intern(text);
}
std::string_view TraceBuilder::text(StringId id) const {
  return m_pending->data->strings.text(id);
}

TrackId TraceBuilder::addTrack(const Track &track, int64_t rank) {
  auto &tracks = m_pending->data->tracks;
  PSTUDIO_CHECK(!track.parent.isValid() || track.parent.value < tracks.size());
  tracks.push_back(track);
  Track &added = tracks.back();
  added.firstRow = RowId();
  added.rowCount = added.firstInstant = added.instantCount = added.firstSample = added.sampleCount =
      0;
  m_pending->trackRanks.push_back(rank);
  return TrackId(static_cast<uint32_t>(tracks.size() - 1));
}

void TraceBuilder::setTrackRank(TrackId id, int64_t rank) {
  m_pending->trackRanks[id.value] = rank;
}

TrackId TraceBuilder::addTrack(TrackKind kind, std::string_view name, TrackId parent,
                               int64_t number, int64_t rank) {
  Track track;
  track.kind = kind;
  track.name = intern(name);
  track.parent = parent;
  track.number = number;
  return addTrack(track, rank);
}

Track &TraceBuilder::trackAt(TrackId id) {
  PSTUDIO_CHECK(id.value < trackCount());
  return m_pending->data->tracks[id.value];
}

size_t TraceBuilder::trackCount() const {
  return m_pending->data->tracks.size();
}

void TraceBuilder::allowPlaces() {
  PSTUDIO_CHECK(sliceCount() == 0 && m_pending->data->instants.empty() &&
                m_pending->samples.empty());
  m_pending->arePlacesAllowed = true;
}

void TraceBuilder::settlePlaces(std::span<const TrackId> tracks, Picoseconds shift) {
  Trace::Data &d = *m_pending->data;
  const auto settle = [&](TrackId &track, int64_t &time) {
    PSTUDIO_CHECK(track.value < tracks.size() && tracks[track.value].value < d.tracks.size());
    track = tracks[track.value];
    time += shift.value;
  };
  for (size_t i = 0; i < d.begins.size(); ++i)
    settle(m_pending->sliceTracks[i], d.begins[i]);
  for (Instant &instant : d.instants)
    settle(instant.track, instant.time.value);
  for (PendingSample &sample : m_pending->samples)
    settle(sample.track, sample.sample.time.value);
  m_pending->arePlacesAllowed = false;
}

ClockId TraceBuilder::addClock(const ClockLine &line) {
  PSTUDIO_CHECK(line.picosecondsPerCycle > 0);
  auto &clocks = m_pending->data->clocks;
  clocks.push_back(line);
  return ClockId(static_cast<uint32_t>(clocks.size() - 1));
}

LaunchId TraceBuilder::addLaunch(const Launch &launch) {
  auto &launches = m_pending->data->launches;
  launches.push_back(launch);
  return LaunchId(static_cast<uint32_t>(launches.size() - 1));
}

Launch &TraceBuilder::launchAt(LaunchId id) {
  PSTUDIO_CHECK(id.value < m_pending->data->launches.size());
  return m_pending->data->launches[id.value];
}

size_t TraceBuilder::launchCount() const {
  return m_pending->data->launches.size();
}

std::vector<TimeRange> TraceBuilder::launchRanges() const {
  const Trace::Data &d = *m_pending->data;
  std::vector<TimeRange> ranges(d.launches.size());
  std::vector<bool> hasSlice(ranges.size());
  for (size_t i = 0; i < d.begins.size(); ++i) {
    const LaunchId launch = d.tracks[m_pending->sliceTracks[i].value].launch;
    if (!launch.isValid() || launch.value >= ranges.size())
      continue;
    const TimeRange slice{Picoseconds(d.begins[i]), Picoseconds(d.begins[i] + d.durations[i])};
    TimeRange &range = ranges[launch.value];
    range.begin = hasSlice[launch.value] ? std::min(range.begin, slice.begin) : slice.begin;
    range.end = hasSlice[launch.value] ? std::max(range.end, slice.end) : slice.end;
    hasSlice[launch.value] = true;
  }
  return ranges;
}

ArgSetId TraceBuilder::addArgs(std::span<const Arg> args) {
  if (args.empty())
    return ArgSetId();
  Trace::Data &d = *m_pending->data;
  d.args.insert(d.args.end(), args.begin(), args.end());
  d.argSetEnds.push_back(static_cast<uint32_t>(d.args.size()));
  return ArgSetId(static_cast<uint32_t>(d.argSetEnds.size() - 1));
}

std::span<const Arg> TraceBuilder::argsOfSet(ArgSetId id) const {
  const Trace::Data &d = *m_pending->data;
  if (!id.isValid())
    return {};
  PSTUDIO_CHECK(id.value < d.argSetEnds.size());
  const uint32_t begin = id.value == 0 ? 0 : d.argSetEnds[id.value - 1];
  return std::span(d.args).subspan(begin, d.argSetEnds[id.value] - begin);
}

std::vector<Arg> TraceBuilder::argsIn(ArgSetId id) const {
  const std::span<const Arg> args = argsOfSet(id);
  return {args.begin(), args.end()};
}

void TraceBuilder::reserveSlices(size_t count) {
  Trace::Data &d = *m_pending->data;
  reserveLarge(m_pending->sliceTracks, count);
  reserveLarge(d.begins, count);
  reserveLarge(d.durations.unpacked(), count);
  reserveLarge(d.names, count);
  reserveLarge(d.parents, count);
  reserveLarge(d.sliceArgs, count);
  reserveLarge(d.flags, count);
  if (!d.categories.empty())
    reserveLarge(d.categories.unpacked(), count);
}

void TraceBuilder::reserveArgs(size_t args, size_t sets) {
  reserveLarge(m_pending->data->args, args);
  reserveLarge(m_pending->data->argSetEnds, sets);
}

void TraceBuilder::reserveFlows(size_t count) {
  reserveLarge(m_pending->data->flows, count);
}

BuilderSlice TraceBuilder::addSlice(const SliceInput &slice) {
  Trace::Data &d = *m_pending->data;
  PSTUDIO_CHECK(m_pending->isTrack(slice.track));
  PSTUDIO_CHECK(slice.duration.value >= 0);
  const BuilderSlice added{static_cast<uint32_t>(d.begins.size())};
  PSTUDIO_CHECK(added.value < kKnownRoot);
  m_pending->sliceTracks.push_back(slice.track);
  d.begins.push_back(slice.begin.value);
  d.durations.add(slice.duration.value);
  d.names.push_back(slice.name);
  d.parents.push_back(SliceId(slice.isRoot ? kKnownRoot : slice.parent.value));
  d.sliceArgs.push_back(slice.args);
  d.flags.push_back(slice.flags);
  if (slice.category.isValid() && d.categories.empty()) {
    reserveLarge(d.categories.unpacked(), d.names.capacity());
    d.categories.unpacked().resize(added.value);
  }
  if (slice.category.isValid() || !d.categories.empty())
    d.categories.unpacked().push_back(slice.category);
  if (!d.beginCycles.empty()) {
    d.beginCycles.push_back(Trace::kNoCycles);
    d.cycleDurations.add(0);
  }
  if (slice.beginCycles != Trace::kNoCycles)
    setCycles(added, slice.beginCycles, slice.cycleDuration);
  return added;
}

size_t TraceBuilder::sliceCount() const {
  return m_pending->data->begins.size();
}

void TraceBuilder::setDuration(BuilderSlice slice, Picoseconds duration, int64_t cycleDuration) {
  Trace::Data &d = *m_pending->data;
  PSTUDIO_CHECK(slice.value < d.begins.size() && duration.value >= 0);
  d.durations.unpacked()[slice.value] = duration.value;
  if (!d.cycleDurations.empty())
    d.cycleDurations.unpacked()[slice.value] = cycleDuration;
}

void TraceBuilder::setFlags(BuilderSlice slice, uint8_t flags) {
  PSTUDIO_CHECK(slice.value < sliceCount());
  m_pending->data->flags[slice.value] = flags;
}

void TraceBuilder::setArgs(BuilderSlice slice, ArgSetId args) {
  PSTUDIO_CHECK(slice.value < sliceCount());
  m_pending->data->sliceArgs[slice.value] = args;
}

void TraceBuilder::setParent(BuilderSlice slice, BuilderSlice parent, bool isRoot) {
  PSTUDIO_CHECK(slice.value < sliceCount());
  const bool isKnownRoot = isRoot && !parent.isValid();
  m_pending->data->parents[slice.value] = SliceId(isKnownRoot ? kKnownRoot : parent.value);
}

void TraceBuilder::setCycles(BuilderSlice slice, int64_t beginCycles, int64_t cycleDuration) {
  Trace::Data &d = *m_pending->data;
  PSTUDIO_CHECK(slice.value < d.begins.size());
  if (d.beginCycles.empty()) {
    reserveLarge(d.beginCycles, d.begins.capacity());
    reserveLarge(d.cycleDurations.unpacked(), d.begins.capacity());
  }
  d.beginCycles.resize(d.begins.size(), Trace::kNoCycles);
  d.cycleDurations.unpacked().resize(d.begins.size(), 0);
  d.beginCycles[slice.value] = beginCycles;
  d.cycleDurations.unpacked()[slice.value] = cycleDuration;
}

Picoseconds TraceBuilder::beginOf(BuilderSlice slice) const {
  PSTUDIO_CHECK(slice.value < sliceCount());
  return Picoseconds(m_pending->data->begins[slice.value]);
}

ArgSetId TraceBuilder::argsOf(BuilderSlice slice) const {
  PSTUDIO_CHECK(slice.value < sliceCount());
  return m_pending->data->sliceArgs[slice.value];
}

BuilderInstant TraceBuilder::addInstant(const Instant &instant) {
  Trace::Data &d = *m_pending->data;
  PSTUDIO_CHECK(m_pending->isTrack(instant.track));
  d.instants.push_back(instant);
  return {static_cast<uint32_t>(d.instants.size() - 1)};
}

void TraceBuilder::addSample(TrackId track, Sample sample) {
  PSTUDIO_CHECK(m_pending->isTrack(track));
  m_pending->samples.push_back({track, sample});
}

void TraceBuilder::addFlow(uint64_t id, BuilderSlice from, BuilderSlice to) {
  addFlow(id, EventRef::Kind::Slice, from.value, EventRef::Kind::Slice, to.value);
}

void TraceBuilder::addFlow(uint64_t id, EventRef::Kind fromKind, uint32_t from,
                           EventRef::Kind toKind, uint32_t to) {
  m_pending->data->flows.push_back({{fromKind, from}, {toKind, to}, id});
}

void TraceBuilder::addNote(const Note &note) {
  if (note.count == 0)
    return;
  auto &notes = m_pending->data->notes;
  const std::string text = escapedUtf8(note.message);
  for (Note &known : notes)
    if (known.code == note.code && known.message == text) {
      known.count += note.count;
      return;
    }
  notes.push_back({note.severity, escapedUtf8(note.code), text, note.count});
}

void TraceBuilder::addSource(std::string_view path, std::shared_ptr<const std::string> text) {
  m_pending->data->sources.push_back({escapedUtf8(path), std::move(text)});
}

void TraceBuilder::setForeignPackets(ForeignPackets packets) {
  m_pending->data->foreignPackets = std::make_shared<const ForeignPackets>(std::move(packets));
}

bool TraceBuilder::hasForeignPackets() const {
  return m_pending->data->foreignPackets != nullptr;
}

Trace TraceBuilder::finish() && {
  PSTUDIO_CHECK(!m_pending->arePlacesAllowed);
  std::unique_ptr<Trace::Data> data = std::move(m_pending->data);
  for (std::string *text : {&data->info.title, &data->info.producer, &data->info.date})
    *text = escapedUtf8(*text);
  orderSources(data->sources);
  finishTrace(*data, std::move(m_pending->sliceTracks), m_pending->samples, m_pending->trackRanks);
  m_pending = std::make_unique<Pending>();
  return Trace(std::move(data));
}

} // namespace pstudio
