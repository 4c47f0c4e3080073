// SPDX-License-Identifier: Apache-2.0
// Delays of the ranks of a merged trace: starts of a kernel after its start in the first rank.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/table/column.h"
#include "core/trace/trace.h"

namespace pstudio::statistics {

/// One occurrence of a kernel in one rank.
struct RankStart {
  SliceId slice;
  std::string_view kernel; ///< valid as long as the trace
  int64_t step = 0;        ///< of ProfilerStep#N in the program path, else the occurrence
  int64_t occurrence = 0;  ///< from 0, of the kernel in the step and rank
  std::string_view rank;   ///< valid as long as the trace
  bool isCollective = false;
  /// After the first rank that starts the same occurrence; none within the uncertainty. [ps]
  std::optional<Picoseconds> lateBy;
  /// Of collectives: the last rank to start, and the time until its start; none within the
  /// uncertainty, and of that rank itself.
  std::optional<std::string_view> waitsFor;
  std::optional<Picoseconds> wait;
  /// Of the comparison: the two largest uncertainties of its ranks together; none if one is
  /// unknown, in which case no difference is a fact. [ns]
  std::optional<double> uncertaintyNs;
};

/// Kernels whose occurrence starts in two or more ranks, by kernel, step, occurrence and rank.
/// Empty for a trace without ranks. O(slices * log(slices)).
std::vector<RankStart> rankStartsOf(const Trace &trace);

/// Key of the order of ranks: by their numbers, then processes without one ("pid 12") by theirs.
std::pair<bool, uint64_t> placeOfRank(std::string_view rank);

/// The columns of every output.
inline constexpr table::Column<RankStart> kRankColumns[] = {
    {"slice_id", "slice of the kernel, slices.id", [](const RankStart &row) { return row.slice; }},
    {"kernel", "name of the kernel", [](const RankStart &row) { return row.kernel; }},
    {"step", "number of ProfilerStep, else of the occurrence of the kernel in its rank, from 0",
     [](const RankStart &row) { return row.step; }},
    {"occurrence", "number of the occurrence in the step, from 0; 0 without ProfilerStep",
     [](const RankStart &row) { return row.occurrence; }},
    {"rank", "rank of the process; pid N without one, and where several processes have it",
     [](const RankStart &row) { return row.rank; }},
    {"late_by",
     "start after the first rank that starts the same occurrence [ns]; NULL: within the "
     "uncertainty",
     [](const RankStart &row) { return row.lateBy; }},
    {"waits_for",
     "of a collective: the last rank that starts; NULL: none, or within the uncertainty",
     [](const RankStart &row) { return row.waitsFor; }},
    {"wait", "time until that rank starts [ns]", [](const RankStart &row) { return row.wait; }},
    {"uncertainty", "of the alignment of the compared ranks [ns]; NULL: unknown",
     [](const RankStart &row) { return row.uncertaintyNs; }},
};

/// The processes of a merged trace.
struct RankCount {
  size_t processes = 0;
  size_t ranks = 0; ///< different ones, which launchers have given
  /// Number of ranks of the program; none: the launcher gives none.
  std::optional<uint64_t> worldSize;
};

/// All 0 for the trace of one process. O(tracks).
RankCount rankCountOf(const Trace &trace);

} // namespace pstudio::statistics
