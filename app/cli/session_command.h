// SPDX-License-Identifier: Apache-2.0
// proton-collect session: kernels that stay on their device, driven by commands.
#pragma once

#include <filesystem>
#include <vector>

#include "core/worker/worker_messages.h"

namespace pstudio::cli {

struct SessionCommandOptions {
  std::vector<std::filesystem::path> specs;
  RunOverrides overrides;            ///< target and time limit; the mode is not used
  bool hasNoCache = false;           ///< compiles, and keeps nothing compiled
  std::filesystem::path cacheFolder; ///< of compiled kernels; empty = the environment's
  std::vector<std::filesystem::path> sourceRoots; ///< besides the start folder
  bool isVerbose = false;                         ///< stages and log lines go to standard error
};

/// Text of --help about the commands.
extern const char *const kSessionCommands;

/// Reads commands from standard input until its end or the command "quit". Returns kDone if every
/// command succeeded. A lost device ends the process immediately with kFailed.
int sessionCommand(const SessionCommandOptions &options);

} // namespace pstudio::cli
