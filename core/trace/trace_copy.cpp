// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_copy.h"

#include <memory>

#include "core/access/launch_accesses.h"
#include "core/trace/rank_names.h"

namespace pstudio {
namespace {

class TraceCopy {
public:
  TraceCopy(const Trace &from, Picoseconds shift, TraceBuilder &to)
      : m_from(from), m_shift(shift), m_to(to),
        m_firstLaunch(static_cast<uint64_t>(to.launchCount())) {}

  std::vector<TrackId> run(const TracePlace &place) {
    copyClocksAndLaunches();
    copyTracks(place);
    copySlices();
    copyInstants();
    copyFlows();
    for (const Note &note : m_from.notes())
      m_to.addNote(note);
    for (const SourceFile &file : m_from.sources())
      m_to.addSource(file.path, file.text);
    copyForeignPackets();
    return std::move(m_tracks);
  }

private:
  StringId text(StringId id) { return id.isValid() ? m_to.intern(m_from.string(id)) : StringId(); }

  ArgSetId args(ArgSetId id) {
    if (!id.isValid())
      return {};
    const auto [known, isNew] = m_args.try_emplace(id.value);
    if (isNew) {
      std::vector<Arg> copies;
      for (Arg arg : m_from.args(id)) {
        if (arg.type == ArgType::Uint && m_from.string(arg.key) == kLaunchOfTraceArg)
          arg.uintValue += m_firstLaunch;
        arg.key = text(arg.key);
        if (arg.type == ArgType::String)
          arg.stringValue = text(arg.stringValue);
        copies.push_back(arg);
      }
      known->second = m_to.addArgs(copies);
    }
    return known->second;
  }

  /// Their times cannot be shifted, and a saved file has those of one file.
  void copyForeignPackets() {
    const ForeignPackets *packets = m_from.foreignPackets();
    if (packets == nullptr)
      return;
    if (m_shift.value == 0 && !m_to.hasForeignPackets())
      m_to.setForeignPackets(*packets);
    else
      m_to.addNote(NoteCode::PftraceNotMerged, packets->count);
  }

  Picoseconds later(Picoseconds time) const { return time + m_shift; }

  using Accesses = std::shared_ptr<const memory::LaunchAccesses>;
  Accesses later(Accesses accesses) const {
    if (accesses == nullptr || m_shift.value == 0)
      return accesses; // shared: the accesses are immutable
    auto shifted = std::make_shared<memory::LaunchAccesses>(*accesses);
    shifted->table.shiftTimes(m_shift);
    return shifted;
  }

  void copyClocksAndLaunches() {
    for (ClockLine line : m_from.clocks()) {
      line.origin = later(line.origin);
      m_clocks.push_back(m_to.addClock(line));
    }
    for (Launch launch : m_from.launches()) {
      launch.kernel = text(launch.kernel);
      launch.target = text(launch.target);
      launch.args = args(launch.args);
      launch.accesses = later(std::move(launch.accesses));
      m_launches.push_back(m_to.addLaunch(launch));
    }
  }

  void copyTracks(const TracePlace &place) {
    // Display order among siblings is that of `children`, whatever ranks it came from.
    std::vector<int64_t> ranks(m_from.tracks().size());
    const auto order = [&](TrackId siblingsOf, int64_t rank) {
      for (const TrackId child : m_from.children(siblingsOf))
        ranks[child.value] = rank++;
    };
    order(TrackId(), place.rank);
    for (uint32_t i = 0; i < ranks.size(); ++i)
      order(TrackId(i), place.existing.contains(TrackId(i)) ? place.rank : 0);
    for (size_t i = 0; i < m_from.tracks().size(); ++i) {
      Track track = m_from.tracks()[i];
      track.name = text(track.name);
      track.unit = text(track.unit);
      track.args = args(track.args);
      track.parent = track.parent.isValid() ? m_tracks[track.parent.value] : place.parent;
      if (track.clock.isValid())
        track.clock = m_clocks[track.clock.value];
      if (track.launch.isValid())
        track.launch = m_launches[track.launch.value];
      const std::span<const Sample> samples =
          m_from.samples().subspan(track.firstSample, track.sampleCount);
      const auto existing = place.existing.find(TrackId(static_cast<uint32_t>(i)));
      m_tracks.push_back(existing == place.existing.end() ? m_to.addTrack(track, ranks[i])
                                                          : existing->second);
      for (const Sample &sample : samples)
        m_to.addSample(m_tracks.back(), {later(sample.time), sample.value});
    }
  }

  void copySlices() {
    for (uint32_t i = 0; i < m_from.sliceCount(); ++i) {
      const Slice slice = m_from.slice(SliceId(i));
      SliceInput input;
      input.track = m_tracks[slice.track.value];
      input.name = text(slice.name);
      input.category = text(slice.category);
      input.begin = later(slice.time.begin);
      input.duration = slice.time.length();
      if (slice.hasCycles) {
        input.beginCycles = slice.beginCycles.value;
        input.cycleDuration = (slice.endCycles - slice.beginCycles).value;
      }
      // A track's slices are ordered by row, so that a parent comes before its children.
      if (slice.parent.isValid())
        input.parent = m_slices[slice.parent.value];
      else
        input.isRoot = (slice.flags & kSliceCrossing) == 0;
      input.args = args(slice.args);
      input.flags = slice.flags;
      m_slices.push_back(m_to.addSlice(input));
    }
  }

  void copyInstants() {
    for (Instant instant : m_from.instants()) {
      instant.track = m_tracks[instant.track.value];
      instant.name = text(instant.name);
      instant.category = text(instant.category);
      instant.time = later(instant.time);
      instant.args = args(instant.args);
      m_instants.push_back(m_to.addInstant(instant));
    }
  }

  uint32_t event(const EventRef &ref) const {
    return ref.kind == EventRef::Kind::Slice ? m_slices[ref.index].value
                                             : m_instants[ref.index].value;
  }

  void copyFlows() {
    for (const Flow &flow : m_from.flows())
      m_to.addFlow(flow.id, flow.from.kind, event(flow.from), flow.to.kind, event(flow.to));
  }

  const Trace &m_from;
  const Picoseconds m_shift;
  TraceBuilder &m_to;
  const uint64_t m_firstLaunch; ///< of the copied ones in the other trace
  std::map<uint32_t, ArgSetId> m_args;
  std::vector<ClockId> m_clocks;
  std::vector<LaunchId> m_launches;
  std::vector<TrackId> m_tracks;
  std::vector<BuilderSlice> m_slices;
  std::vector<BuilderInstant> m_instants;
};

} // namespace

std::vector<TrackId> copyTrace(const Trace &from, Picoseconds shift, TraceBuilder &to,
                               const TracePlace &place) {
  return TraceCopy(from, shift, to).run(place);
}

} // namespace pstudio
