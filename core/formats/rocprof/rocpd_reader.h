// SPDX-License-Identifier: Apache-2.0
// Opens the databases of rocprofv3: its default output since ROCm 7, "rocpd".
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "core/base/read_progress.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

namespace pstudio::rocprof {

/// Whether the bytes are a SQLite database with tables of rocpd. O(tables).
bool looksLikeRocpd(std::span<const std::byte> bytes);

/// Reads a database into a Trace named `title`: processes with calls and markers, GPUs with kernels
/// and copies, arrows from calls to their work. A database that was merged from several has all of
/// their processes. Absent columns, bad rows and tables that are not read are notes. InvalidFormat
/// for a database that is damaged as a whole or has no record. `progress` may be null. The bytes
/// are not needed after the call. O(n log n). [thread: any]
Result<Trace> readRocpd(std::span<const std::byte> bytes, std::string_view title,
                        ReadProgress *progress = nullptr);

} // namespace pstudio::rocprof
