// SPDX-License-Identifier: Apache-2.0
// Opens any trace file that the application knows.
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Reads a trace file. An error's `where` names the file. [thread: any]
Result<Trace> readTraceFile(const std::filesystem::path &file);

} // namespace pstudio
