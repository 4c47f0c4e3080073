// SPDX-License-Identifier: Apache-2.0
// proton-collect info --overlap, and proton-collect overlap: the hidden time of asynchronous
// operations, and whether it explains which variant is faster.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace pstudio::cli {

struct OverlapCommandOptions {
  std::vector<std::filesystem::path> files; ///< traces or captures, one for each variant
  std::vector<double> kernelMicroseconds;   ///< their kernels' times without records, or empty
  std::vector<std::string> without;         ///< codes of findings to omit
  bool isJson = false;                      ///< one object a line instead of tables
};

/// Prints the overlap of each launch of files[0]. Returns an ExitCode.
int overlapInfoCommand(const OverlapCommandOptions &options);

/// Prints the files as variants of one kernel: of each the launch of median duration with
/// asynchronous operations. Returns an ExitCode.
int overlapCommand(const OverlapCommandOptions &options);

} // namespace pstudio::cli
