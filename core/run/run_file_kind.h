// SPDX-License-Identifier: Apache-2.0
// Whether a file describes a run rather than holding a trace, judged by what is in it.
#pragma once

#include <filesystem>

namespace pstudio {

/// True if the file begins like a run specification: a JSON object whose own members include
/// "kernel" before any member that only traces have. Traces are JSON files too, so the extension
/// does not decide. Reads at most the first MiB; false for a file that cannot be read. What follows
/// the member may be damaged, so that loadRunSpec() can report it. [thread: any]
bool isRunSpecFile(const std::filesystem::path &path);

} // namespace pstudio
