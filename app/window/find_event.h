// SPDX-License-Identifier: Apache-2.0
// The next slice or instant whose name was searched for.
#pragma once

#include <optional>
#include <string_view>

#include "core/trace/trace.h"

namespace pstudio {

/// The slice or instant that begins next after `from` and whose name holds `text`, without regard
/// to case; wraps around at the end. From the earliest one if `from` is none. None if no name
/// matches or `text` is empty. O(slices + instants).
std::optional<EventRef> findNextEvent(const Trace &trace, std::string_view text,
                                      std::optional<EventRef> from);

} // namespace pstudio
