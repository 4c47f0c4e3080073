// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/program_tracks.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "collector/activity/activity_names.h"
#include "core/base/cpp_names.h"
#include "core/base/number_text.h"
#include "core/trace/rank_names.h"

namespace pstudio::attach {
namespace {

constexpr const char *kTool = "CUPTI";
// Siblings are ordered by rank; the kernels' own tracks have 0.
constexpr int64_t kHostRank = -2;
constexpr int64_t kRangesRank = -2; // before the threads
constexpr int64_t kDeviceRank = -1;
/// Longer names of kernels are cut in the middle.
constexpr size_t kMaxName = 120;
/// The farthest that an event may be from the trace's origin [ns]: 100 days.
constexpr int64_t kMaxDistance = int64_t{100} * 24 * 3600 * 1'000'000'000;

/// Keys of arguments, each interned once.
struct Keys {
  explicit Keys(TraceBuilder &trace)
      : launch(trace.intern("launch")), path(trace.intern("program path")),
        correlation(trace.intern("correlation")), grid(trace.intern("grid")),
        block(trace.intern("block")), registers(trace.intern("registers per thread")),
        bytes(trace.intern("bytes")), rate(trace.intern("GB/s")), from(trace.intern("from")),
        to(trace.intern("to")), ofTrace(trace.intern(kLaunchOfTraceArg)),
        note(trace.intern("note")), graph(trace.intern("graph")), yes(trace.intern("yes")),
        autotuning(trace.intern("inside an autotuner's benchmark")),
        captured(trace.intern("captured into a CUDA graph")),
        recorded(trace.intern("recorded with instrumentation")), kernel(trace.intern("kernel")),
        fullName(trace.intern("full name")) {}
  StringId launch, path, correlation, grid, block, registers, bytes, rate, from, to, ofTrace, note,
      graph, yes, autotuning, captured, recorded, kernel, fullName;
};

class TrackWriter {
public:
  TrackWriter(const ProgramTracks &program, TraceBuilder &trace)
      : m_program(program), m_events(program.events), m_trace(trace), m_keys(trace) {}

  void write() {
    addLossNotes();
    if (m_program.clock.host() != ProgramClock::Relation::Unknown) {
      addScopes();
      addRanges();
      addCalls();
    } else {
      m_unplaced += m_events.scopes.size() + m_events.ranges.size() + m_events.launches.size();
    }
    if (m_program.clock.activity() != ProgramClock::Relation::Unknown) {
      addKernels();
      addCopies(m_events.copies, false);
      addCopies(m_events.sets, true);
      addClockFacts();
    } else {
      m_unplaced += m_events.kernels.size() + m_events.copies.size() + m_events.sets.size();
    }
    m_trace.addNote(NoteCode::ActivityNoClock, {kTool}, m_unplaced);
    m_trace.addNote(NoteCode::ActivityLeftOut, {countText(m_program.mostActivities)}, m_leftOut);
    addClockNote();
  }

private:
  void addLossNotes() {
    const EventLosses &losses = m_events.losses;
    m_trace.addNote(NoteCode::ActivityDropped, {kTool}, losses.activities);
    m_trace.addNote(NoteCode::ActivityUnfinished, {kTool}, losses.unfinished);
    if (losses.events > 0)
      m_trace.addNote(NoteCode::ActivityNotAll, {"the event files of the process were full"},
                      losses.events);
    if (const size_t untimed = m_events.launchesWithoutActivity().size();
        untimed > 0 && !m_events.kernels.empty())
      m_trace.addNote(NoteCode::ActivityNotAll, {"launches without activity have no time"},
                      untimed);
    if (losses.damaged + losses.files > 0)
      m_trace.addNote(NoteCode::ActivityNotAll, {"event files of the process are damaged"},
                      losses.damaged + losses.files);
  }

  void addClockNote() {
    const bool isHostBound = m_program.clock.host() == ProgramClock::Relation::LowerBound;
    if (m_program.clock.activity() == ProgramClock::Relation::LowerBound)
      m_trace.addNote(NoteCode::ActivityLowerBound,
                      {"The clocks of the program, of CUPTI and of the recorded kernels"});
    else if (isHostBound &&
             !(m_events.launches.empty() && m_events.scopes.empty() && m_events.ranges.empty()))
      m_trace.addNote(NoteCode::ActivityLowerBound,
                      {"The clocks of the program and of the device"});
  }

  /// None for a time that cannot belong to the trace.
  std::optional<Picoseconds> at(int64_t axisNs) {
    const int64_t distance = axisNs - m_trace.info().origin.value;
    if (distance > kMaxDistance || distance < -kMaxDistance) {
      ++m_unplaced;
      return std::nullopt;
    }
    return Picoseconds(distance * 1000);
  }

  std::optional<SliceInput> sliceOf(TrackId track, StringId name, const char *category,
                                    int64_t begin, int64_t end) {
    const std::optional<Picoseconds> from = at(begin), to = from ? at(end) : std::nullopt;
    if (!to)
      return std::nullopt;
    SliceInput slice;
    slice.track = track;
    slice.name = name;
    slice.category = m_trace.intern(category);
    slice.begin = *from;
    slice.duration = Picoseconds(std::max<int64_t>(0, (*to - *from).value));
    return slice;
  }

  TrackId hostTrack() {
    if (!m_host.isValid())
      m_host = m_trace.addTrack(TrackKind::Process, "host", TrackId(), m_program.process.process,
                                kHostRank);
    return m_host;
  }

  TrackId threadTrack(uint32_t thread) {
    const auto [found, isNew] = m_threads.try_emplace(thread);
    if (!isNew)
      return found->second;
    const bool isMain = thread == m_program.process.process;
    found->second = m_trace.addTrack(
        TrackKind::Thread, isMain ? "main thread" : "thread " + std::to_string(thread), hostTrack(),
        thread, isMain ? -1 : static_cast<int64_t>(m_threads.size()));
    return found->second;
  }

  TrackId streamTrack(uint32_t device, uint64_t stream) {
    const auto [found, isNew] = m_streams.try_emplace({device, stream});
    if (!isNew)
      return found->second;
    const auto [group, isNewDevice] = m_devices.try_emplace(device);
    if (isNewDevice)
      group->second = addDevice(device);
    // Work of one stream can overlap (programmatic launches), and none of it contains another.
    found->second =
        m_trace.addTrack(TrackKind::Async, "stream " + std::to_string(stream), group->second,
                         static_cast<int64_t>(stream), static_cast<int64_t>(stream));
    return found->second;
  }

  TrackId addDevice(uint32_t device) {
    const auto recorded = m_program.devices.find(device);
    const auto seen = m_program.process.devices.find(device);
    const bool isSeen = seen != m_program.process.devices.end();
    const std::string name = recorded != m_program.devices.end() ? recorded->second
                             : isSeen && !seen->second.name.empty()
                                 ? seen->second.name
                                 : "GPU " + std::to_string(device);
    const TrackId track = m_trace.addTrack(TrackKind::Group, name, TrackId(), device, kDeviceRank);
    if (isSeen)
      m_trace.trackAt(track).args = m_trace.addArgs(std::array{
          Arg::ofString(m_trace.intern(kDeviceUuidArg), m_trace.intern(seen->second.uuid))});
    return track;
  }

  StringId pathName(uint32_t path) {
    if (m_pathNames.empty())
      m_pathNames.resize(std::max<size_t>(m_events.nodes.size(), 1));
    if (path != 0 && !m_pathNames[path].isValid())
      m_pathNames[path] = m_trace.intern(callPathText(m_events, path));
    return m_pathNames[path];
  }

  StringId kernelName(uint32_t kernel) {
    const auto [found, isNew] = m_kernelNames.try_emplace(kernel);
    if (isNew) {
      const auto seen = m_program.process.kernels.find(kernel);
      if (seen != m_program.process.kernels.end() && !seen->second.seen.name.empty())
        found->second = m_trace.intern(seen->second.seen.name);
    }
    return found->second;
  }

  /// The first of a kind up to the limit, and recorded launches.
  bool isShown(size_t place, bool isRecorded) {
    if (place < m_program.mostActivities || isRecorded)
      return true;
    ++m_leftOut;
    return false;
  }

  // --- Host ------------------------------------------------------------------------------------

  struct OpenScope {
    uint64_t scope = 0;
    uint32_t path = 0;
    uint64_t begin = 0;
  };

  void addScope(uint32_t thread, const OpenScope &scope, uint64_t end, bool hasEnd) {
    if (!isShown(m_shownScopes++, false))
      return;
    const uint32_t text = m_events.nodes[scope.path].text;
    std::optional<SliceInput> slice =
        sliceOf(threadTrack(thread), m_trace.intern(m_events.text(text)), "scope",
                m_program.clock.ofHost(scope.begin), m_program.clock.ofHost(end));
    if (!slice)
      return;
    if (!hasEnd)
      slice->flags = kSliceNoEnd;
    slice->args = pathArgs(scope.path);
    m_trace.addSlice(*slice);
  }

  ArgSetId pathArgs(uint32_t path) {
    const auto [found, isNew] = m_pathArgs.try_emplace(path);
    if (isNew && path != 0)
      found->second = m_trace.addArgs(std::array{Arg::ofString(m_keys.path, pathName(path))});
    return found->second;
  }

  void addScopes() {
    std::map<uint32_t, std::vector<OpenScope>> open;
    std::map<uint32_t, uint64_t> last;
    for (const HostLaunch &launch : m_events.launches)
      last[launch.thread] = std::max(last[launch.thread], launch.end);
    for (const ScopeChange &change : m_events.scopes) {
      last[change.thread] = std::max(last[change.thread], change.time);
      std::vector<OpenScope> &scopes = open[change.thread];
      if (change.isEnter) {
        scopes.push_back({change.scope, change.path, change.time});
        continue;
      }
      const auto found = std::find_if(scopes.rbegin(), scopes.rend(), [&](const OpenScope &scope) {
        return scope.scope == change.scope && scope.path == change.path;
      });
      if (found == scopes.rend())
        continue; // its begin was lost
      addScope(change.thread, *found, change.time, true);
      scopes.erase(std::next(found).base());
    }
    for (const auto &[thread, scopes] : open)
      for (const OpenScope &scope : scopes)
        addScope(thread, scope, last[thread], false);
  }

  /// The last time of the host that an event has.
  uint64_t lastHostTime() const {
    uint64_t last = 0;
    for (const HostLaunch &launch : m_events.launches)
      last = std::max(last, launch.end);
    for (const ScopeChange &scope : m_events.scopes)
      last = std::max(last, scope.time);
    for (const ProgramRange &range : m_events.ranges)
      last = std::max({last, range.begin, range.end});
    return last;
  }

  /// Ranges of the process overlap, and none of them contains another.
  void addRanges() {
    if (m_events.ranges.empty())
      return;
    const uint64_t last = lastHostTime();
    const TrackId track =
        m_trace.addTrack(TrackKind::Async, "NVTX ranges", hostTrack(), 0, kRangesRank);
    for (size_t i = 0; i < m_events.ranges.size(); ++i) {
      const ProgramRange &range = m_events.ranges[i];
      if (!isShown(i, false))
        continue;
      const bool hasEnd = range.end != 0;
      std::optional<SliceInput> slice = sliceOf(track, m_trace.intern(m_events.text(range.text)),
                                                "range", m_program.clock.ofHost(range.begin),
                                                m_program.clock.ofHost(hasEnd ? range.end : last));
      if (!slice)
        continue;
      slice->flags = hasEnd ? kSliceAsync : kSliceAsync | kSliceNoEnd;
      m_trace.addSlice(*slice);
    }
  }

  static const char *callName(LaunchKind kind) {
    switch (kind) {
    case LaunchKind::Kernel:
      return "launch";
    case LaunchKind::Graph:
      return "launch graph";
    case LaunchKind::Copy:
      return "copy";
    case LaunchKind::Set:
      return "memset";
    }
    return "call";
  }

  void addCalls() {
    m_calls.assign(m_events.launches.size(), BuilderSlice());
    for (size_t i = 0; i < m_events.launches.size(); ++i) {
      const HostLaunch &launch = m_events.launches[i];
      if (launch.replay != 0 || !isShown(i, (launch.flags & kLaunchRecorded) != 0))
        continue;
      std::optional<SliceInput> slice =
          sliceOf(threadTrack(launch.thread), m_trace.intern(callName(launch.kind)), "api",
                  m_program.clock.ofHost(launch.begin), m_program.clock.ofHost(launch.end));
      if (!slice)
        continue;
      m_args.clear();
      if (const StringId kernel = kernelName(launch.kernel); kernel.isValid())
        m_args.push_back(Arg::ofString(m_keys.kernel, kernel));
      addLaunchArgs(i, launch.path);
      const std::array<std::pair<uint32_t, StringId>, 3> flags{
          {{kLaunchRecorded, m_keys.recorded},
           {kLaunchAutotuning, m_keys.autotuning},
           {kLaunchCaptured, m_keys.captured}}};
      for (const auto &[flag, key] : flags)
        if ((launch.flags & flag) != 0)
          m_args.push_back(Arg::ofString(key, m_keys.yes));
      slice->args = m_trace.addArgs(m_args);
      m_calls[i] = m_trace.addSlice(*slice);
    }
    addCallsOfNodes();
  }

  /// The call of a recorded node of a graph is that of the graph.
  void addCallsOfNodes() {
    for (size_t i = 0; i < m_events.launches.size(); ++i)
      if (const HostLaunch &launch = m_events.launches[i]; launch.replay != 0)
        if (const int64_t graph = m_events.launchWithId(launch.replay); graph >= 0)
          m_calls[i] = m_calls[static_cast<size_t>(graph)];
  }

  /// Number, path and launch of the trace.
  void addLaunchArgs(size_t place, uint32_t path) {
    const HostLaunch &launch = m_events.launches[place];
    if (launch.number != 0)
      m_args.push_back(Arg::ofUint(m_keys.launch, launch.number));
    if (path != 0)
      m_args.push_back(Arg::ofString(m_keys.path, pathName(path)));
    const auto recorded = m_program.launches.find(static_cast<uint32_t>(place));
    if (recorded != m_program.launches.end())
      m_args.push_back(Arg::ofUint(m_keys.ofTrace, recorded->second.value));
  }

  // --- Devices ---------------------------------------------------------------------------------

  template <class Work>
  void addWork(const Work &work, StringId name, const char *category, int64_t launch,
               uint32_t path) {
    std::optional<SliceInput> slice =
        sliceOf(streamTrack(work.device, work.stream), name, category,
                m_program.clock.ofActivity(work.begin), m_program.clock.ofActivity(work.end));
    if (!slice)
      return;
    slice->flags = kSliceAsync;
    m_args.push_back(Arg::ofUint(m_keys.correlation, work.correlation));
    if (launch >= 0)
      addLaunchArgs(static_cast<size_t>(launch), path);
    if (work.graphPart == GraphPart::Node)
      m_args.push_back(Arg::ofString(m_keys.graph, m_keys.yes));
    slice->args = m_trace.addArgs(m_args);
    const BuilderSlice added = m_trace.addSlice(*slice);
    if (launch >= 0 && static_cast<size_t>(launch) < m_calls.size() &&
        m_calls[static_cast<size_t>(launch)].isValid())
      m_trace.addFlow(m_events.launches[static_cast<size_t>(launch)].id,
                      m_calls[static_cast<size_t>(launch)], added);
  }

  StringId extents(const std::array<uint32_t, 3> &size) {
    const auto [found, isNew] = m_extents.try_emplace(size);
    if (isNew)
      found->second = m_trace.intern(extentsText(size));
    return found->second;
  }

  StringId textName(uint32_t text) {
    if (text >= m_textNames.size())
      m_textNames.resize(std::max<size_t>(text + size_t{1}, m_events.texts.size()));
    if (!m_textNames[text].isValid()) {
      const std::string known(m_events.text(text));
      m_textNames[text] =
          m_trace.intern(known.empty() ? "unknown kernel" : briefName(known, kMaxName));
    }
    return m_textNames[text];
  }

  void addKernels() {
    for (size_t i = 0; i < m_events.kernels.size(); ++i) {
      const KernelActivity &kernel = m_events.kernels[i];
      const int64_t launch = m_events.launchOfKernel[i];
      const bool isRecorded = launch >= 0 && (m_events.launches[static_cast<size_t>(launch)].flags &
                                              kLaunchRecorded) != 0;
      if (!isShown(i, isRecorded))
        continue;
      m_args.clear();
      const StringId name = textName(kernel.text);
      const std::string_view full = m_events.text(kernel.text);
      if (!full.empty() && m_trace.text(name) != full)
        m_args.push_back(Arg::ofString(m_keys.fullName, m_trace.intern(full)));
      if (kernel.graphPart == GraphPart::Whole) {
        addWork(kernel, name, "graph", launch, m_events.pathOf(i));
        continue;
      }
      m_args.push_back(Arg::ofString(m_keys.grid, extents(kernel.grid)));
      m_args.push_back(
          Arg::ofString(m_keys.block, extents({kernel.blockX, kernel.blockY, kernel.blockZ})));
      if (kernel.registers > 0)
        m_args.push_back(Arg::ofUint(m_keys.registers, kernel.registers));
      addWork(kernel, name, "kernel", launch, m_events.pathOf(i));
    }
  }

  void addCopies(const std::vector<CopyActivity> &copies, bool isSet) {
    for (size_t i = 0; i < copies.size(); ++i) {
      const CopyActivity &copy = copies[i];
      if (!isShown(i, false))
        continue;
      m_args.clear();
      m_args.push_back(Arg::ofUint(m_keys.bytes, copy.bytes));
      if (copy.end > copy.begin) // bytes per nanosecond are gigabytes per second
        m_args.push_back(
            Arg::ofDouble(m_keys.rate, static_cast<double>(copy.bytes) /
                                           static_cast<double>(copy.end - copy.begin)));
      if (!isSet) {
        m_args.push_back(
            Arg::ofString(m_keys.from, m_trace.intern(activity::memoryName(copy.sourceKind))));
        m_args.push_back(
            Arg::ofString(m_keys.to, m_trace.intern(activity::memoryName(copy.targetKind))));
      }
      const std::string name =
          isSet ? "memset" : std::string("copy ") + activity::directionName(copy.direction);
      const int64_t launch = m_events.launchOf(copy.correlation);
      addWork(copy, m_trace.intern(name), isSet ? "memset" : "copy", launch,
              launch < 0 ? 0 : m_events.launches[static_cast<size_t>(launch)].path);
    }
  }

  /// Adds the relation of the clocks to the track of the first device.
  void addClockFacts() {
    if (m_devices.empty())
      return;
    m_args = m_trace.argsIn(m_trace.trackAt(m_devices.begin()->second).args);
    const auto text = [this](const char *key, const std::string &value) {
      m_args.push_back(Arg::ofString(m_trace.intern(key), m_trace.intern(value)));
    };
    text("tool", kTool);
    if (const activity::ActivityClock &clock = m_program.clock.deviceClock(); clock.isKnown()) {
      m_args.push_back(Arg::ofUint(m_trace.intern("clock.anchors"), clock.anchorCount()));
      m_args.push_back(Arg::ofDouble(m_trace.intern("clock.uncertaintyNs"), clock.uncertaintyNs()));
      text("clock.offsetNs", std::to_string(clock.offsetNs()));
    }
    if (m_program.clock.host() == ProgramClock::Relation::Measured)
      m_args.push_back(Arg::ofUint(m_trace.intern("clock.hostUncertaintyNs"),
                                   m_program.clock.pairUncertaintyNs()));
    m_trace.trackAt(m_devices.begin()->second).args = m_trace.addArgs(m_args);
  }

  const ProgramTracks &m_program;
  const ProgramEvents &m_events;
  TraceBuilder &m_trace;
  const Keys m_keys;
  TrackId m_host;
  std::map<uint32_t, TrackId> m_threads;
  std::map<uint32_t, TrackId> m_devices;
  std::map<std::pair<uint32_t, uint64_t>, TrackId> m_streams;
  std::map<uint32_t, StringId> m_kernelNames;
  std::map<std::array<uint32_t, 3>, StringId> m_extents;
  std::map<uint32_t, ArgSetId> m_pathArgs;
  std::vector<StringId> m_textNames; ///< by number
  std::vector<StringId> m_pathNames; ///< by node
  std::vector<BuilderSlice> m_calls; ///< by launch
  std::vector<Arg> m_args;           ///< of the slice that is being made
  size_t m_shownScopes = 0;
  uint64_t m_leftOut = 0;
  uint64_t m_unplaced = 0;
};

} // namespace

std::string callPathText(const ProgramEvents &events, uint32_t path) {
  std::vector<uint32_t> nodes;
  for (; path != 0; path = events.nodes[path].parent)
    nodes.push_back(path);
  std::string text;
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node)
    text += (text.empty() ? "" : " > ") + std::string(events.text(events.nodes[*node].text));
  return text;
}

void addProgramTracks(const ProgramTracks &program, TraceBuilder &trace) {
  TrackWriter(program, trace).write();
}

} // namespace pstudio::attach
