// SPDX-License-Identifier: Apache-2.0
// The next slice whose name was searched for.
#pragma once

#include <string_view>

#include "core/trace/trace.h"

namespace pstudio {

/// The slice that begins next after `from` and whose name holds `text`, without regard to case;
/// wraps around at the end. From the earliest one if `from` is none. none if no name matches or
/// `text` is empty. O(slices).
SliceId findNextSlice(const Trace &trace, std::string_view text, SliceId from);

} // namespace pstudio
