// SPDX-License-Identifier: Apache-2.0
// proton-collect attach: runs an unmodified program and records chosen kernels of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace pstudio::cli {

/// One --kernel with the --launch and --mode that follow it.
struct AttachKernelOption {
  std::string kernel;
  std::vector<std::string> launches; ///< empty: the first
  std::string mode;                  ///< empty: the default
};

struct AttachCommandOptions {
  std::vector<std::string> command;
  std::filesystem::path output; ///< empty: proton-attach, or nothing for a listing
  std::vector<AttachKernelOption> kernels;
  bool isListing = false;
  bool countsAutotuning = false;
  bool recordsActivity = true;
  std::string callPath; ///< scopes, python or none; empty: scopes with activity, else none
  uint64_t mostActivities = 1'000'000;
  uint32_t mostLaunches = 16;
  uint64_t mostMemoryMib = 256;
  uint32_t twinTimeoutSeconds = 60;
  std::vector<std::filesystem::path> sourceRoots; ///< besides the start folder
  bool hasNoCache = false;
  bool keepsRaw = false;
};

/// Runs the command. Returns its exit code, or an ExitCode if it was never started.
int attachCommand(const AttachCommandOptions &options);

/// Text that `--help` prints after the options.
extern const char *const kAttachHelp;

} // namespace pstudio::cli
