// SPDX-License-Identifier: Apache-2.0
// The processes of a program that are recorded: the text of --processes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pstudio::attach {

/// A process before it is chosen or left out.
struct ProcessFacts {
  std::string_view rank; ///< as its launcher gives it; empty: none
  std::string name;      ///< as in the names of its files: "train" of "python train.py"
  size_t chosen = 0;     ///< number of processes that have been chosen so far
};

/// A rule over the processes that use a GPU. The default chooses all of them.
class ProcessChoice {
public:
  /// Ranges of ranks in one text, and the largest rank or number of processes.
  static constexpr size_t kMaxRanges = 1024;
  static constexpr uint64_t kMaxNumber = 1'000'000'000;

  /// "" or "all", "rank=0,3" and "rank=0-3,8", "name=GLOB" (core/base/glob.h), "first=N".
  /// InvalidInput at --processes for other text.
  static Result<ProcessChoice> parse(std::string_view text);

  /// Reason why the process is not recorded, as a part of a sentence; none: it is recorded.
  /// O(ranges).
  std::optional<std::string> reasonToLeaveOut(const ProcessFacts &process) const;

private:
  enum class Kind : uint8_t { All, Ranks, Name, First };
  struct RankRange {
    uint64_t first = 0, last = 0; ///< inclusive
  };

  Kind m_kind = Kind::All;
  std::vector<RankRange> m_ranks;
  std::string m_glob;
  uint64_t m_first = 0; ///< of First: how many
};

} // namespace pstudio::attach
