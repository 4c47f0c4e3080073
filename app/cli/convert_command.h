// SPDX-License-Identifier: Apache-2.0
// proton-collect convert: any file that can be opened, saved as a Perfetto trace.
#pragma once

#include <filesystem>

namespace pstudio::cli {

struct ConvertOptions {
  std::filesystem::path input;
  std::filesystem::path output;
  std::filesystem::path rocprof; ///< what rocprofv3 wrote of the same run; empty = nothing
  bool hasSources = true;        ///< whether the output holds the input's source files
};

/// Reads `input`, whatever its format (captures are decoded), and writes `output`; an existing file
/// there is replaced only by a complete one. Prints the number of slices. Returns an
/// ExitCode.
int convertCommand(const ConvertOptions &options);

} // namespace pstudio::cli
