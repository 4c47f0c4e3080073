// SPDX-License-Identifier: Apache-2.0
// proton-collect statistics: durations of the scopes of a trace as text, JSON or CSV.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/statistics/statistics_text.h"

namespace pstudio::cli {

/// Meaning of one row of the output: as GroupBy, or the start of a kernel in a rank.
enum class StatisticsRows : uint8_t { Scope, Warp, Cta, Sm, Rank };

enum class StatisticsFormat : uint8_t { Text, Json, Csv };

struct StatisticsCommandOptions {
  std::filesystem::path file;
  std::string scope; ///< only slices of this name, or this kernel in ranks; empty: all
  StatisticsRows by = StatisticsRows::Scope;
  std::optional<TimeRange> range; ///< none: the whole trace
  StatisticsFormat format = StatisticsFormat::Text;
  statistics::LengthUnit unit = statistics::LengthUnit::Nanoseconds; ///< of the text
};

/// Prints the table on standard output. Returns an ExitCode.
int statisticsCommand(const StatisticsCommandOptions &options);

} // namespace pstudio::cli
