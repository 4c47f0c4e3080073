// SPDX-License-Identifier: Apache-2.0
#include "core/statistics/rank_lateness.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <tuple>

#include "core/trace/rank_names.h"

namespace pstudio::statistics {
namespace {

/// The process of a merged trace that a track belongs to.
struct RankOfTrack {
  StringId rank; ///< none: not in a process with a rank
  std::optional<double> uncertaintyNs;
};

RankOfTrack rankIn(const Trace &trace, ArgSetId args) {
  RankOfTrack found;
  for (const Arg &arg : trace.args(args)) {
    if (trace.string(arg.key) == kRankArg && arg.type == ArgType::String)
      found.rank = arg.stringValue;
    if (trace.string(arg.key) == kAxisUncertaintyArg && arg.type == ArgType::Double)
      found.uncertaintyNs = arg.doubleValue;
  }
  return found;
}

/// By track; parents precede their children.
std::vector<RankOfTrack> ranksOfTracks(const Trace &trace) {
  std::vector<RankOfTrack> ranks;
  ranks.reserve(trace.tracks().size());
  for (const Track &track : trace.tracks()) {
    RankOfTrack own = rankIn(trace, track.args);
    if (!own.rank.isValid() && track.parent.isValid())
      own = ranks[track.parent.value];
    ranks.push_back(own);
  }
  return ranks;
}

bool isCollective(std::string_view kernel) {
  return kernel.find("ncclDevKernel") != kernel.npos || kernel.find("ncclKernel") != kernel.npos;
}

/// Number of "ProfilerStep#N" in the path of the launch.
std::optional<int64_t> profilerStepOf(const Trace &trace, ArgSetId args) {
  constexpr std::string_view kStep = "ProfilerStep#";
  for (const Arg &arg : trace.args(args)) {
    if (arg.type != ArgType::String || trace.string(arg.key) != kProgramPathArg)
      continue;
    const std::string_view path = trace.string(arg.stringValue);
    const size_t at = path.find(kStep);
    int64_t step = 0;
    if (at != path.npos &&
        std::from_chars(path.data() + at + kStep.size(), path.data() + path.size(), step).ec ==
            std::errc())
      return step;
  }
  return std::nullopt;
}

struct Start {
  Picoseconds begin;
  SliceId slice;
  StringId name;
  RankOfTrack rank;
  std::optional<int64_t> profilerStep;
};

std::vector<Start> kernelStarts(const Trace &trace, const std::vector<RankOfTrack> &ranks) {
  std::vector<Start> starts;
  for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
    const Slice slice = trace.slice(SliceId(i));
    const RankOfTrack &rank = ranks[slice.track.value];
    if (rank.rank.isValid() && trace.string(slice.category) == "kernel")
      starts.push_back(
          {slice.time.begin, SliceId(i), slice.name, rank, profilerStepOf(trace, slice.args)});
  }
  std::ranges::stable_sort(starts, {}, &Start::begin);
  return starts;
}

/// Half of the uncertainty of a difference can come from each of its two times.
std::optional<double> uncertaintyOf(const std::vector<const Start *> &starts) {
  double largest = 0, second = 0;
  for (const Start *start : starts) {
    if (!start->rank.uncertaintyNs)
      return std::nullopt;
    const double value = *start->rank.uncertaintyNs;
    second = std::max(second, std::min(value, largest));
    largest = std::max(largest, value);
  }
  return largest + second;
}

std::optional<Picoseconds> factOf(Picoseconds difference, std::optional<double> uncertaintyNs) {
  return uncertaintyNs && static_cast<double>(difference.value) >= *uncertaintyNs * 1000.0
             ? std::optional(difference)
             : std::nullopt;
}

/// The starts of one occurrence, by time. Adds a row for each.
void compare(const Trace &trace, const std::vector<const Start *> &starts, int64_t step,
             int64_t occurrence, std::vector<RankStart> &rows) {
  const Start &first = *starts.front(), &last = *starts.back();
  const std::optional<double> uncertainty = uncertaintyOf(starts);
  for (const Start *start : starts) {
    RankStart row;
    row.slice = start->slice;
    row.kernel = trace.string(start->name);
    row.step = step;
    row.occurrence = occurrence;
    row.rank = trace.string(start->rank.rank);
    row.isCollective = isCollective(row.kernel);
    row.uncertaintyNs = uncertainty;
    row.lateBy = start == &first ? std::optional(Picoseconds(0))
                                 : factOf(start->begin - first.begin, uncertainty);
    if (row.isCollective && start != &last)
      row.wait = factOf(last.begin - start->begin, uncertainty);
    if (row.wait)
      row.waitsFor = trace.string(last.rank.rank);
    rows.push_back(row);
  }
}

} // namespace

std::pair<bool, uint64_t> placeOfRank(std::string_view rank) {
  constexpr std::string_view kProcess = "pid ";
  const bool isProcess = rank.starts_with(kProcess);
  const char *begin = rank.data() + (isProcess ? kProcess.size() : 0);
  uint64_t number = 0;
  std::from_chars(begin, rank.data() + rank.size(), number);
  return {isProcess, number};
}

std::vector<RankStart> rankStartsOf(const Trace &trace) {
  const std::vector<RankOfTrack> ranks = ranksOfTracks(trace);
  const std::vector<Start> starts = kernelStarts(trace, ranks);
  using Series = std::tuple<StringId, StringId, int64_t>; // rank, kernel, step or -1
  std::map<Series, int64_t> counts;
  std::map<std::tuple<std::string_view, int64_t, int64_t>, std::vector<const Start *>> occurrences;
  for (const Start &start : starts) {
    int64_t &count = counts[{start.rank.rank, start.name, start.profilerStep.value_or(-1)}];
    const std::string_view kernel = trace.string(start.name);
    if (start.profilerStep)
      occurrences[{kernel, *start.profilerStep, count}].push_back(&start);
    else
      occurrences[{kernel, count, -1}].push_back(&start);
    ++count;
  }
  std::vector<RankStart> rows;
  for (const auto &[key, of] : occurrences)
    if (of.size() > 1)
      compare(trace, of, std::get<1>(key), std::max<int64_t>(0, std::get<2>(key)), rows);
  std::ranges::stable_sort(rows, {}, [](const RankStart &row) {
    return std::tuple(row.kernel, row.step, row.occurrence, placeOfRank(row.rank), row.rank);
  });
  return rows;
}

RankCount rankCountOf(const Trace &trace) {
  std::set<std::string_view> processes;
  std::set<uint64_t> ranks;
  RankCount count;
  for (const Track &track : trace.tracks())
    for (const Arg &arg : trace.args(track.args)) {
      if (trace.string(arg.key) == kWorldSizeArg && arg.type == ArgType::Int && arg.intValue > 0)
        count.worldSize = static_cast<uint64_t>(arg.intValue);
      if (trace.string(arg.key) != kRankArg || arg.type != ArgType::String)
        continue;
      const std::string_view rank = trace.string(arg.stringValue);
      processes.insert(rank);
      uint64_t number = 0;
      if (std::from_chars(rank.data(), rank.data() + rank.size(), number).ec == std::errc())
        ranks.insert(number);
    }
  count.processes = processes.size();
  count.ranks = ranks.size();
  return count;
}

} // namespace pstudio::statistics
