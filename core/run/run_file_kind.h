// SPDX-License-Identifier: Apache-2.0
// Distinguishes run specifications from traces by the content of a file.
#pragma once

#include <filesystem>

namespace pstudio {

/// True if the file begins as a run specification does: a JSON object whose own members include
/// "kernel" before any member that only traces have. Traces can be JSON files too, so the extension
/// does not determine the kind. Reads at most the first MiB; false for a file that cannot be read.
/// The text after the member may be damaged: loadRunSpec() then reports the error. [thread: any]
bool isRunSpecFile(const std::filesystem::path &path);

/// True for the names of files of kernels in PTX: ".ptx".
bool isPtxFile(const std::filesystem::path &path);

} // namespace pstudio
