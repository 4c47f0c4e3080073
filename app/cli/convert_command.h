// SPDX-License-Identifier: Apache-2.0
// proton-collect convert: any file that can be opened, saved as a Perfetto trace.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace pstudio::cli {

struct ConvertOptions {
  std::vector<std::string> inputs; ///< one; several files or patterns of a table file
  std::filesystem::path output;
  std::filesystem::path rocprof; ///< what rocprofv3 wrote of the same run; empty = nothing
  bool hasSources = true;        ///< whether the output holds the input's source files
};

/// Reads the input, whatever its format (captures are decoded), and writes `output`; an existing
/// file there is replaced only by a complete one. Prints the number of slices. For a
/// query::isTableFileName() writes the tables of `query`; kPartial if some of several inputs cannot
/// be read. Returns an ExitCode.
int convertCommand(const ConvertOptions &options);

} // namespace pstudio::cli
