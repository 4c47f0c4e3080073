// SPDX-License-Identifier: Apache-2.0
// Opens profiles of JAX and XLA: XSpace messages (.xplane.pb).
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "core/base/read_progress.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Whether the bytes begin with a plane of an XSpace. Its list of planes has the field number of
/// Perfetto's list of packets; a plane begins with a number or a text, a packet with messages. The
/// plane may be cut off. O(1).
bool looksLikeXSpace(std::span<const std::byte> bytes);

/// Reads an XSpace (README.md). What the trace does not contain, and an early end of the file, are
/// counted in notes. Errors: InvalidFormat if it has no plane, Cancelled. O(n log n). `progress`
/// may be null. [thread: any]
Result<Trace> readXplane(std::span<const std::byte> bytes, std::string_view title,
                         ReadProgress *progress);

} // namespace pstudio
