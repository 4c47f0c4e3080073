// SPDX-License-Identifier: Apache-2.0
// proton-collect info --memory: where each launch went in memory, and how well.
#pragma once

#include <filesystem>

namespace pstudio::cli {

/// Prints what the recorded memory accesses of each launch of a file say; as JSON, one object a
/// line. Returns an ExitCode.
int memoryInfoCommand(const std::filesystem::path &file, bool isJson);

} // namespace pstudio::cli
