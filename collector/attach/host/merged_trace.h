// SPDX-License-Identifier: Apache-2.0
// The traces of all processes of a program as one trace on the host's clock.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/units.h"

namespace pstudio::attach {

/// Place of a process' trace on CLOCK_MONOTONIC_RAW, which all processes of a machine share.
struct HostAxis {
  Nanoseconds origin; ///< host's time of the trace's time 0
  /// Largest error of the device's times on the host's axis, with the drift of the clocks during
  /// the program; none: only a bound is known.
  std::optional<double> uncertaintyNs;
};

/// A trace that was written for one process.
struct MergeSource {
  std::filesystem::path file;
  std::string program; ///< its name
  uint32_t process = 0;
  std::string rank;      ///< as the launcher gives it; empty: none
  std::string worldSize; ///< number of ranks, likewise
  HostAxis axis;
};

/// A launcher's number of ranks; none: not a number above 0.
std::optional<uint64_t> worldSizeOf(std::string_view text);

/// "rank 0 · train (4711)", "train (4711)" without a rank.
std::string mergedNameOf(const MergeSource &source);

/// Ranks that no other source has, by the places of the sources: kRankArg
/// (core/trace/rank_names.h).
std::vector<std::string> uniqueRanks(const std::vector<MergeSource> &sources);

/// Writes one trace: a group for each device that a source names by its UUID, with the streams of
/// all processes, and a group for each source with everything else, ordered by rank and process id.
/// Sources are read one after the other. Fails if a source cannot be read or the file cannot be
/// written. Time and memory O(events of all sources).
Result<void> writeMergedTrace(std::vector<MergeSource> sources, const std::filesystem::path &file);

} // namespace pstudio::attach
