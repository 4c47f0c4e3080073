// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/process_merge.h"

#include <algorithm>
#include <set>

#include "core/base/number_text.h"
#include "core/statistics/rank_text.h"

namespace pstudio::attach {
namespace {

/// Uncertainty of the alignment of the sources, as the end of a sentence.
std::string alignmentText(const std::vector<MergeSource> &sources) {
  double uncertainty = 0;
  for (const MergeSource &source : sources) {
    if (!source.axis.uncertaintyNs)
      return "; how exactly is not known of each: its clock has only a bound";
    uncertainty = std::max(uncertainty, *source.axis.uncertaintyNs);
  }
  return ", each to " + fixedText(uncertainty / 1000, 1) + " us or better";
}

} // namespace

std::string recordedRanksText(const std::map<uint32_t, SeenProcess> &processes,
                              const std::map<uint32_t, ProcessTrace> &traces) {
  statistics::RankCount count;
  std::set<std::string> ranks;
  for (const auto &[id, trace] : traces) {
    const SeenProcess &process = processes.at(id);
    const std::optional<uint64_t> worldSize = worldSizeOf(process.worldSize);
    if (trace.file.empty() || process.rank.empty() || !worldSize)
      continue;
    ++count.processes;
    ranks.insert(process.rank);
    count.worldSize = worldSize;
  }
  count.ranks = ranks.size();
  return statistics::rankCountText(count);
}

MergeOutcome mergeTraces(const std::map<uint32_t, SeenProcess> &processes,
                         const std::map<uint32_t, ProcessTrace> &traces,
                         const std::filesystem::path &output) {
  MergeOutcome outcome;
  if (std::string ranks = recordedRanksText(processes, traces); !ranks.empty())
    outcome.notes.push_back(std::move(ranks));
  std::vector<MergeSource> sources;
  std::vector<std::string> leftOut;
  for (const auto &[id, trace] : traces) {
    if (trace.file.empty())
      continue;
    if (!trace.axis) {
      leftOut.push_back("process " + std::to_string(id) +
                        " has no times on the host's clock: the merged trace is without it");
      continue;
    }
    const SeenProcess &process = processes.at(id);
    sources.push_back({trace.file, programNameOf(process.command), id, process.rank,
                       process.worldSize, *trace.axis});
  }
  if (sources.size() < 2) {
    if (sources.size() + leftOut.size() > 1)
      outcome.notes.emplace_back("there is no merged trace: fewer than two processes have times "
                                 "on the host's clock");
    return outcome;
  }
  const std::string alignment = alignmentText(sources);
  const size_t count = sources.size();
  if (const Result<void> written = writeMergedTrace(std::move(sources), output / kMergedTrace);
      !written) {
    outcome.notes.push_back("the merged trace was not written: " + written.error().toString());
    return outcome;
  }
  outcome.file = output / kMergedTrace;
  outcome.notes.insert(outcome.notes.end(), leftOut.begin(), leftOut.end());
  outcome.notes.push_back(countText(count, "process is", "processes are") + " on one axis in " +
                          std::string(kMergedTrace) + alignment);
  return outcome;
}

} // namespace pstudio::attach
