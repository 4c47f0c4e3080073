// SPDX-License-Identifier: Apache-2.0
// Opens the JSON of rocprofv3 (--output-format json).
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "core/base/read_progress.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

namespace pstudio::rocprof {

/// Whether the first key of a JSON object is the one of rocprofv3. O(1).
bool looksLikeRocprofJson(std::span<const std::byte> bytes);

/// Reads a file into a Trace named `title`, with the tracks of readRocpd(). Bad records, lists that
/// are not read and damage are notes; what precedes damage is kept. InvalidFormat if there is no
/// record. Streams: no tree of the file is built. `progress` may be null. The bytes are not needed
/// after the call. O(n log n). [thread: any]
Result<Trace> readRocprofJson(std::span<const std::byte> bytes, std::string_view title,
                              ReadProgress *progress = nullptr);

} // namespace pstudio::rocprof
