// SPDX-License-Identifier: Apache-2.0
// proton-collect bench: measures recording on a target and prints tables.
#pragma once

#include <filesystem>

#include "collector/bench.h"

namespace pstudio::cli {

struct BenchCommandOptions {
  bench::Request request;
  std::filesystem::path json; ///< the same tables for machines; empty = none
};

/// Prints each section as soon as it is there. Returns an ExitCode: kFailed if the target cannot be
/// used, if a section failed, or if the JSON file cannot be written; a target that is missed is a
/// result like any other.
int benchCommand(const BenchCommandOptions &options);

} // namespace pstudio::cli
