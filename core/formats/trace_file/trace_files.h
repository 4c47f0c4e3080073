// SPDX-License-Identifier: Apache-2.0
// Reads several trace files at the same time.
#pragma once

#include <functional>
#include <span>

#include "core/formats/trace_file/trace_file.h"

namespace pstudio {

/// Bytes of files that are read at the same time, unless a single file has more: bounds the threads
/// of readTraceFiles().
inline constexpr uint64_t kMostBytesAtOnce = uint64_t{1} << 30;

/// Reads the files on as many threads as the machine has, and calls take(i, trace) on the calling
/// thread in their order; false ends the reading. At most twice as many traces as threads exist at
/// a time. `progress` cancels; it may be null.
void readTraceFiles(std::span<const std::filesystem::path> files, ReadProgress *progress,
                    const std::function<bool(size_t index, Result<Trace> trace)> &take);

} // namespace pstudio
