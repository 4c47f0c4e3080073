// SPDX-License-Identifier: Apache-2.0
// Saves a Trace as a Perfetto trace file that readPftrace gives back unchanged.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Writes `trace` to `path` as Perfetto TrackEvents (FORMAT.md). The file first gets a temporary
/// name in the same folder, is flushed to the disk and then renamed: a failure leaves nothing
/// behind and an older file untouched. Equal traces give equal bytes. O(size of the trace), about
/// 70 bytes of file a slice. [thread: any]
Result<void> writePftrace(const Trace &trace, const std::filesystem::path &path);

/// The same bytes in memory.
Result<std::string> writePftraceToString(const Trace &trace);

} // namespace pstudio
