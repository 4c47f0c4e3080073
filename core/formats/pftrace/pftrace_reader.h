// SPDX-License-Identifier: Apache-2.0
// Opens Perfetto trace files: ours without any loss, others as far as they hold track events.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "core/base/read_progress.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Reads a Perfetto trace, gzip-compressed or not, into a Trace. `title` is used if the file does
/// not name itself. Notes of the trace count the skipped parts (damaged packets, a cut-off end,
/// other data sources, events without a time). Returns an Error only if the bytes are no Perfetto
/// trace at all. The bytes are not needed after the call. O(n) for our own files, O(n log n) for
/// unordered ones. [thread: any]
/// \param progress  receives the position in the input; the call ends with Cancelled once it is
/// cancelled; may be null.
Result<Trace> readPftrace(std::span<const std::byte> bytes, std::string_view title,
                          ReadProgress *progress = nullptr);

} // namespace pstudio
