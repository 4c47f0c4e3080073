// SPDX-License-Identifier: Apache-2.0
// Opens what Nsight Systems exports with `nsys export --type sqlite`.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "core/base/read_progress.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

namespace pstudio::nsight {

/// Whether the bytes are a SQLite database with a table of an export. O(tables).
bool looksLikeExport(std::span<const std::byte> bytes);

/// Reads an export into a Trace named `title`: processes with NVTX ranges, calls of CUDA and of the
/// operating system; GPUs with kernels, copies and memsets by context and stream; arrows from calls
/// to their work. Time 0 is the start of the recording, as in Nsight Systems. Absent columns, bad
/// rows and tables that are not read are notes. InvalidFormat for a database that is damaged as a
/// whole or has no event. `progress` may be null. The bytes are not needed after the call. O(n log
/// n). [thread: any]
Result<Trace> readExport(std::span<const std::byte> bytes, std::string_view title,
                         ReadProgress *progress = nullptr);

} // namespace pstudio::nsight
