// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/merged_trace.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <tuple>

#include <unistd.h>

#include "core/base/date.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/trace/rank_names.h"
#include "core/trace/trace_copy.h"

namespace pstudio::attach {
namespace {

constexpr std::string_view kMergeProducer = "Proton Studio " PSTUDIO_VERSION;

/// Ranks in the order of their numbers, processes without one last.
std::tuple<int64_t, uint32_t> orderOfSource(const MergeSource &source) {
  int64_t rank = INT64_MAX;
  std::from_chars(source.rank.data(), source.rank.data() + source.rank.size(), rank);
  return {rank, source.process};
}

std::string nameOfHost() {
  std::string name(256, '\0');
  if (::gethostname(name.data(), name.size() - 1) != 0)
    return {};
  name.resize(name.find('\0'));
  return name;
}

/// Devices come first. Below a device, the streams of a process follow those of the one before it.
constexpr int64_t kFirstDevice = INT64_MIN / 2;
constexpr int64_t kMostStreams = int64_t{1} << 32;

/// Puts the traces of the processes into one.
class MergedTrace {
public:
  explicit MergedTrace(TraceBuilder &trace) : m_trace(trace) {}

  void add(const Trace &part, Picoseconds shift, const MergeSource &source,
           const std::string &rank) {
    const std::vector<Arg> facts = factsOf(source, rank);
    const std::string owner = source.rank.empty() ? rank : "rank " + rank;
    TracePlace place{addProcessGroup(source, facts), m_processes++ * kMostStreams, {}};
    for (const TrackId root : part.children(TrackId()))
      if (const std::string_view uuid = uuidOf(part, root); !uuid.empty())
        place.existing.emplace(root, deviceTrack(part, root, uuid));
    const std::vector<TrackId> tracks = copyTrace(part, shift, m_trace, place);
    for (const auto &[device, merged] : place.existing)
      for (const TrackId stream : part.children(device))
        nameStream(tracks[stream.value], part.string(part.track(stream).name), owner, facts);
  }

private:
  static std::string_view uuidOf(const Trace &part, TrackId track) {
    for (const Arg &arg : part.args(part.track(track).args))
      if (arg.type == ArgType::String && part.string(arg.key) == kDeviceUuidArg)
        return part.string(arg.stringValue);
    return {};
  }

  std::vector<Arg> factsOf(const MergeSource &source, const std::string &rank) {
    std::vector<Arg> facts{Arg::ofUint(m_trace.intern("process"), source.process),
                           Arg::ofString(m_trace.intern(kRankArg), m_trace.intern(rank))};
    if (const auto size = worldSizeOf(source.worldSize))
      facts.push_back(Arg::ofInt(m_trace.intern(kWorldSizeArg), static_cast<int64_t>(*size)));
    if (source.axis.uncertaintyNs)
      facts.push_back(
          Arg::ofDouble(m_trace.intern(kAxisUncertaintyArg), *source.axis.uncertaintyNs));
    return facts;
  }

  TrackId addProcessGroup(const MergeSource &source, std::vector<Arg> args) {
    Track group;
    group.name = m_trace.intern(mergedNameOf(source));
    group.number = source.process;
    args.push_back(Arg::ofString(m_trace.intern("host.name"), m_trace.intern(nameOfHost())));
    args.push_back(
        Arg::ofString(m_trace.intern("axis.clock"), m_trace.intern("CLOCK_MONOTONIC_RAW")));
    args.push_back(Arg::ofInt(m_trace.intern("axis.originNs"), source.axis.origin.value));
    group.args = m_trace.addArgs(args);
    return m_trace.addTrack(group, m_processes);
  }

  /// Equal GPUs have equal names.
  TrackId deviceTrack(const Trace &part, TrackId device, std::string_view uuid) {
    const auto [found, isNew] = m_devices.try_emplace(std::string(uuid));
    if (!isNew)
      return found->second;
    const size_t first = uuid.find('-'), second = uuid.find('-', first + 1);
    const std::string name = std::string(part.string(part.track(device).name)) + " (" +
                             std::string(uuid.substr(0, second)) + ")";
    const auto number = static_cast<int64_t>(m_devices.size()) - 1;
    found->second =
        m_trace.addTrack(TrackKind::Group, name, TrackId(), number, kFirstDevice + number);
    m_trace.trackAt(found->second).args = m_trace.addArgs(
        std::array{Arg::ofString(m_trace.intern(kDeviceUuidArg), m_trace.intern(uuid))});
    return found->second;
  }

  void nameStream(TrackId merged, std::string_view name, const std::string &owner,
                  const std::vector<Arg> &facts) {
    Track &stream = m_trace.trackAt(merged);
    stream.name = m_trace.intern(owner + " · " + std::string(name));
    std::vector<Arg> args = m_trace.argsIn(stream.args);
    args.insert(args.end(), facts.begin(), facts.end());
    stream.args = m_trace.addArgs(args);
  }

  TraceBuilder &m_trace;
  int64_t m_processes = 0;
  std::map<std::string, TrackId> m_devices; ///< by UUID
};

} // namespace

std::optional<uint64_t> worldSizeOf(std::string_view text) {
  int64_t size = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), size);
  return read.ec == std::errc() && size > 0 ? std::optional(static_cast<uint64_t>(size))
                                            : std::nullopt;
}

std::string mergedNameOf(const MergeSource &source) {
  const std::string name = source.program + " (" + std::to_string(source.process) + ")";
  return source.rank.empty() ? name : "rank " + source.rank + " · " + name;
}

std::vector<std::string> uniqueRanks(const std::vector<MergeSource> &sources) {
  std::map<std::string_view, size_t> processes;
  for (const MergeSource &source : sources)
    ++processes[source.rank];
  std::vector<std::string> ranks;
  for (const MergeSource &source : sources) {
    const std::string process = "pid " + std::to_string(source.process);
    ranks.push_back(source.rank.empty()           ? process
                    : processes[source.rank] == 1 ? source.rank
                                                  : source.rank + " (" + process + ")");
  }
  return ranks;
}

Result<void> writeMergedTrace(std::vector<MergeSource> sources, const std::filesystem::path &file) {
  std::ranges::sort(sources, {}, orderOfSource);
  TraceBuilder trace;
  trace.info().title = file.stem().string();
  trace.info().producer = kMergeProducer;
  trace.info().date = currentDate();
  Nanoseconds origin(INT64_MAX);
  for (const MergeSource &source : sources)
    origin = std::min(origin, source.axis.origin);
  trace.info().origin = origin;
  const std::vector<std::string> ranks = uniqueRanks(sources);
  MergedTrace merged(trace);
  for (size_t i = 0; i < sources.size(); ++i) {
    PSTUDIO_TRY_ASSIGN(const Trace part, readTraceFile(sources[i].file));
    merged.add(part, Picoseconds((sources[i].axis.origin - origin).value * 1000), sources[i],
               ranks[i]);
  }
  return writePftrace(std::move(trace).finish(), file);
}

} // namespace pstudio::attach
