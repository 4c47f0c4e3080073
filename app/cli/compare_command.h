// SPDX-License-Identifier: Apache-2.0
// proton-collect compare: two traces scope by scope, with an exit code for continuous integration.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/compare/trace_samples.h"

namespace pstudio::cli {

enum class ComparisonFormat : uint8_t { Text, Json, Html };

struct CompareCommandOptions {
  std::filesystem::path baseline;
  std::vector<std::filesystem::path> candidates; ///< at least one
  std::string threshold = "5%";
  std::vector<std::string> matches; ///< as parseRename() reads them
  std::string alignment = "launch"; ///< as parseAlignment() reads it
  compare::SampleUnit unit = compare::SampleUnit::Time;
  ComparisonFormat format = ComparisonFormat::Text;
  std::filesystem::path output = "-"; ///< "-": standard output
};

/// Writes the comparison of each candidate with the baseline, of several with an overview first; as
/// JSON one object a line. Returns an ExitCode: kRegression if a candidate has a regression.
int compareCommand(const CompareCommandOptions &options);

} // namespace pstudio::cli
