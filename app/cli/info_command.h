// SPDX-License-Identifier: Apache-2.0
// proton-collect info: what is in a trace file.
#pragma once

#include <filesystem>

namespace pstudio::cli {

/// Prints kernels, launches, records, slices and notes of a file of any format that can be opened.
/// Returns an ExitCode.
int infoCommand(const std::filesystem::path &file);

} // namespace pstudio::cli
