// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/merged_trace.h"

#include <algorithm>
#include <charconv>
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

TrackId addProcessGroup(const MergeSource &source, int64_t place, TraceBuilder &trace) {
  Track group;
  group.name = trace.intern(mergedNameOf(source));
  group.number = source.process;
  std::vector<Arg> args{
      Arg::ofUint(trace.intern("process"), source.process),
      Arg::ofString(trace.intern("host.name"), trace.intern(nameOfHost())),
      Arg::ofString(trace.intern("axis.clock"), trace.intern("CLOCK_MONOTONIC_RAW")),
      Arg::ofInt(trace.intern("axis.originNs"), source.axis.origin.value)};
  if (!source.rank.empty())
    args.push_back(Arg::ofString(trace.intern(kRankArg), trace.intern(source.rank)));
  if (source.axis.uncertaintyNs)
    args.push_back(Arg::ofDouble(trace.intern(kAxisUncertaintyArg), *source.axis.uncertaintyNs));
  group.args = trace.addArgs(args);
  return trace.addTrack(group, place);
}

} // namespace

std::string mergedNameOf(const MergeSource &source) {
  const std::string name = source.program + " (" + std::to_string(source.process) + ")";
  return source.rank.empty() ? name : "rank " + source.rank + " · " + name;
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
  int64_t place = 0;
  for (const MergeSource &source : sources) {
    PSTUDIO_TRY_ASSIGN(const Trace part, readTraceFile(source.file));
    const TrackId group = addProcessGroup(source, place++, trace);
    copyTrace(part, Picoseconds((source.axis.origin - origin).value * 1000), trace, group);
  }
  return writePftrace(std::move(trace).finish(), file);
}

} // namespace pstudio::attach
