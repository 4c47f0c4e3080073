// SPDX-License-Identifier: Apache-2.0
// Opens Chrome trace JSON: Triton Proton's cycle traces with their meaning, others as processes and
// threads.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "core/base/read_progress.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Reads a Chrome trace (an object with "traceEvents", or the bare array) into a Trace named
/// `title`. A trailing comma and missing closing brackets are accepted, as the format requires.
/// Of other damage, each place loses the event that it lies in, and a note names line and column of
/// the first and their number. Returns an Error, located as line:column, if there is no event at
/// all; Unsupported for a Hatchet call tree. Streams: no tree of the file is built. The bytes are
/// not needed after the call. O(n log n). [thread: any]
/// \param progress  receives the position in the input; the call ends with Cancelled once it is
/// cancelled; may be null.
Result<Trace> readChromeJson(std::span<const std::byte> bytes, std::string_view title,
                             ReadProgress *progress = nullptr);

} // namespace pstudio
