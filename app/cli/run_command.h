// SPDX-License-Identifier: Apache-2.0
// proton-collect run: runs a specification in a worker process and saves the trace.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/progress_view.h"
#include "core/run/code_format.h"
#include "core/worker/worker_messages.h"

namespace pstudio::cli {

struct RunCommandOptions {
  std::filesystem::path spec;
  std::filesystem::path output;
  RunOverrides overrides;
  std::string architecture; ///< of the target that `overrides` names; empty = as it says
  std::string worker;       ///< command of another machine's worker; empty = what the target says
  std::filesystem::path keepCapture; ///< for the raw profile buffers; empty = not kept
  std::filesystem::path passes;      ///< for the report of the compiler's passes; empty = not kept
  std::vector<std::filesystem::path> sourceRoots; ///< besides the start folder
  bool printsPasses = false;                      ///< as a table on standard error
  bool hasNoCache = false;                        ///< compiles, and keeps nothing compiled
  std::filesystem::path cacheFolder; ///< of compiled kernels; empty = the environment's
  ProgressStyle progress = ProgressStyle::Line;
  /// Write the kernel's code to `output` instead of running it.
  std::optional<CodeFormat> emit;
};

/// Returns an ExitCode. Whatever happens there is either a complete new output file or the old one,
/// if there was one.
int runCommand(const RunCommandOptions &options);

} // namespace pstudio::cli
