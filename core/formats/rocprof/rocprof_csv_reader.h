// SPDX-License-Identifier: Apache-2.0
// Opens the tables of rocprofv3 (--output-format csv): one, or several one after the other.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "core/base/read_progress.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

namespace pstudio::rocprof {

/// Whether the first line has the columns of a trace or of the agents of rocprofv3. O(length of the
/// line).
bool looksLikeRocprofCsv(std::span<const std::byte> bytes);

/// Reads tables of kernels, calls, markers, copies, allocations and agents into a Trace named
/// `title`, with the tracks of readRocpd(). A line with names of columns begins the next table, so
/// the files of a run open together once they are joined (`cat`). Rows without a time and tables
/// that are not read are notes. InvalidFormat if there is no record. `progress` may be null. The
/// bytes are not needed after the call. O(n log n). [thread: any]
Result<Trace> readRocprofCsv(std::span<const std::byte> bytes, std::string_view title,
                             ReadProgress *progress = nullptr);

} // namespace pstudio::rocprof
