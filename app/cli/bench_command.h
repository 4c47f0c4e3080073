// SPDX-License-Identifier: Apache-2.0
// proton-collect bench: measures recording on a target and prints tables.
#pragma once

#include <filesystem>

#include "collector/bench.h"

namespace pstudio::cli {

struct BenchCommandOptions {
  bench::Request request;
  std::filesystem::path json; ///< the same tables as JSON; empty = none
};

/// Prints each section as soon as it is complete. Returns an ExitCode: kFailed if the target cannot
/// be used, if a section failed, or if the JSON file cannot be written. A missed performance target
/// is a result, not a failure.
int benchCommand(const BenchCommandOptions &options);

} // namespace pstudio::cli
